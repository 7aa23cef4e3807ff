"""The code keeps the shape that docs/architecture.md draws. `make imports` checks who may import whom."""

import re
from pathlib import Path

import grimp
import networkx
import pytest

PACKAGES = ("club", "criccone", "scoring", "tournaments")


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*PACKAGES, include_external_packages=False)


def test_no_two_files_import_each_other(imports: grimp.ImportGraph) -> None:
    graph = networkx.DiGraph()
    for importer in imports.modules:
        for imported in imports.find_modules_directly_imported_by(importer):
            graph.add_edge(importer, imported)
    cycles = [sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1]
    assert cycles == []


def test_only_views_speak_of_http_errors() -> None:
    own = [path for path in Path("tournaments").rglob("*.py") if path.parts[1] not in ("web", "urls.py")]
    assert [str(path) for path in own if "Http404" in path.read_text()] == []


def test_the_map_names_every_package_and_no_other() -> None:
    page = Path("docs/architecture.md").read_text()
    inside = page.partition("## Inside tournaments")[2].partition("##")[0]
    rows = re.findall(r"^\| ((?:`[\w/]+`(?:, )?)+) \|", inside, re.M)
    drawn = {name.rstrip("/") for row in rows for name in re.findall(r"`([\w/]+)`", row)}
    there = {path.stem for path in Path("tournaments").iterdir() if path.suffix in ("", ".py")}
    assert drawn == there - {"__init__", "__pycache__", "apps", "urls", "migrations"}


def test_the_tests_of_tournaments_lie_in_folders_named_after_its_packages() -> None:
    def folders(root: str) -> set[str]:
        return {path.parent.name for path in Path(root).glob("*/__init__.py")}

    assert folders("tests/tournaments") - folders("tournaments") == set()
