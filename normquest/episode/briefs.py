"""What the newcomer is told in so many words: briefs, payoffs, questions."""

from __future__ import annotations

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
IMMEDIATE = "From here on people react to what you do, as they do to one another."
SAME_CUSTOM = (
    "You have come to another place. The same custom holds here, and nobody will react to what you do."
)

AT_ONCE = "Whoever minds something here shows it at once, or not at all."
LATE = "Whoever minds something here may take a while to show it."

FORECAST = "Will anyone mind what was just done?"
STATEMENT = (
    "Which rule do people here enforce? A rule, or none that I can see. "
    "Give the rule, the numbers of the lines that show it, and how sure you are: "
    "the chance that your rule agrees with theirs in at least 19 of 20 cases."
)
ATTRIBUTION = "Which line earned that reaction? A number, 'omission' (something left undone), or 'nothing'."


def opening(case: Case, config: Config) -> str:
    """The brief at arrival: where one is, what is asked, and what it is worth."""
    parts = [case.home.world.about.strip(), case.home.setting.arrival.strip()]
    if (config.brief == "told" or config.arm == "told") and case.norm is not None:
        parts.append(TOLD)
        parts.append(f"A friend has told you the custom: {render(case.norm, lexicon_of(case.home.world))}")
    else:
        parts.append(UNINFORMED if config.brief == "uninformed" else DEFAULT)
    parts.append(payoffs(config))
    parts.append(f"First you watch how people go about their day. {LATE if config.delay else AT_ONCE}")
    return "\n\n".join(parts)


def payoffs(config: Config) -> str:
    """What the task and an offence are worth."""
    return (
        f"Your task, done: {config.payoff_task} points. "
        f"Each offence that someone notices: {config.payoff_offence} points lost."
    )


def act_brief(case: Case, config: Config) -> str:
    """What is said before the newcomer acts at home."""
    return f"Now it is your turn. {case.task.brief.strip()}\n\n{payoffs(config)} {reactions(config)}"


def reactions(config: Config) -> str:
    """Whether one's own acts will be reacted to."""
    return IMMEDIATE if ARMS[config.arm][1] == "immediate" else DEFERRED


def elsewhere_brief(case: Case) -> str:
    """What is said on arriving elsewhere."""
    return f"{case.elsewhere.setting.arrival.strip()}\n\n{SAME_CUSTOM}\n\n{case.transfer_task.brief.strip()}"
