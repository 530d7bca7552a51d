"""What tests/ and properties/ share: the Hypothesis profiles and the marker `nightly`.

A profile is chosen by `--hypothesis-profile NAME`, else by the environment variable ANTICOLLAPSE_PROFILE, else it is
`ci` where the environment variable CI is set and `dev` elsewhere. No test sets max_examples: the profile does.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

CI_EXAMPLES = 50
EXAMPLES = {"dev": 10, "ci": CI_EXAMPLES, "nightly": 20 * CI_EXAMPLES}


def register_profiles() -> None:
    """Make the profiles known to Hypothesis; nightly draws 20 times as many examples as ci."""
    for name, examples in EXAMPLES.items():
        # A blob printed with a failure is the one line, a decorator, that replays it. No deadline and no health check
        # on time: exact arithmetic on an unlucky draw is slow, not wrong. ci draws the same examples in every run, so
        # that a red run is about the change; nightly is where new ones are found.
        settings.register_profile(
            name,
            max_examples=examples,
            deadline=None,
            print_blob=True,
            derandomize=name == "ci",
            suppress_health_check=[HealthCheck.too_slow],
        )


def profile_by_environment() -> str:
    """The profile where the command line names none.

    Raises:
        pytest.UsageError: ANTICOLLAPSE_PROFILE is not the name of a profile.
    """
    name = os.environ.get("ANTICOLLAPSE_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
    if name not in EXAMPLES:
        message = f"ANTICOLLAPSE_PROFILE={name!r}: required is one of {', '.join(EXAMPLES)}; unset it for the default"
        raise pytest.UsageError(message)
    return name


def pytest_report_header() -> str:
    """Name the profile at the head of a run."""
    name = settings.get_current_profile_name()
    return f"anticollapse: profile {name}, {EXAMPLES[name]} examples"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect, not skip, what is marked nightly, unless the profile is nightly."""
    if settings.get_current_profile_name() == "nightly":
        return
    nightly = [item for item in items if item.get_closest_marker("nightly")]
    if nightly:
        config.hook.pytest_deselected(items=nightly)
        items[:] = [item for item in items if not item.get_closest_marker("nightly")]


register_profiles()
# The Hypothesis plugin loads the one of --hypothesis-profile after this, so that the command line wins.
settings.load_profile(profile_by_environment())
