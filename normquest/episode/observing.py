"""What the newcomer perceives, in words: the same for a person and a model."""

from __future__ import annotations

from collections.abc import Sequence

from normquest.community.acts import GroundAct, legal_acts
from normquest.community.build import YOU, Community
from normquest.community.state import NOWHERE, State
from normquest.community.words import bare_noun, held_by, looks, phrase, the
from normquest.episode.records import Choice, Observation
from normquest.norms.events import Stage
from normquest.streams import pick, stream
from normquest.text import article, capital


def place_title(community: Community, place: str, state: State) -> str:
    """A place's name with what a norm could speak of: "The vat room (roofed, boarded)"."""
    adjectives = [
        words.values[str(state[(place, name)])]
        for name, words in community.world.attributes.items()
        if "place" in words.of and (place, name) in state
    ]
    name = capital(community.setting.places[place].name)
    return f"{name} ({', '.join(adjectives)})" if adjectives else name


def place_prose(community: Community, place: str, visit: int) -> str:
    """The prose of a place; wordings take turns with the visits."""
    options = community.setting.places[place].prose
    key = ("first prose", place)
    if key not in community.cache:
        rng = stream(community.seed, "prose", community.setting_name, place)
        community.cache[key] = pick(rng, range(len(options)))
    first: int = community.cache[key]
    return options[(first + visit) % len(options)]


def things_here(community: Community, place: str, state: State) -> list[str]:
    """What lies or stands at a place, with articles, things on things after them."""
    found = []
    for thing in community.setting.things:
        at = state[(thing, "at")]
        beside = at != place
        if beside and (state.get((at, "at")) != place or at in community.names or at == NOWHERE):
            continue
        name = bare_noun(community, thing, state)
        on = f" on {the(community, at, state)}" if beside else ""
        found.append(f"{article(name)} {name}{on}")
    return found


def who_is_here(community: Community, place: str, state: State, but: Sequence[str] = (YOU,)) -> list[str]:
    """Those at a place, each with what can be seen of them."""
    return [
        f"{community.names[p]} ({looks(community, p, state)})"
        for p in community.residents
        if p not in but and state[(p, "at")] == place
    ]


def hour_now(community: Community, state: State) -> str:
    """The hour in words, with the day where that is not the first: "At dusk", "Day 2, at dusk"."""
    hour, day = community.world.hours[state[("clock", "hour")]].reads, state[("clock", "day")]
    return f"Day {day + 1}, {hour}" if day else capital(hour)


def choice_phrase(community: Community, ground: GroundAct, state: State) -> str:
    """How an act is written in the list, and what a typed line is matched with."""
    verb = community.verbs[ground.act.verb]
    slots = dict(ground.act.slots)
    text = phrase(community, verb.base, slots, state)
    style = slots.get("style")
    if style is not None and "{style}" not in verb.base:
        words = verb.slots["style"].values.get(style) or community.world.styles.get(style, style)
        text = f"{text} {words}"
    return text


def choices_now(community: Community, state: State) -> tuple[Choice, ...]:
    """The newcomer's legal acts, numbered from 1; acts that read alike are one choice."""
    listed: dict[str, GroundAct] = {}
    for ground in legal_acts(community, state, YOU):
        listed.setdefault(choice_phrase(community, ground, state), ground)
    return tuple(Choice(n, text, ground.act) for n, (text, ground) in enumerate(listed.items(), start=1))


def acting(
    community: Community,
    state: State,
    *,
    stage: Stage,
    turn: int,
    left: int,
    lines: Sequence[str],
    task: str,
    visit: int,
    arrived: bool,
) -> Observation:
    """The observation of one turn of a stage with a task. Prose is told on arriving at a place."""
    place = state[(YOU, "at")]
    exits = [the(community, p, state) for p in community.setting.places[place].exits]
    held = [
        f"{article(n)} {n}" for t in held_by(community, YOU, state) for n in [bare_noun(community, t, state)]
    ]
    lying = things_here(community, place, state)
    prose = place_prose(community, place, visit) if arrived else ""
    if lying:
        prose = f"{prose}\n\nThere is {', '.join(lying)}.".strip()
    return Observation(
        stage=stage,
        turn=turn,
        place=place_title(community, place, state),
        prose=prose,
        lines=tuple(lines),
        here=tuple(who_is_here(community, place, state)),
        exits=tuple(exits),
        held=tuple(held),
        task=task,
        clock=f"{hour_now(community, state)}. Turns left: {left}.",
        choices=choices_now(community, state),
    )


def told(seq: int, text: str) -> str:
    """A line of the log as it is shown: its number, by which it can be cited, and its words."""
    return f"{seq:>3}  {text}"
