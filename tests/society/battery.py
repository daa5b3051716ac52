"""Known minds through the battery, and what the analyses find them to be."""

from __future__ import annotations

from functools import cache

from normquest.measures.societies.panel import Panel
from normquest.measures.societies.trials import Trials, trials_of
from normquest.measures.societies.verdicts import classify_members, classify_societies
from normquest.session.societies.keeping import key_of
from normquest.session.societies.panel import Told
from normquest.society.conditions import condition_from
from normquest.society.records import Config, Trial
from normquest.society.step import begin
from normquest.store.rows import SocietyRow
from society.playing import loaded, only, to_the_end

MINDS = ("internalised", "ne-only", "conditional", "strategic", "imitator", "selfish", "random")
Found = tuple[str, list[str]]
"""What a society was found to be, and its members who met every trial."""


@cache
def found(mind: str, seed: int, lapse: str = "0.05") -> Found:
    """The verdicts on a society of twelve of this mind, as a report gives them: by what members said too."""
    of = loaded("battery")
    config = Config(condition_from("E+SL+SS"), interventions=tuple(of.society.interventions))
    members = "random*12" if mind == "random" else f"{mind}~{lapse}*12"
    key = key_of(of, config, members, seed)
    records, _ = to_the_end(begin(key, config, of.society), seed)
    head = SocietyRow(seed + 1, key, None, "battery", config.data(), "done", "", "", None, None, len(records))
    told = Told(head, of.society, records)
    panel = Panel.of(told.rows())
    trials: Trials = trials_of(panel, told.spans(), told.noticed(), told.believed())
    taken = {member for trial in only(Trial, records) for member in trial.members}
    seats = {m for m in panel.member.tolist() if m < 12} - taken
    own = [v.mechanism for v in classify_members(trials, beliefs=True) if v.member in seats]
    return classify_societies(trials, beliefs=True)[0].mechanism, own


def right(mind: str) -> str:
    """What a mind should be found to be."""
    return "unclassified" if mind == "random" else mind
