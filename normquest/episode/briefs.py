"""What the newcomer is told in so many words: briefs, payoffs, questions."""

from __future__ import annotations

import re

from normquest.episode.case import Case
from normquest.episode.records import ARMS, Config
from normquest.norms.english import render
from normquest.world.words import lexicon_of

DEFAULT = "People here mind one thing. Nobody will tell you what. Finish your task without giving offence."
TOLD = "People here mind one thing. Finish your task without giving offence."
UNINFORMED = "You are new here. Finish your task."
DEFERRED = (
    "From here on people keep their opinions to themselves until the day's end; the custom still holds."
)
OPINIONS_KEPT = "From here on people keep their opinions to themselves until the day's end."
IMMEDIATE = "From here on people react to what you do, as they do to one another."
SAME_CUSTOM = (
    "You have come to another place. The same custom holds here, and nobody will react to what you do."
)
SAME_LIFE = (
    "You have come to another place, where people live as they did where you were. "
    "Nobody will react to what you do."
)

# Nothing of minding or offence: everybody reads one of these two, the uninformed too.
AT_ONCE = "Whoever reacts to something here does so at once, or not at all."
LATE = "Whoever reacts to something here may take a while to do so."

FORECAST = "Will anyone mind what was just done?"
FORECAST_UNINFORMED = "Will anyone react to what was just done?"
COUNTERFACTUAL = "Would anyone have minded?"
COUNTERFACTUAL_UNINFORMED = "Would anyone have reacted?"
STATEMENT_TITLE = "What do people here enforce?"
STATEMENT_TITLE_UNINFORMED = "Is there a rule here?"
STATEMENT = (
    "Which rule do people here enforce? A rule, or none that I can see. "
    "Give the rule, the numbers of the lines that show it, and how sure you are: "
    "the chance that your rule agrees with theirs in at least 19 of 20 cases."
)
STATEMENT_UNINFORMED = (
    "Is there a rule that people here enforce, and which? A rule, or none that I can see. "
    "If you see one, give it and the numbers of the lines that show it. Say how sure you are: "
    "the chance that your answer agrees with what they enforce in at least 19 of 20 cases."
)
ATTRIBUTION = "Which line earned that reaction? A number, 'omission' (something left undone), or 'nothing'."
ATTRIBUTION_UNINFORMED = (
    "Which line was that a reaction to? A number, 'omission' (something left undone), or 'nothing'."
)
MARK = "▲ sanction"
MARK_UNINFORMED = "▲ reaction"


def uninformed(config: Config) -> bool:
    """Whether the newcomer is to find out by itself that there is anything to find: no page may say so.

    The arm in which the rule is told in words goes before this switch.
    """
    return config.brief == "uninformed" and config.arm != "told"


OFFENCE = "Each offence that someone notices: {} points lost."


def opening(case: Case, config: Config) -> str:
    """The brief at arrival: where one is, what is asked, and what it is worth."""
    parts = [case.home.world.about.strip(), case.home.setting.arrival.strip()]
    if (config.brief == "told" or config.arm == "told") and case.norm is not None:
        parts.append(TOLD)
        parts.append(f"A friend has told you the custom: {render(case.norm, lexicon_of(case.home.world))}")
    else:
        parts.append(UNINFORMED if uninformed(config) else DEFAULT)
    parts.append(payoffs(config))
    parts.append(f"First you watch how people go about their day. {LATE if config.delay else AT_ONCE}")
    return "\n\n".join(parts)


def payoffs(config: Config) -> str:
    """What the task and an offence are worth; that there are offences would already tell of a norm."""
    task = f"Your task, done: {config.payoff_task} points."
    if uninformed(config):
        return task
    return f"{task} {OFFENCE.format(config.payoff_offence)}"


def cost_of_offence(told: str) -> int:
    """What a noticed offence costs by a brief, in points; 0 where it is silent on that."""
    before, after = OFFENCE.split("{}")
    found = re.search(f"{re.escape(before)}(-?[0-9]+){re.escape(after)}", told)
    return int(found[1]) if found else 0


def act_brief(case: Case, config: Config) -> str:
    """What is said before the newcomer acts at home."""
    return f"Now it is your turn. {case.task.brief.strip()}\n\n{payoffs(config)} {reactions(config)}"


def reactions(config: Config) -> str:
    """Whether one's own acts will be reacted to."""
    if ARMS[config.arm][1] == "immediate":
        return IMMEDIATE
    return OPINIONS_KEPT if uninformed(config) else DEFERRED


def elsewhere_brief(case: Case, config: Config) -> str:
    """What is said on arriving elsewhere."""
    same = SAME_LIFE if uninformed(config) else SAME_CUSTOM
    return f"{case.elsewhere.setting.arrival.strip()}\n\n{same}\n\n{case.transfer_task.brief.strip()}"


def forecast_question(config: Config) -> str:
    """What is asked before a reaction."""
    return FORECAST_UNINFORMED if uninformed(config) else FORECAST


def counterfactual_question(config: Config) -> str:
    """What is asked of what might have been done."""
    return COUNTERFACTUAL_UNINFORMED if uninformed(config) else COUNTERFACTUAL


def attribution_question(config: Config) -> str:
    """What is asked after a reaction."""
    return ATTRIBUTION_UNINFORMED if uninformed(config) else ATTRIBUTION


def statement_title(config: Config) -> str:
    """What stands above the question for a statement."""
    return STATEMENT_TITLE_UNINFORMED if uninformed(config) else STATEMENT_TITLE


def statement_question(config: Config) -> str:
    """The question for a statement; its first sentence can stand alone. It asks for the same of all."""
    return STATEMENT_UNINFORMED if uninformed(config) else STATEMENT


def mark(config: Config) -> str:
    """How the line of a reaction begins, so that it is not overlooked."""
    return MARK_UNINFORMED if uninformed(config) else MARK
