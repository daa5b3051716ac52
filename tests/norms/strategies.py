"""Any rule over a small lexicon, for property tests: `rules()`, `act_patterns()`, `LEXICON`."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from normquest.norms.language.values import KIND_OF
from normquest.norms.rules import (
    ACT_SUBJECTS,
    STATE_SUBJECTS,
    ActPattern,
    Alternation,
    Both,
    Deadline,
    Maintenance,
    Meta,
    Now,
    Past,
    Precedence,
    Prohibition,
    Quantity,
    Reciprocity,
    Repair,
    Rule,
    Speech,
    Test,
)
from normquest.world.lexicon import ActWords, AttributeWords, Lexicon

LEXICON = Lexicon(
    verbs={
        "dye": ActWords(
            "dye {thing} in {target}",
            "dyed {thing} in {target}",
            "dyeing {thing} in {target}",
            {"thing": "cloth", "target": "vat"},
        ),
        "bow": ActWords("bow to {addressee}", "bowed to {addressee}", "bowing to {addressee}"),
        "greet": ActWords("greet {addressee}", "greeted {addressee}", "greeting {addressee}"),
        "give": ActWords(
            "give {thing} to {addressee}", "given {thing} to {addressee}", "giving {thing} to {addressee}"
        ),
        "rebuke": ActWords("rebuke {addressee}", "rebuked {addressee}", "rebuking {addressee}"),
        "wash": ActWords("wash", "washed", "washing"),
    },
    tags={
        "taking": ActWords("take {thing}", "taken {thing}", "taking {thing}"),
        "speaking": ActWords("speak to {addressee}", "spoken to {addressee}", "speaking to {addressee}"),
    },
    attributes={
        "colour": AttributeWords(
            "adjective",
            ("thing",),
            {"rose": "rose", "slate": "slate", "saffron": "saffron"},
            (("rose", "slate", "saffron"),),
        ),
        "weave": AttributeWords(
            "adjective", ("thing",), {"coarse": "coarse", "fine": "fine"}, (("coarse", "fine"),)
        ),
        "kind": AttributeWords("noun", ("thing",), {"bead": "bead", "cloth": "cloth", "oil_jar": "oil jar"}),
        "role": AttributeWords(
            "noun",
            ("person",),
            {"steward": "steward", "abbot": "abbot", "guest": "guest"},
            (("steward", "abbot"),),
        ),
        "age": AttributeWords(
            "adjective", ("person",), {"old": "old", "young": "young"}, (("old", "young"),)
        ),
        "wears": AttributeWords(
            "wearing",
            ("person",),
            {"grey_sash": "a grey sash", "white_sash": "a white sash"},
            (("grey_sash", "white_sash"),),
        ),
        "holds": AttributeWords(
            "holding", ("person",), {"bead": "a bead", "lamp": "a lamp"}, (("bead", "lamp"),)
        ),
        "cover": AttributeWords(
            "adjective", ("place",), {"roofed": "roofed", "open": "open"}, (("roofed", "open"),)
        ),
        "site": AttributeWords(
            "noun", ("place",), {"garden": "garden", "shrine": "shrine"}, (("garden", "shrine"),)
        ),
        "hour": AttributeWords(
            "hour",
            ("hour",),
            {"dusk": "at dusk", "noon": "noon", "forenoon": "in the forenoon"},
            (("dusk", "noon"),),
        ),
        "name": AttributeWords(
            "adverb", ("style",), {"formal": "formally", "plain": "in plain words"}, (("formal", "plain"),)
        ),
    },
    synonyms={"fabric": "cloth", "warden": "steward", "gray": "grey", "make obeisance": "bow"},
    place_noun="hall",
)
"""Words of every kind, none of which can be mistaken for another."""

_VARIABLES = ("?who", "?thing", "?x", "?old_friend")


def made_tests(subjects: tuple[str, ...], lexicon: Lexicon = LEXICON) -> SearchStrategy[Test]:
    """A test of one of the subjects: mostly of what it has, now and then of what it cannot have."""

    def of_subject(subject: str) -> SearchStrategy[Test]:
        kind = KIND_OF[subject]
        known = {n: a for n, a in lexicon.attributes.items() if subject != "hour" or n == "hour"}
        fitting = [name for name, attribute in known.items() if kind in attribute.of]
        return st.sampled_from(fitting * 4 + list(known)).flatmap(
            lambda name: st.sampled_from(list(known[name].values)).map(
                lambda value: Test.model_validate({"subject": subject, "attribute": name, "value": value})
            )
        )

    return st.sampled_from(subjects).flatmap(of_subject)


@st.composite
def act_patterns(
    draw: st.DrawFn,
    lexicon: Lexicon = LEXICON,
    *,
    binding: tuple[str, ...] | None = None,
    styled: bool = True,
) -> ActPattern:
    """Any act pattern. `binding`: the variables it must bind, one each; without it any or none."""
    kinds = [("verb", verb) for verb in lexicon.verbs] + [("tag", tag) for tag in lexicon.tags]
    kind, name = draw(st.sampled_from(kinds))
    subjects = tuple(s for s in ACT_SUBJECTS if styled or s != "style")
    tests = draw(st.lists(made_tests(subjects, lexicon), max_size=4, unique_by=lambda t: t.key))
    slots = draw(st.permutations(("addressee", "thing", "target")))
    if binding is None:
        binding = (
            tuple(draw(st.lists(st.sampled_from(_VARIABLES), max_size=2))) if draw(st.booleans()) else ()
        )
    binds = tuple(zip(slots, binding, strict=False))
    return ActPattern.model_validate({kind: name, "tests": tuple(tests), "binds": binds})


def nows(lexicon: Lexicon = LEXICON, subjects: tuple[str, ...] = STATE_SUBJECTS) -> SearchStrategy[Now]:
    """Any condition on the moment."""
    return st.builds(Now, test=made_tests(subjects, lexicon), negated=st.booleans())


def windows() -> SearchStrategy[tuple[Any, int | None]]:
    """Any window, with its number of turns."""
    plain = st.sampled_from(("since_entering", "today", "ever")).map(lambda window: (window, None))
    return plain | _turns().map(lambda n: ("within", n))


def _turns() -> SearchStrategy[int]:
    return st.integers(1, 12)


@st.composite
def pasts(draw: st.DrawFn, lexicon: Lexicon = LEXICON) -> Past:
    """Any condition on the past."""
    window, n = draw(windows())
    return Past(act=draw(act_patterns(lexicon)), window=window, n=n, negated=draw(st.booleans()))


def conditions(lexicon: Lexicon = LEXICON) -> SearchStrategy[Now | Past]:
    """Any condition."""
    return nows(lexicon) | pasts(lexicon)


@st.composite
def _precedences(draw: st.DrawFn, lexicon: Lexicon) -> Precedence:
    window, n = draw(windows())
    first = tuple(draw(st.lists(act_patterns(lexicon), min_size=1, max_size=3)))
    return Precedence(
        act=draw(act_patterns(lexicon)), first=first, window=window, n=n, negated=draw(st.booleans())
    )


@st.composite
def _reciprocities(draw: st.DrawFn, lexicon: Lexicon) -> Reciprocity:
    variable = draw(st.sampled_from(_VARIABLES))
    again = draw(st.sampled_from(((variable,), (variable, variable))))
    return Reciprocity(
        act=draw(act_patterns(lexicon, binding=(variable,))), back=draw(act_patterns(lexicon, binding=again))
    )


def plain_rules(lexicon: Lexicon = LEXICON) -> SearchStrategy[Any]:
    """Any rule that is not made of rules."""
    act = act_patterns(lexicon)
    then = st.lists(act, min_size=1, max_size=3).map(tuple)
    guards = st.lists(conditions(lexicon), max_size=2).map(tuple)
    bearer = st.sampled_from(("actor", "addressee", "present"))
    styles = [v for a in lexicon.attributes.values() if "style" in a.of for v in a.values]
    return st.one_of(
        st.builds(Prohibition, act=act, when=guards, unless=guards, bearer=bearer),
        _precedences(lexicon),
        st.builds(Deadline, act=act, then=then, within=_turns(), bearer=bearer),
        st.builds(Repair, act=act, when=guards, unless=guards, then=then, within=_turns()),
        st.builds(
            Maintenance,
            keep=nows(lexicon, ("one",)),
            during=st.lists(nows(lexicon), min_size=1, max_size=3).map(tuple),
        ),
        st.builds(Quantity, act=act, most=st.integers(1, 9), per=st.sampled_from(("day", "hour"))),
        st.builds(Alternation, act=act),
        _reciprocities(lexicon),
        st.builds(Speech, act=act_patterns(lexicon, styled=False), style=st.sampled_from(styles)),
    )


@st.composite
def _metas(draw: st.DrawFn, lexicon: Lexicon) -> Meta:
    modality = draw(st.sampled_from(("must", "may")))
    return Meta(
        custom=draw(plain_rules(lexicon)),
        rebuke=draw(act_patterns(lexicon)),
        by=draw(nows(lexicon, ("one",))),
        modality=modality,  # type: ignore[arg-type]
        within=draw(_turns()) if modality == "must" else None,
    )


def rules(lexicon: Lexicon = LEXICON) -> SearchStrategy[Rule]:
    """Any rule of the language."""
    plain = plain_rules(lexicon)
    both = st.builds(Both, rules=st.tuples(plain, plain))
    return st.one_of(plain, plain, plain, _metas(lexicon), both)
