"""What is wrong with a society as a whole: numbers that are each possible and do not fit together."""

from __future__ import annotations

from normquest.society.schema import BadActors, Commons, Fairness, Majority, Multiplier, Naming, Society
from normquest.world.report import Report


def check_society(society: Society, report: Report) -> None:
    """Note every such mistake."""
    _check_people(society, report)
    _check_game(society, report)
    _check_shocks(society, report)
    _check_interventions(society, report)


def _check_people(society: Society, report: Report) -> None:
    if society.groups.size > society.members:
        report.add(("groups", "size"), f"groups are larger than the society: at most {society.members}")
    if not 0 <= society.tendency.least <= society.tendency.most <= 1:
        report.add(("tendency",), "a tendency lies between 0 and 1")
    seen: dict[str, int] = {}
    for place, name in enumerate(society.names):
        if name.casefold() in seen:
            report.add(("names", place), f"'{name}' is given twice")
        seen[name.casefold()] = place


def _check_game(society: Society, report: Report) -> None:
    game, scale = society.game, society.expectations
    if scale.least < 0 or int(scale.least) != scale.least or int(scale.most) != scale.most:
        report.add(("expectations",), "the scale goes from a whole number, at least 0, to another")
    match game:
        case Commons():
            top: float = game.endowment
        case Fairness():
            top = game.pie
        case Naming():
            top = scale.most
            if len({word.casefold() for word in game.words}) < len(game.words):
                report.add(("game", "words"), "two of the words are the same")
    if (scale.least, scale.most) != (0, top) and not isinstance(game, Naming):
        report.add(("expectations",), f"the scale must be that of the acts: from 0 to {top:g}")
    if not isinstance(game, Commons) and society.groups.size != 2:
        report.add(("groups", "size"), "this game is played in pairs: 2")
    if not isinstance(game, Commons) and society.groups.remainder != "rest":
        report.add(("groups", "remainder"), "who is left over from pairs can only rest", ("rest",))
    if society.ties.least > society.ties.start:
        report.add(("ties", "least"), "ties start below it")
    if society.ties.most is not None and society.ties.most < society.ties.start:
        report.add(("ties", "most"), "ties start above it")
    if society.condition.selection and not society.ratings.asked:
        report.add(("condition", "selection"), "partners cannot be chosen where nobody is rated")


def _check_shocks(society: Society, report: Report) -> None:
    for name, shock in society.shocks.items():
        where = ("shocks", name)
        if shock.after > society.rounds:
            report.add((*where, "after"), f"the society has only {society.rounds} rounds")
        if shock.count >= society.members:
            report.add((*where, "count"), f"somebody must stay: at most {society.members - 1}")
        if not 0 <= shock.tendency.least <= shock.tendency.most <= 1:
            report.add((*where, "tendency"), "a tendency lies between 0 and 1")


def _check_interventions(society: Society, report: Report) -> None:
    top = society.expectations.most
    for name, item in society.interventions.items():
        where = ("interventions", name)
        for place, start in enumerate(item.starts):
            if start + item.lasts - 1 > society.rounds:
                report.add((*where, "starts", place), f"this trial ends after round {society.rounds}")
            if place and start < item.starts[place - 1] + item.lasts:
                report.add((*where, "starts", place), "this trial begins before the last one has ended")
        match item:
            case Multiplier() if not isinstance(society.game, Commons):
                report.add((*where, "kind"), "only the commons has a multiplier")
            case Majority() if isinstance(society.game, Naming):
                report.add((*where, "kind"), "in a naming game a majority is given by committed members")
            case Majority():
                for field in ("act", "says"):
                    value = getattr(item, field)
                    if value != "none" and value > top:
                        report.add((*where, field), f"too large: at most {top:g}")
            case BadActors():
                if not 0 <= item.tendency.least <= item.tendency.most <= 1:
                    report.add((*where, "tendency"), "a tendency lies between 0 and 1")
