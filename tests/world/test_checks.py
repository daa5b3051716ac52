"""What is wrong with a world though every field has its type: names, values, ways, wordings, norms."""

from typing import Any

import pytest
from builders import Changes, changed, home, norm, small_world, verb

from normquest.world.errors import WorldError


def told(**changes: Any) -> list[str]:
    """What is said of the small world with these changes: field and message of each problem."""
    try:
        small_world(**changes)
    except WorldError as error:
        return [str(problem).partition(" ")[2] for problem in error.problems]
    return []


def rag_at(place: str) -> Changes:
    """One more thing, somewhere."""
    return {"rag": {"kind": "cloth", "at": place}}


def test_the_small_world_is_sound() -> None:
    assert told() == []


WORLD: list[tuple[Changes, str]] = [
    (home(things={"cloth_a": {"kind": "clotj"}}), "home.things.cloth_a.kind: there is no kind 'clotj'"),
    (home(things={"cloth_a": {"at": "yarf"}}),
     "things.cloth_a.at: there is no place, thing or person 'yarf'"),
    (home(things={"rose_vat": {"at": "second"}}), "rose_vat.at: 'rose_vat' cannot be held: its kind is not"),
    (home(things={"cloth_a": {"at": "cloth_a"}}), "cloth_a.at: it would be inside itself"),
    (home(things={"first": {"kind": "cloth", "at": "yard"}}),
     "people.first: 'first' is already one of the things"),
    (home(things={"you": {"kind": "cloth", "at": "yard"}}), "home.things.you: 'you' already means something"),
    (home(things={"thing": {"kind": "cloth", "at": "yard"}}),
     "home.things.thing: 'thing' already means something"),
    (home(things={"cloth__1": {"kind": "cloth", "at": "yard"}}), "two _ together are kept"),
    (home(people={"first": {"at": "rose_vat"}}), "home.people.first.at: there is no place 'rose_vat'"),
    (home(people={"first": {"errands": ["dying"]}}), "people.first.errands[0]: there is no errand 'dying'"),
    (home(people={"first": {"errands": "dying"}}), "people.first.errands: there is no errand 'dying'"),
    (home(people={"first": {"sanctions": False}, "second": {"sanctions": False}}), "nobody here sanctions"),
    (home(places={"yard": {"exits": ["vat_room", "lofd"]}}), "yard.exits[1]: there is no place 'lofd'"),
    (home(places={"yard": {"exits": ["vat_room", "yard"]}}), "a place is no exit of itself"),
    (home(places={"yard": {"exits": ["loft", "loft"]}}), "'loft' is listed 2 times"),
    (home(places={"loft": {"exits": []}}), "home.places.loft: no way leads from this place back to yard"),
    (home(places={"attic": {"name": "a", "prose": "b", "exits": "yard"}}),
     "no way leads from yard to this place"),
    (home(verbs=["take", "put", "dye", "bow", "greet", "dig"]), "home.verbs[5]: there is no verb 'dig'"),
    (home(verbs=["take", "put", "dye", "bow", "greet", "take"]), "'take' is listed 2 times"),
    (home(names=["Maud", "maud", "Oren"]), "home.names: 'maud' is listed 2 times"),
    (home(tasks={"cloth": {"start": "vat_rom"}}), "start: there is no place 'vat_rom'"),
    (home(tasks={"cloth": {"goal": {"is": ["cloth_z.colour", "rose"]}}}), "in home is called 'cloth_z'"),
    (home(tasks={"cloth": {"goal": {"in": ["actor", "yard"]}}}),
     "goal.in[0]: 'actor' stands for nothing here"),
    (home(tasks={"cloth": {"parts": ["cloth_a.colour", 1]}}), "parts[0]: a colour has no size"),
    (home(things={"cloth_a": {"attributes": {"colour": "rosy"}}}), "a colour is never 'rosy'"),
    (home(things={"cloth_a": {"attributes": {"colour": 3}}}), "a colour is never '3'"),
    (home(things={"cloth_a": {"attributes": {"role": "dyer"}}}),
     "is an attribute of a person, not of a thing"),
    (home(things={"cloth_a": {"attributes": {"colur": "rose"}}}), "did you mean 'colour'?"),
    (home(things={"cloth_a": {"attributes": {"kind": "vat"}}}), "'kind' is kept by the engine"),
    (home(people={"first": {"attributes": {"role": "stewart"}}}), "a role is never 'stewart'"),
    (home(things={"rose_tub": {"name": "{size} tub"}}), "nothing fills {size} here; expected {colour}"),
    ({"kinds": {"it": {"name": "x"}}}, "kinds.it: 'it' already means something"),
    ({"kinds": {"cloth": {"attributes": {"cover": "open"}}}}, "is an attribute of a place, not of a thing"),
    ({"attributes": {"kind": {"of": "thing", "values": {"a": "b"}}}}, "attributes.kind: 'kind' is kept"),
    ({"attributes": {"colour": {"tokens": [["rose", "mauve"]]}}}, "tokens[0][1]: there is no value 'mauve'"),
    ({"attributes": {"colour": {"tokens": [["rose"]]}}}, "tokens[0]: a group of like values needs two"),
    ({"attributes": {"colour": {"tokens": [["rose", "amber"], ["rose", "slate"]]}}},
     "'rose' is in two groups"),
    ({"attributes": {"colour": {"values": {"actor": "x"}}}}, "'actor' already means something"),
    ({"tokens": [["taking", "lifting"]]}, "tokens[0][1]: there is no value 'lifting'"),
    ({"tokens": [["honouring"]]}, "tokens[0]: a group of like values needs two"),
    ({"tokens": [["honouring", "cloth"]]}, "tokens[0]: tags and kinds are not like one another"),
    ({"tokens": [["honouring", "dyeing"]]}, "tokens[0]: like tags read with the same slots"),
    ({"lists": ["queue", "queue"]}, "lists: 'queue' is listed 2 times"),
    ({"facts": {"f": "rose"}}, "facts.f: a fact that never changes"),
    ({"facts": {"f": {"fact": "f"}}}, "facts.f.fact: a fact cannot speak of another fact"),
    ({"facts": {"f": "cloth_z.colour"}}, "facts.f: nothing in the world is called 'cloth_z'"),
    ({"sight": {"full": {"is": ["here.cover", "opn"]}}}, "sight.full.is[1]: there is no cover 'opn'"),
    ({"sight": {"full": {"in": ["thing", "here"]}}}, "sight.full.in[0]: 'thing' stands for nothing here"),
]  # fmt: skip

VERBS: list[tuple[Changes, str]] = [
    (verb(tags=["takin"]), "verbs.take.tags[0]: there is no tag 'takin'; expected one of dyeing,"),
    (verb(slots={"thing": {"kind": "clot"}}), "slots.thing.kind: there is no kind 'clot'"),
    (verb(slots={"thing": {"kind": "place"}}), "slots.thing.kind: there is no kind 'place'"),
    (verb(slots={"thing": {"kind": []}}), "slots.thing.kind: the field 'kind' is missing"),
    (verb(slots={"thing": {"reach": "exit"}}), "only a place can be an exit"),
    (verb(slots={"thing": {"kind": "vat", "reach": "held"}}, do=[]), "none is portable"),
    (verb(slots={"thing": {"values": {"a": "b"}}}), "only a style has 'values'"),
    ({"kinds": {"cloth": {"spare": 12}},
      "home": {"things": {f"v{n}": {"kind": "vat", "at": "yard"} for n in range(54)}},
      "verbs": {"dye": {"slots": {"target": {"kind": ["vat", "cloth"]}}}}},
     "verbs.dye.slots: its slots can be filled in more than 1,000 ways in home"),
    ({"verbs": {"bow": {"slots": {"addressee": {"kind": "vat"}}}}},
     "there is no kind 'vat'; expected person"),
    ({"verbs": {"greet": {"slots": {"style": {"kind": "vat"}}}}}, "expected 'kind: style'"),
    ({"verbs": {"greet": {"slots": {"style": {"values": {"loud": "x"}}}}}}, "there is no style 'loud'"),
    ({"verbs": {"put": {"synonyms": ["get"]}}}, "verbs.put.synonyms[0]: 'get' already means 'take' in home"),
    (verb(when={"is": ["thing.color", "rose"]}), "verbs.take.when.is[0]: no thing has an attribute 'color'"),
    (verb(when={"is": ["actor.colour", "rose"]}), "no person has an attribute 'colour'"),
    (verb(when={"is": ["thing.colour", "ros"]}), "when.is[1]: there is no colour 'ros'"),
    (verb(when={"is": ["ros", "thing.colour"]}), "when.is[0]: there is no colour 'ros'"),
    (verb(when={"is": ["thing.colour", 3]}), "when.is[1]: a number is never a colour"),
    (verb(when={"is": ["thing.colour", "place.cover"]}), "when.is[1]: a cover is never a colour"),
    (verb(when={"is": ["thing.kind", "cat"]}), "there is no kind 'cat'"),
    (verb(when={"is": [{"clock": "hour"}, "noon"]}), "there is no hour 'noon'"),
    (verb(when={"is": ["a", "b"]}), "when.is: both sides are fixed"),
    (verb(when={"compare": [1, "<", 2]}), "when.compare: both sides are fixed"),
    (verb(when={"is": ["addressee.role", "dyer"]}), "'addressee' stands for nothing here"),
    (verb(when={"is": ["it.colour", "rose"]}), "'it' stands for something only inside count, sum and for"),
    (verb(when={"is": ["thing.at", "yard"]}), "where something is, is tested by 'in'"),
    (verb(when={"is": ["actor.holds", "cloth"]}), "what somebody holds is counted"),
    (verb(when={"is": ["thing.", "yard"]}), "'thing.' is no attribute"),
    (verb(when={"is": [".colour", "rose"]}), "nothing in home is called ''"),
    (verb(when={"is": ["rose_vet.colour", "rose"]}), "did you mean 'rose_vat'?"),
    (verb(when={"is": ["place", "yard"]}), "'place' can only say where something is"),
    (verb(when={"is": ["thing", "clot_a"]}), "nothing in home is called 'clot_a'"),
    (verb(when={"compare": ["thing.colour", "<", 3]}), "when.compare[0]: a colour has no size"),
    (verb(when={"compare": [{"clock": "turn"}, "<", {"clock": "hour"}]}),
     "when.compare[2]: an hour has no size"),
    (verb(when={"compare": [{"count": {"kind": "clot"}}, "<", 3]}), "count.kind: there is no kind 'clot'"),
    (verb(when={"compare": [{"sum": {"kind": "cloth", "of": "it.colour"}}, "<", 3]}),
     "sum.of: a colour has no"),
    (verb(when={"in": ["thing", "actor.at"]}), "when.in[1]: 'actor.at' is an attribute"),
    (verb(when={"in": ["yard", "actor"]}), "when.in[0]: 'yard' is not what can stand here"),
    (verb(when={"listed": ["actor", "queue"]}), "when.listed[1]: there is no list 'queue'"),
    (verb(when={"knows": ["actor", "news"]}), "when.knows[1]: there is no fact 'news'"),
    (verb(when={"first": ["actor", "queue"]}), "when.first[1]: there is no list 'queue'"),
    (verb(when={"compare": [{"tie": ["debt", "actor", "you"]}, "<", 3]}), "there is no tie 'debt'"),
    (verb(when={"not": {"any": [{"is": ["thing.colour", "ros"]}]}}),
     "when.not.any[0].is[1]: there is no colour"),
    (verb(when={"any": []}), "when.any: an empty list of tests"),
    (verb(slots={"thing": {"where": {"is": ["thing.colour", "ros"]}}}),
     "slots.thing.where.is[1]: there is no"),
    (verb(fails={"when": {"is": ["thing.colour", "ros"]}, "say": "No."}),
     "fails.when.is[1]: there is no colour"),
    (verb(do={"set": ["thing.colour", "ros"]}), "do.set[1]: there is no colour 'ros'"),
    (verb(do={"set": ["thing.kind", "vat"]}), "the kind of a thing cannot change"),
    (verb(do={"set": ["colour", "rose"]}), "do.set[0]: 'colour' is no attribute"),
    (verb(do={"add": ["thing.colour", 1]}), "do.add[0]: nothing can be added to a colour"),
    (verb(do={"draw": ["thing.colour", ["rose", "ros"]]}), "do.draw[1][1]: a colour is never 'ros'"),
    (verb(do={"draw": ["thing.colour", []]}), "there is nothing to draw from"),
    (verb(do={"move": ["rose_vat", "actor"]}), "'rose_vat' cannot be moved: its kind is not portable"),
    (verb(do={"move": ["thing", "nowhere"]}), "do.move[1]: nothing in home is called 'nowhere'"),
    (verb(do={"make": {"kind": "cloth", "in": "place"}}), "do.make.kind: there is nothing to make it from"),
    (verb(do={"remove": "actor"}), "do.remove: 'actor' is not what can stand here"),
    (verb(do={"join": ["actor", "queue"]}), "do.join[1]: there is no list 'queue'"),
    (verb(do={"learn": ["actor", "news"]}), "do.learn[1]: there is no fact 'news'"),
    (verb(do={"if": {"test": {"is": ["thing.colour", "rose"]}}}), "do.if: it changes nothing"),
    (verb(do={"if": {"test": [], "else": {"remove": "cloth_z"}}}), "do.if.else.remove: nothing in"),
]  # fmt: skip

WORDINGS: list[tuple[Changes, str]] = [
    (verb(base="take it"), "verbs.take.base: {thing} is missing in this wording"),
    (verb(base="take {thing} from {target}"), "verbs.take.base: nothing fills {target} here"),
    (verb(past="taken"), "verbs.take.past: {thing} is missing in this wording"),
    ({"tags": {"taking": {"base": "take"}}}, "tags.taking.base: base, past and ing must have the same"),
    ({"tags": {"taking": {"ing": "taking"}}}, "tags.taking.ing: base, past and ing must have the same"),
    (verb(nouns={"target": "vat"}), "verbs.take.nouns.target: the wording has no {target}"),
    (verb(says={"you": "You take {thng}."}), "says.you: nothing fills {thng} here; expected one of"),
    (verb(says={"other": "{actor} takes {thing.__class__}."}), "nothing fills {thing.__class__} here"),
    (verb(says={"other": "Somebody takes {thing}."}), "says.other: {actor} is missing"),
    (verb(says={"other": ["{actor} takes {thing}.", "{actor} {takes."]}),
     "other[1]: a brace without its other"),
    (verb(says={"dim": "{actor} does something."}), "says.dim: nothing fills {actor} here; expected {place}"),
    (verb(fails={"when": [], "say": "The {target} is empty."}), "fails.say: nothing fills {target} here"),
    ({"tags": {"taking": {"base": "take {things}"}}}, "tags.taking.base: nothing fills {things} here"),
    ({"sanctions": {"click": {"say": "{sanctioner} clicks."}}}, "say: {target} is missing in this wording"),
    ({"sanctions": {"click": {"you": "A click."}}}, "you: {sanctioner} is missing in this wording"),
    ({"sanctions": {"click": {"you": "{actor} clicks."}}}, "click.you: nothing fills {actor} here"),
    (home(places={"yard": {"prose": "A {colour} yard."}}),
     "prose: nothing fills {colour} here; expected no placeh"),
    (home(tasks={"cloth": {"brief": "Dye {thing}."}}), "brief: nothing fills {thing} here"),
    (home(people={"first": {"habits": "{thing} hums."}}), "habits: nothing fills {thing} here"),
    ({"title": ""}, "title"),
    ({"title": "   "}, "title: this text is empty"),
    ({"title": "Two\nlines"}, "title: this text must stay on one line"),
    ({"about": "a\x1b[31mb"}, "about: this text holds characters that cannot be seen"),
    ({"styles": {"formal": "x" * 1300}}, "styles.formal: this text is too long"),
]  # fmt: skip

ERRANDS_AND_DRAWS: list[tuple[Changes, str]] = [
    (home(errands={"manners": {"steps": [{"tag": "honoring"}]}}), "steps[0].tag: there is no tag 'honoring'"),
    (home(errands={"manners": {"steps": [{"verb": "dig"}]}}), "steps[0].verb: there is no verb 'dig'"),
    (home(errands={"manners": {"steps": [{"thing.kind": "vat"}]}}), "an act is named by 'verb' or by 'tag'"),
    (home(errands={"manners": {"steps": [{"verb": "bow", "tag": "taking"}]}}),
     "an act is named by 'verb' or by"),
    (home(errands={"manners": {"steps": [{"tag": "taking", "thing.kind": "vat"}]}}), "is ever 'vat'"),
    (home(errands={"manners": {"steps": [{"tag": "taking", "target.kind": "vat"}]}}),
     "has all the slots tested"),
    (home(errands={"manners": {"steps": [{"tag": "taking", "thing.role": "dyer"}]}}),
     "'thing' has no 'role'"),
    (home(errands={"manners": {"steps": [{"tag": "taking", "one.role": "dyer"}]}}),
     "'one' is not what can be"),
    (home(errands={"manners": {"steps": [{"tag": "taking", "thing": "cloth"}]}}),
     "'thing' alone takes a variable"),
    (home(errands={"manners": {"steps": [{"tag": "taking", "colour": "rose"}]}}), "an act has no 'colour'"),
    (home(errands={"manners": {"steps": [{"tag": "taking", "hour": "noon"}]}}), "there is no hour 'noon'"),
    (home(vary=[{"shuffle": "colour", "among": ["rose_vat", "rose_vta"]}]), "did you mean 'rose_vat'?"),
    (home(vary=[{"shuffle": "colour", "among": ["rose_vat", "rose_vat"]}]), "among: 'rose_vat' is listed 2"),
    (home(vary=[{"shuffle": "role", "among": ["rose_vat", "slate_vat"]}]),
     "'rose_vat' has no attribute 'role'"),
    (home(vary=[{"shuffle": "at", "among": ["yard", "cloth_a"]}]), "a place is nowhere"),
    (home(vary=[{"shuffle": "at", "among": ["first", "rag"]}], things=rag_at("rose_vat")),
     "'first' is a person and cannot be in 'rose_vat'"),
    (home(vary=[{"shuffle": "at", "among": ["rose_vat", "rag"]}], things=rag_at("first")),
     "'rose_vat' could come to be held by 'first'"),
    (home(vary=[{"shuffle": "at", "among": ["rose_vat", "rag"]}], things=rag_at("rose_vat")),
     "'rose_vat' could come to be inside itself"),
    (home(vary=[{"pick": "rose_vat.colour", "values": ["rose", "mauve"]}]),
     "values[1]: a colour is never 'mauve'"),
    (home(vary=[{"pick": "colour", "values": ["rose", "amber"]}]), "pick: 'colour' is no attribute"),
    (home(vary=[{"pick": "cloth_a.at", "values": ["yard", "cloth_a"]}]), "could come to be inside itself"),
    (home(vary=[{"pick": "cloth_a.at", "values": ["yard", "moon"]}]),
     "there is no place, thing or person 'moon'"),
    (home(rules=[{"for": "cat", "do": {"set": ["it.colour", "rose"]}}]),
     "rules[0].for: there is no kind 'cat'"),
    (home(rules=[{"at": "noon", "do": {"set": ["rose_vat.colour", "rose"]}}]), "there is no hour 'noon'"),
    (home(rules=[{"do": {"set": ["it.colour", "rose"]}}]), "'it' stands for something only inside"),
    (home(rules=[{"do": {"set": ["actor.role", "dyer"]}}]), "'actor' stands for nothing here"),
    (home(rules=[{"do": {"set": ["rose_vat.colour", "rose"]}, "say": "{it} fades."}]),
     "nothing fills {it} here"),
]  # fmt: skip

NO_GREETING: Changes = {"elsewhere": {"verbs": ["take", "put", "dye", "bow"]}}
FORBIDDEN: Changes = {"form": "prohibition", "act": {"tag": "dyeing"}}
NORMS: list[tuple[Changes, str]] = [
    (norm({"act": {"tag": "dyeing"}}), "norms.new.rule.form: the field 'form' is missing"),
    (norm({**FORBIDDEN, "form": "prohibitoin"}), "there is no form 'prohibitoin'"),
    (norm(FORBIDDEN, family="atribute"), "norms.new.family: there is no family 'atribute'"),
    (norm(FORBIDDEN, c=["rose"]), "norms.new.params.c: the rule does not use $c"),
    (norm(changed(FORBIDDEN, {"act": {"target.colour": "$c"}})), "there is no parameter '$c'"),
    (norm(changed(FORBIDDEN, {"act": {"target.colour": "$c"}}), c=[]), "$c stands for nothing"),
    (norm(changed(FORBIDDEN, {"act": {"target.colour": "$c"}}), c=["rose", "rose"]),
     "'rose' is listed 2 times"),
    (norm(changed(FORBIDDEN, {"act": {"target.colour": "$c"}}), c=["rose", "mauve"]),
     "params.c[1]: there is no"),
    (norm(changed(FORBIDDEN, {"act": {"target.colour": "$c"}}), c=[1]), "params.c[0]: expected a name"),
    (norm({"form": "deadline", "within": "$n", **FORBIDDEN}, n=list(range(300))),
     "more than 200 rules come of this"),
    (norm({**FORBIDDEN, "when": [{"place.cover": "open"}] * 50}), "norms.new.rule: too long for one rule"),
    ({"norms": {f"n{n}": {"family": "deadline", "rule": {**FORBIDDEN, "form": "deadline", "within": "$n"},
                          "params": {"n": list(range(200))}} for n in range(10)}},
     "norms.n9: more than 2,000 rules come of the norms so far"),
    (norm(changed(FORBIDDEN, {"act": {"target.colr": "rose"}})), "did you mean 'target.colour'?"),
    (norm(changed(FORBIDDEN, {"act": {"target.holds": "cloth"}})), "'target' has no 'holds' to test"),
    (norm(changed(FORBIDDEN, {"act": {"place.cover": ["open"]}})), "expected a name, not"),
    (norm({**FORBIDDEN, "when": [{"actor.role": "dyer"}]}), "'actor' is not what can be tested here"),
    (norm({**FORBIDDEN, "when": [{"not": {"one.holds": "vat"}}]}), "nobody in home ever has holds 'vat'"),
    (norm({**FORBIDDEN, "unless": [{"has": {"verb": "bo"}, "window": "today"}]}),
     "unless[0].has.verb: there is no"),
    (norm({"form": "speech", "act": {"tag": "greeting"}, "style": "loud"}),
     "norms.new.rule.style: there is no style"),
    (norm({"form": "prohibition", "act": {"verb": "greet"}}) | NO_GREETING,
     "'greet' is not among the verbs of elsewhere"),
    (norm({"form": "prohibition", "act": {"tag": "greeting"}}) | NO_GREETING,
     "'greeting' is the tag of no verb of elsewhere"),
    (norm(changed(FORBIDDEN, {"act": {"target.colour": "raw"}})),
     "nothing that can fill 'target' in home is ever 'raw'"),
    (norm({**FORBIDDEN, "when": [{"present.wears": "cap"}]}), "nobody in home ever has wears 'cap'"),
    (norm({**FORBIDDEN, "when": [{"place.cover": "open"}]})
     | {"elsewhere": {"places": {"green": {"attributes": {"cover": "roofed"}}}}},
     "no place in elsewhere ever has cover 'open'"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "said"), WORLD + VERBS + WORDINGS + ERRANDS_AND_DRAWS + NORMS)
def test_each_mistake_is_found_once_and_named(changes: Changes, said: str) -> None:
    found = told(**changes)
    assert len(found) == 1 and said in found[0], "\n".join(found)


def test_a_value_that_only_an_act_or_the_draw_brings_about_counts_as_there() -> None:
    bare = {"people": {"owner": {"attributes": {"wears": None}}, "hand": {"attributes": {"wears": None}}}}
    rule = norm({**FORBIDDEN, "when": [{"present.wears": "sash"}]})
    assert told(**rule, elsewhere=bare) == [
        "norms.new.rule.when[0].present.wears: nobody in elsewhere ever has wears 'sash'"
    ]
    assert told(**rule, elsewhere=bare, verbs={"bow": {"do": {"set": ["actor.wears", "sash"]}}}) == []
    drawn = {**bare, "vary": [{"pick": "hand.wears", "values": ["sash", "cap"]}]}
    assert told(**rule, elsewhere=drawn) == []


def test_a_verb_of_both_settings_must_make_sense_in_both() -> None:
    assert told(**verb(when={"in": ["actor", "loft"]})) == [
        "verbs.take.when.in[1]: nothing in elsewhere is called 'loft'; "
        "expected one of actor, place, thing, you, green, shed, rose_trough, amber_trough, …"
    ]


def test_a_verb_of_no_setting_is_checked_all_the_same() -> None:
    says = {"you": "You sing.", "other": "{actor} sings."}
    sing = {"base": "sing", "past": "sung", "ing": "singing", "tags": "greeting", "says": says}
    sing["when"] = {"in": ["actor", "lof"]}
    assert told(verbs={"sing": sing})[0].endswith("did you mean 'loft'?")


def test_people_can_only_be_moved_to_a_place() -> None:
    with pytest.raises(WorldError, match="people can only be moved to a place"):
        small_world(**verb(do=[{"move": ["actor", "thing"]}]))


def test_waiting_is_always_possible() -> None:
    waiting = {
        "base": "wait",
        "past": "waited",
        "ing": "waiting",
        "tags": ["waiting"],
        "when": [{"is": [{"clock": "day"}, 0]}],
        "says": {"you": "You wait.", "other": "{actor} waits."},
    }
    with pytest.raises(WorldError, match="waiting must always be possible"):
        small_world(verbs={"wait": waiting})
