"""People and models read the same words, and choose from the same."""

from newcomers import parity
from newcomers.brains import sensible
from newcomers.playing import live_for, served
from newcomers.server import Answer
from normquest.front import offers
from normquest.newcomers.chat.prompts import TEMPLATES
from normquest.newcomers.chat.vocabulary import statement_menu
from normquest.norms.reading import read_rule
from normquest.session.worlds import open_world
from normquest.world.words import lexicon_of


def test_the_same_observation_and_the_same_choices() -> None:
    """The small sibling of the long test of fifty episodes."""
    switches = {"attribution": True, "recognition": True, "counterfactual": True}
    for arm, prompt in zip(("both", "blind", "sham"), TEMPLATES, strict=True):
        live, server = served(
            lambda asked: Answer(sensible(asked)), prompt=prompt, switches={**switches, "arm": arm}
        )
        assert parity.check(live, server.calls) > 25


def test_a_model_is_shown_every_word_of_a_persons_menus() -> None:
    for lexicon in (lexicon_of(live_for().case.home.world), lexicon_of(open_world("dye_kitchen").world)):
        menu = statement_menu(lexicon)
        acts = offers.acts(lexicon)
        for item in (*offers.forms()[:-1], *acts, *offers.states(lexicon), *offers.styles(lexicon)):
            assert item.text in menu, item.text
        for act in acts:
            for detail in offers.details(act.value, lexicon):
                said = detail.text.removeprefix("in the ").removeprefix("at ")
                assert said in menu, detail.text
        for window in ("since entering", "today", "at any time", "within one's last"):
            assert window in menu


def test_the_sentences_of_the_menu_can_be_read() -> None:
    """What stands in brackets behind an act is how it is written in a rule."""
    lexicon = lexicon_of(open_world("dye_kitchen").world)
    menu = statement_menu(lexicon)
    listed = menu.partition("Kinds of acts")[2].partition("What can be said")[0]
    acts = [part.partition(")")[0] for part in listed.split(" (")[2:]]
    assert len(acts) > 30
    for act in acts:
        assert read_rule(f"It is forbidden to {act}.", lexicon) is not None, act


def test_the_briefing_says_no_more_than_people_are_told() -> None:
    for template in TEMPLATES.values():
        for word in ("norm", "rule", "custom", "sanction", "mind", "offence", "benchmark", "test"):
            assert word not in template.system.lower(), (template.name, word)
