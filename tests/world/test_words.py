"""The lexicon of a world: its own words, those that every world has, and what may be said instead."""

from builders import small_world

from normquest.norms.english import render
from normquest.norms.reading import read
from normquest.norms.templates import templates
from normquest.world.lexicon import ActWords, AttributeWords
from normquest.world.loader import parse_world
from normquest.world.starter import starter
from normquest.world.words import lexicon_of

LEXICON = lexicon_of(small_world().world)


def test_verbs_and_tags_read_as_the_file_says() -> None:
    assert LEXICON.verbs["dye"] == ActWords(
        "dye {thing} in {target}",
        "dyed {thing} in {target}",
        "dyeing {thing} in {target}",
        {"thing": "cloth", "target": "vat"},
    )
    assert LEXICON.tags["honouring"].past == "honoured {addressee}"


def test_a_slot_without_a_noun_gets_one_from_what_may_fill_it() -> None:
    assert LEXICON.verbs["take"].nouns == {"thing": "cloth"}
    assert LEXICON.verbs["bow"].nouns == {"addressee": "person"}
    assert LEXICON.tags["taking"].nouns == {"thing": "thing"}


def test_going_and_waiting_have_words_in_every_world() -> None:
    assert LEXICON.verbs["go"] == ActWords(
        "go to {target}", "gone to {target}", "going to {target}", {"target": "place"}
    )
    assert LEXICON.verbs["wait"].ing == LEXICON.tags["waiting"].ing == "waiting"
    assert LEXICON.tags["moving"].base == "go to {target}"


def test_a_world_may_word_them_itself() -> None:
    walk = {"base": "walk to {target}", "past": "walked to {target}", "ing": "walking to {target}"}
    lexicon = lexicon_of(small_world(tags={"moving": walk}).world)
    assert lexicon.tags["moving"].base == "walk to {target}"
    assert lexicon.verbs["go"].base == "go to {target}"


def test_attributes_keep_their_values_and_like_tokens() -> None:
    assert LEXICON.attributes["colour"].tokens == (("rose", "amber", "slate"),)
    assert LEXICON.attributes["wears"] == AttributeWords(
        "wearing", ("person",), {"sash": "a grey sash", "cap": "a cap"}
    )


def test_kinds_what_one_holds_hours_and_styles_are_attributes_too() -> None:
    attributes = LEXICON.attributes
    assert attributes["kind"] == AttributeWords("noun", ("thing",), {"cloth": "cloth", "vat": "vat"})
    assert attributes["holds"] == AttributeWords("holding", ("person",), {"cloth": "a cloth"})
    assert attributes["hour"].values == {"morning": "in the morning", "dusk": "at dusk"}
    assert attributes["name"] == AttributeWords(
        "adverb", ("style",), {"formal": "formally", "plain": "plainly"}
    )
    assert "name" not in lexicon_of(parse_world(starter("a", "A"), "a.yaml").world).attributes


def test_a_synonym_stands_for_the_words_before_the_first_slot() -> None:
    lexicon = lexicon_of(small_world(verbs={"bow": {"synonyms": ["bend the knee to"]}}).world)
    assert lexicon.synonyms["pick up"] == lexicon.synonyms["get"] == "take"
    assert lexicon.synonyms["bend the knee to"] == "bow to"
    assert lexicon.synonyms["head for"] == "go to"


def test_what_some_verb_or_tag_says_itself_is_nobodys_synonym() -> None:
    lexicon = lexicon_of(small_world(verbs={"bow": {"synonyms": ["greet", "honour", "put"]}}).world)
    assert not {"greet", "honour", "put"} & set(lexicon.synonyms)


def test_a_synonym_means_what_it_means_at_home() -> None:
    verbs = {"take": {"synonyms": ["lift"]}, "put": {"synonyms": ["lift"]}}
    without = {"verbs": ["put", "dye", "bow", "greet"]}
    at_home = {"verbs": ["take", "dye", "bow", "greet"]}
    world = small_world(verbs=verbs, home=at_home, elsewhere=without).world
    assert lexicon_of(world).synonyms["lift"] == "take"


def test_every_norm_of_a_world_reads_as_a_sentence_that_reads_back() -> None:
    for source in (small_world(), parse_world(starter("a", "A"), "a.yaml")):
        lexicon = lexicon_of(source.world)
        for template in templates(source.world):
            for _, rule in template.instances:
                assert read(render(rule, lexicon), lexicon) == rule
