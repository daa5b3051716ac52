"""The chat models among the members of a society that is watched or sat in, with what they may use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from normquest.cli.model_options import means_of, specs_of

if TYPE_CHECKING:
    from normquest.front.societies.opening import Models


def models_of(members: str | None, given: dict[str, Any]) -> Models:
    """The models, each made once, so that what its client refuses is said at once. Raises SessionError."""
    from normquest.front.societies.opening import NO_MODELS, Models
    from normquest.session.societies.names import models_among

    specs = specs_of(models_among(members or ""), given)
    if not specs:
        return NO_MODELS
    from normquest.session.models import check_models

    means = means_of(given)
    check_models(specs, means)
    return Models(specs, means)
