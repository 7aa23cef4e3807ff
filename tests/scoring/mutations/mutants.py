"""The engine with one number or one comparison changed, and whether anybody notices.

``python -m tests.scoring.mutations.mutants bolognese`` prints the mutants that its battery does not notice.
A mutant is tried in a process of its own, forked from one that has not imported the engine: what it breaks or
leaves behind ends with its process. Only what the battery imports is loaded, the package itself being left
empty, so that a hundred mutants take seconds.
"""

import ast
import importlib
import importlib.abc
import importlib.util
import os
import signal
import sys
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
#: A mutant that never ends is noticed too: so long of the processor, however busy the machine is.
PATIENCE_SECONDS = 10
#: Its own module would import every game.
_LEFT_EMPTY = "scoring"

_OTHER = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


@dataclass(frozen=True)
class Mutant:
    """A module with one change; ``name`` shows the line as it was and as it is."""

    module: str
    name: str
    tree: ast.Module


def mutants(module: str) -> Iterator[Mutant]:
    """Every number of the module one higher and one lower, and every comparison turned into its neighbour."""
    source = _path(module).read_text()
    lines = source.splitlines()
    for place, node in enumerate(ast.walk(ast.parse(source))):
        for change in range(_changes(node)):
            tree = ast.parse(source)
            changed = next(other for number, other in enumerate(ast.walk(tree)) if number == place)
            told = _change(changed, change)
            line = lines[node.lineno - 1].strip()
            yield Mutant(module, f"{module.rpartition('.')[2]}: {line} [{told}]", tree)


def _changes(node: ast.AST) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return 2
    return len(node.ops) if isinstance(node, ast.Compare) else 0


def _change(node: ast.AST, which: int) -> str:
    if isinstance(node, ast.Constant):
        before = node.value
        node.value = before + (1 if which == 0 else -1)
        return f"{before} -> {node.value}"
    before = type(node.ops[which])
    node.ops[which] = _OTHER[before]()
    return f"{before.__name__} -> {_OTHER[before].__name__}"


def survivors(modules: tuple[str, ...], battery: Callable[[], None]) -> list[str]:
    """The names of the mutants under which the battery finds nothing wrong.

    The battery imports the engine itself and raises when an answer is not the right one.
    """
    return [
        mutant.name for module in modules for mutant in mutants(module) if not _is_noticed(mutant, battery)
    ]


def passes_unchanged(modules: tuple[str, ...], battery: Callable[[], None]) -> bool:
    """Whether the battery finds nothing wrong with the modules as they are, each in a mutant's place."""
    unchanged = [Mutant(module, module, ast.parse(_path(module).read_text())) for module in modules]
    return not any(_is_noticed(mutant, battery) for mutant in unchanged)


def _is_noticed(mutant: Mutant, battery: Callable[[], None]) -> bool:
    child = os.fork()
    if child == 0:
        _try(mutant, battery)
    _, status = os.waitpid(child, 0)
    return status != 0


def _try(mutant: Mutant, battery: Callable[[], None]) -> None:
    """Ends the process: with 0 when the battery finds nothing wrong."""
    status = 1
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE_SECONDS)
        _import_with(mutant)
        battery()
        status = 0
    finally:
        os._exit(status)


def _import_with(mutant: Mutant) -> None:
    """From here on the engine is imported anew, the mutant in the place of its module."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "scoring"]:
        del sys.modules[name]
    package = types.ModuleType(_LEFT_EMPTY)
    package.__path__ = [str(ROOT / _LEFT_EMPTY)]
    sys.modules[_LEFT_EMPTY] = package
    sys.meta_path.insert(0, _Finder(mutant))


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, fullname, _path, _target=None):
        if fullname != self.mutant.module:
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def exec_module(self, module):
        exec(compile(self.mutant.tree, str(_path(self.mutant.module)), "exec"), module.__dict__)  # noqa: S102


def _path(module: str) -> Path:
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def main(name: str) -> None:
    """Prints ``ok`` when the battery accepts the engine as it is, then the mutants it accepts too."""
    deck = importlib.import_module(f"tests.scoring.mutations.{name}")
    # What is worked out without the engine is worked out once, before the mutants part.
    getattr(deck, "prepare", lambda: None)()
    if passes_unchanged(deck.MODULES, deck.battery):
        sys.stdout.write("ok\n")
        sys.stdout.writelines(f"{survivor}\n" for survivor in survivors(deck.MODULES, deck.battery))


if __name__ == "__main__":
    main(sys.argv[1])
