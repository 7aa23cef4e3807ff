"""The engine with one number or one comparison changed, and whether anybody notices.

``python -m tests.scoring.mutations.mutants bolognese`` prints the mutants that its battery does not notice.
A mutant is tried in a process of its own, forked from one in which the battery has passed: what it breaks
or leaves behind ends with its process; those that are known to say the same are tried together. Only the
mutant's module and what imports it are loaded anew, so that whatever the others have worked out is there
already; and only what the battery imports is loaded at all, the package itself being left empty. So
hundreds of mutants take seconds.
"""

import ast
import copy
import gc
import importlib
import importlib.abc
import importlib.util
import itertools
import math
import os
import signal
import sys
import time
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
#: A mutant that never ends is noticed too: after so many times what the battery takes of the processor where
#: nothing is worked out yet, which for a mutant most is, and no less than so long.
PATIENCE = 2
LEAST_PATIENCE_SECONDS = 0.5
#: So many ways at most of choosing among twins at once: all but one are noticed, which is soon.
MOST_CHOICES = 8
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
    #: Which nodes of the module, as they are walked, and which change of each.
    changes: tuple[tuple[int, int], ...] = ()
    #: The module, and the first line of the function that has the one change in it, or of the change where
    #: none has.
    place: tuple[str, int] = ("", 0)

    def tree(self) -> ast.Module:
        """The module with its changes."""
        tree = ast.parse(_path(self.module).read_text())
        nodes = list(ast.walk(tree))
        for place, which in self.changes:
            _change(nodes[place], which)
        return tree


#: Mutants of one name, of which one is expected.
Twins = tuple[Mutant, ...]


def mutants(module: str) -> Iterator[Mutant]:
    """Every number of the module one higher and one lower, and every comparison turned into its neighbour."""
    source = _path(module).read_text()
    lines = source.splitlines()
    tree = ast.parse(source)
    within = _functions(tree)
    for number, node in enumerate(ast.walk(tree)):
        for which in range(_changes(node)):
            told = _change(copy.deepcopy(node), which)
            line = lines[node.lineno - 1].strip()
            name = f"{module.rpartition('.')[2]}: {line} [{told}]"
            yield Mutant(module, name, ((number, which),), (module, within.get(node, node.lineno)))


def _functions(tree: ast.Module) -> dict[ast.AST, int]:
    """For each node of a function the line where that begins; of one in another, the inner one's."""
    found = {}
    for function in ast.walk(tree):  # the outer ones come first
        if isinstance(function, ast.FunctionDef):
            found |= dict.fromkeys(ast.walk(function), function.lineno)
    return found


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


def survivors(
    modules: tuple[str, ...], battery: Callable[[], None], expected: tuple[str, ...] = ()
) -> list[str] | None:
    """The names of the mutants under which the battery finds nothing wrong; None where it finds something
    wrong with the modules as they are, each in a mutant's place.

    The battery imports the engine itself and raises when an answer is not the right one. Mutants that are
    expected to say the same say it together too, unless they meet: they are tried all at once, and in halves
    only where something is wrong then.
    """
    _leave_the_package_empty()
    start = time.process_time()
    unchanged = [Mutant(module, module) for module in modules]
    if _is_noticed(unchanged, battery, math.inf):
        return None
    battery()
    patience = max(LEAST_PATIENCE_SECONDS, PATIENCE * (time.process_time() - start))
    # What every mutant needs is worked out before they part.
    _importers({*modules})
    gc.freeze()
    every = [mutant for module in modules for mutant in mutants(module)]
    return [mutant.name for mutant in _accepted(every, expected, battery, patience)]


def _accepted(
    every: list[Mutant], expected: tuple[str, ...], battery: Callable[[], None], patience: float
) -> list[Mutant]:
    """Those that are expected, tried at once, and all others that the battery accepts, each tried alone."""
    groups = _at_once(every, expected)
    found = [mutant for group in groups for mutant in _unnoticed(group, battery, patience)]
    tried = {mutant for group in groups for twins in group if len(twins) == 1 for mutant in twins}
    left = [mutant for mutant in every if mutant not in tried and mutant not in found]
    alone = [mutant for mutant in left if not _is_noticed([mutant], battery, patience)]
    # The others of its list may hide what one changes: where its twin is accepted, it is tried alone.
    doubtful = [mutant for mutant in found if mutant.name in {each.name for each in alone}]
    wrong = [mutant for mutant in doubtful if _is_noticed([mutant], battery, patience)]
    return [mutant for mutant in [*found, *alone] if mutant not in wrong]


def _unnoticed(together: list[Twins], battery: Callable[[], None], patience: float) -> list[Mutant]:
    """Those that the battery accepts, one of each twins, tried at once; where it accepts none of the choices,
    one half after the other."""
    for chosen in itertools.product(*together):
        if not _is_noticed(_joined(chosen), battery, patience):
            return [*chosen]
    half = len(together) // 2
    parts = (together[:half], together[half:]) if half else ()
    return [mutant for part in parts for mutant in _unnoticed(part, battery, patience)]


def _at_once(every: list[Mutant], expected: tuple[str, ...]) -> list[list[Twins]]:
    """The mutants that are expected, in as few lists as need be for no function, and no line outside of
    them, to be changed twice in one: of changes that say the same, two that meet often say something else."""
    wanted = Counter(expected)
    named: dict[str, list[Mutant]] = {}
    for mutant in every:
        named.setdefault(mutant.name, []).append(mutant)
    lists: list[list[Twins]] = []
    for name, alike in named.items():
        for twins in _apart(alike, wanted[name]):
            free = next((each for each in lists if _has_room(each, twins)), None)
            if free is None:
                lists.append(free := [])
            free.append(twins)
    return lists


def _apart(alike: list[Mutant], wanted: int) -> list[Twins]:
    """Each by itself where all of that name are expected; where one is, all of them, for it to be found; else
    none: those are tried alone."""
    if len(alike) == wanted:
        return [(mutant,) for mutant in alike]
    return [tuple(alike)] if wanted == 1 else []


def _has_room(group: list[Twins], more: Twins) -> bool:
    taken = {mutant.place for twins in group for mutant in twins}
    choices = math.prod(map(len, [*group, more]))
    return choices <= MOST_CHOICES and taken.isdisjoint(mutant.place for mutant in more)


def _joined(mutants: Iterable[Mutant]) -> list[Mutant]:
    """One mutant for each module, with all the changes."""
    changes: dict[str, tuple[tuple[int, int], ...]] = {}
    for mutant in mutants:
        changes[mutant.module] = changes.get(mutant.module, ()) + mutant.changes
    return [Mutant(module, module, of_module) for module, of_module in changes.items()]


def _is_noticed(changed: list[Mutant], battery: Callable[[], None], patience: float) -> bool:
    child = os.fork()
    if child == 0:
        _try(changed, battery, patience)
    _, status = os.waitpid(child, 0)
    return status != 0


def _try(changed: list[Mutant], battery: Callable[[], None], patience: float) -> None:
    """Ends the process: with 0 when the battery finds nothing wrong."""
    status = 1
    try:
        if patience < math.inf:
            signal.setitimer(signal.ITIMER_VIRTUAL, patience)
        _import_with(changed)
        battery()
        status = 0
    finally:
        os._exit(status)


def _leave_the_package_empty() -> None:
    for name in _loaded():
        del sys.modules[name]
    package = types.ModuleType(_LEFT_EMPTY)
    package.__path__ = [str(ROOT / _LEFT_EMPTY)]
    sys.modules[_LEFT_EMPTY] = package


def _loaded() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] == _LEFT_EMPTY]


def _import_with(changed: list[Mutant]) -> None:
    """From here on these modules are imported anew, the mutants in their places, and so is what imports
    them."""
    for name in _importers({mutant.module for mutant in changed}):
        del sys.modules[name]
        parent, _, own = name.rpartition(".")
        vars(sys.modules.get(parent, types)).pop(own, None)
    sys.meta_path.insert(0, _Finder({mutant.module: mutant for mutant in changed}))


def _importers(modules: set[str]) -> set[str]:
    """Those of the modules that are loaded, and what imports them, however far."""
    found = modules & {*_loaded()}
    imports = {name: _imports(name) for name in _loaded() if name != _LEFT_EMPTY}
    while more := {name for name, used in imports.items() if used & found} - found:
        found |= more
    return found


@cache
def _imports(module: str) -> frozenset[str]:
    """What a module of the engine imports: modules, and names that may be."""
    source = sys.modules[module].__file__
    used: set[str] = set()
    for node in ast.walk(ast.parse(Path(source).read_text())):
        if isinstance(node, ast.ImportFrom):
            used |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            used |= {alias.name for alias in node.names}
    return frozenset(used)


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, mutants: dict[str, Mutant]) -> None:
        self.mutants = mutants

    def find_spec(self, fullname, _path, _target=None):
        if fullname not in self.mutants:
            return None
        return importlib.util.spec_from_loader(fullname, self)

    def exec_module(self, module):
        mutant = self.mutants[module.__name__]
        exec(compile(mutant.tree(), str(_path(mutant.module)), "exec"), module.__dict__)  # noqa: S102


def _path(module: str) -> Path:
    return ROOT.joinpath(*module.split(".")).with_suffix(".py")


def main(name: str) -> None:
    """Prints ``ok`` when the battery accepts the engine as it is, then the mutants it accepts too."""
    deck = importlib.import_module(f"tests.scoring.mutations.{name}")
    # What is worked out without the engine is worked out once, before the mutants part.
    getattr(deck, "prepare", lambda: None)()
    found = survivors(deck.MODULES, deck.battery, tuple(deck.EQUIVALENT))
    if found is not None:
        sys.stdout.write("ok\n")
        sys.stdout.writelines(f"{survivor}\n" for survivor in found)


if __name__ == "__main__":
    main(sys.argv[1])
