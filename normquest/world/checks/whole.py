"""All checks of a world, in one call."""

from __future__ import annotations

from normquest.world.checks.draws import check_draws
from normquest.world.checks.layout import check_layout
from normquest.world.checks.names import Names, Scope
from normquest.world.checks.norms import check_norms
from normquest.world.checks.plans import check_plans
from normquest.world.checks.terms import Terms
from normquest.world.checks.verbs import check_facts, check_shared, check_sight, check_synonyms, check_verbs
from normquest.world.checks.wordings import check_wordings
from normquest.world.report import Report
from normquest.world.schema import World


def check_world(world: World, report: Report) -> None:
    """Note all that does not fit together in a well-formed world: names, values, ways, wordings, norms."""
    check_shared(world, report)
    check_wordings(world, report)
    settings = [Names(world, "home", (world.home,)), Names(world, "elsewhere", (world.elsewhere,))]
    for names in settings:
        setting, terms = names.settings[0], Terms(Scope(names), report)
        check_layout(world, setting, names, report)
        check_verbs(world, names, terms, names.verbs)
        check_synonyms(names, report)
        check_sight(world, names, terms)
        check_plans(world, setting, names, terms, report)
        check_draws(setting, names, report)
    both = Names.both(world)
    anywhere = Terms(Scope(both), report)
    unused = [verb for verb in world.verbs if not any(verb in names.verbs for names in settings)]
    check_verbs(world, both, anywhere, unused)
    check_facts(world, anywhere)
    check_norms(world, settings, report)
