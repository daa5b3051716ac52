"""Pages of an episode as plain text, each a function of what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from normquest.community.phrases import COMMANDS, spoken
from normquest.episode.records import Observation, Request
from normquest.front.choices import choice_block
from normquest.front.look import Look, columns, page

ACT_PROMPT = "> "
NEXT_PROMPT = "Enter goes on > "
YES_NO_PROMPT = "y · n · Enter = can't tell > "
FAREWELL = "Saved. The same command takes it up where you left it."

_HOW_TO_SAY = (
    ("a number", "that line of the list"),
    ("words", "an act, or an unmistakable part of one{such}"),
    ("z · g", "wait · do the last thing again"),
    ("l · x THING · i", "look · examine · inventory"),
)


def brief_page(
    title: str, arrival: str, brief: str, task: str, payoffs: Sequence[tuple[str, int]], look: Look
) -> str:
    """What a newcomer is told on arrival. `payoffs`: what counts, and how many points."""
    table = columns(look, [(f"{points:+d}".replace("-", "−"), what) for what, points in payoffs])
    return page(look, title.upper(), arrival, brief, f"Your task: {task}" if task else "", table)


def scene_page(observation: Observation, done: int, total: int, look: Look) -> str:
    """One scene of the watch, and how many of how many have been seen."""
    return page(look, observation.text, dots(done, total, look))


def dots(done: int, total: int, look: Look) -> str:
    """The row that shows how many scenes are left."""
    if total < 1:
        return ""
    done = min(max(done, 0), total)
    row = f"{'●' * done}{'○' * (total - done)}" if total <= look.width - 16 else ""
    return f"{row}  {done} of {total}".strip()


def acting_page(observation: Observation, look: Look) -> str:
    """What is perceived and what can be done. The prompt is ACT_PROMPT.

    It is `observation.text` word for word; a list of more than nine choices is
    set verb first.
    """
    above = replace(observation, choices=()).text
    return page(look, above) + ("\n" if above else "") + _list(observation, look)


def _list(observation: Observation, look: Look) -> str:
    listed = choice_block(observation.choices, look)
    return f"{listed}\n" if listed else ""


def question_page(request: Request, look: Look) -> str:
    """A question before or after a reaction: what has happened, the question, what may be answered."""
    options = [f"{number:>3}  {text}" for number, text in enumerate(request.options, 1)]
    return page(look, replace(request.observation, choices=()).text, request.question, "\n".join(options))


def help_page(look: Look, commands: Mapping[str, str] = COMMANDS, examples: Sequence[str] = ()) -> str:
    """What one can type. `examples`: acts that are offered now, as they may be said."""
    such = f": {', '.join(examples)}" if examples else ""
    typed = columns(look, [(key, said.replace("{such}", such)) for key, said in _HOW_TO_SAY])
    slashed = columns(look, [(f"/{name}", why) for name, why in commands.items()])
    return page(look, "You can type:", typed, "None of these costs a turn:", slashed)


def inventory_page(observation: Observation, look: Look) -> str:
    """What one holds."""
    held = ", ".join(observation.held)
    return page(look, f"You hold {held}." if held else "You hold nothing.")


def examined_page(observation: Observation, noun: str, look: Look) -> str:
    """What can be seen of a person or thing: what the observation says of it, and nothing else."""
    wanted = set(spoken(noun))
    if not wanted:
        return page(look, "Examine whom or what?")
    holding = [f"You hold {one}" for one in observation.held]
    doing = [f"You can {choice.text}" for choice in observation.choices]
    exits = [f"A way out: {one}" for one in observation.exits]
    sentences = [one for part in observation.prose.split(". ") for one in [part.rstrip(".")] if one]
    seen = [*observation.here, *holding, *exits, *sentences, *doing]
    found = [text for text in dict.fromkeys(seen) if wanted <= set(spoken(text))]
    if not found:
        return page(look, f"You see no '{noun[:40]}' here.")
    return page(look, "\n".join(f"{text}." for text in found))
