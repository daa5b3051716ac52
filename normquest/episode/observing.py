"""What the newcomer perceives, in words: the same for a person and a model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from normquest.community.acts import GroundAct, Listing, listing
from normquest.community.build import YOU, Community
from normquest.community.facts import fact_book
from normquest.community.memo import Memo, keep
from normquest.community.state import NOWHERE, State
from normquest.community.words import held_by, looks, noun_keys, phrase, the, with_articles
from normquest.episode.records import Choice, Observation
from normquest.norms.events import Stage
from normquest.streams import pick, stream
from normquest.text import capital, join_words


def place_title(community: Community, place: str, state: State) -> str:
    """A place's name with what a norm could speak of: "The vat room (roofed, boarded)"."""
    key = ("title", place)
    title: Memo[str] | None = community.cache.get(key)
    if title is None:
        keys = [(place, name) for name, words in community.world.attributes.items() if "place" in words.of]
        title = community.cache[key] = Memo(community.scope, keys, lambda now: _title(community, place, now))
    return title(state)


def _title(community: Community, place: str, state: State) -> str:
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


def things_here(community: Community, place: str, state: State) -> tuple[str, ...]:
    """What lies or stands at a place, with articles, things on things after them."""
    key = ("lying", place)
    lying: Memo[tuple[str, ...]] | None = community.cache.get(key)
    if lying is None:
        things = community.setting.things
        keys = [key for thing in things for key in ((thing, "at"), *noun_keys(community, thing))]
        lying = Memo(community.scope, keys, lambda now: tuple(_lying(community, place, now)))
        community.cache[key] = lying
    return lying(state)


def _lying(community: Community, place: str, state: State) -> Iterator[str]:
    lying: dict[str, list[str]] = {}
    for thing in community.setting.things:
        at = state[(thing, "at")]
        if at == place or (state.get((at, "at")) == place and at not in community.names and at != NOWHERE):
            lying.setdefault(at, []).append(thing)
    for at, things in sorted(lying.items(), key=lambda one: one[0] != place):
        on = "" if at == place else f" on {the(community, at, state)}"
        yield from (f"{words}{on}" for words in with_articles(community, things, state))


def who_is_here(community: Community, place: str, state: State, but: Sequence[str] = (YOU,)) -> list[str]:
    """Those at a place, each with what can be seen of them."""
    book = fact_book(community)
    return [
        f"{community.names[p]} ({looks(community, p, state)})"
        for p, at in zip(book.people, book.where(state), strict=True)
        if at == place and p != YOU and p not in but
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
    legal = listing(community, state, YOU)
    known: dict[Listing, Memo[tuple[Choice, ...]]] = community.cache.setdefault("choices", {})
    choices = known.get(legal)
    if choices is None:
        choices = keep(known, legal, _choices(community, legal))
    return choices(state)


def _choices(community: Community, legal: Listing) -> Memo[tuple[Choice, ...]]:
    """These acts as choices, by all that their phrases hang on."""
    phrases = [_choice_memo(community, ground) for ground in legal.acts]
    known: dict[tuple[int, int, str], Choice] = community.cache.setdefault("choice", {})

    def make(state: State) -> tuple[Choice, ...]:
        listed: dict[str, GroundAct] = {}
        for reads, ground in zip(phrases, legal.acts, strict=True):
            listed.setdefault(reads(state), ground)
        rows = enumerate(listed.items(), start=1)
        return tuple([_choice(known, n, text, ground) for n, (text, ground) in rows])

    return Memo(community.scope, [key for reads in phrases for key in reads.keys], make)


def _choice(known: dict[tuple[int, int, str], Choice], number: int, text: str, ground: GroundAct) -> Choice:
    key = (number, ground.order, text)
    choice = known.get(key)
    return keep(known, key, Choice(number, text, ground.act)) if choice is None else choice


def _choice_memo(community: Community, ground: GroundAct) -> Memo[str]:
    """How one act of the newcomer's is written."""
    known: dict[int, Memo[str]] = community.cache.setdefault("choice phrases", {})
    reads = known.get(ground.order)
    if reads is None:
        keys = [key for _, entity in ground.act.slots for key in noun_keys(community, entity)]
        reads = Memo(community.scope, keys, lambda state: choice_phrase(community, ground, state))
        known[ground.order] = reads
    return reads


def _exits(community: Community, place: str) -> tuple[str, ...]:
    """The places next to one, by name."""
    key = ("exits", place)
    if key not in community.cache:
        places = community.setting.places
        community.cache[key] = tuple(places[to].name for to in places[place].exits)
    found: tuple[str, ...] = community.cache[key]
    return found


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
    held = with_articles(community, held_by(community, YOU, state), state)
    lying = things_here(community, place, state)
    prose = place_prose(community, place, visit) if arrived else ""
    if lying:
        be = "is" if lying[0].startswith(("a ", "an ")) else "are"
        prose = f"{prose}\n\nThere {be} {join_words(lying)}.".strip()
    return Observation(
        stage=stage,
        turn=turn,
        place=place_title(community, place, state),
        prose=prose,
        lines=tuple(lines),
        here=tuple(who_is_here(community, place, state)),
        exits=_exits(community, place),
        held=tuple(held),
        task=task,
        clock=f"{hour_now(community, state)}. Turns left: {left}.",
        choices=choices_now(community, state),
    )


def told(seq: int, text: str) -> str:
    """A line of the log as it is shown: its number, by which it can be cited, and its words."""
    return f"{seq:>3}  {text}"
