"""``python -m monster_widgets lessons``: the lessons, for a teacher who has only pip."""

from __future__ import annotations

import json
import shutil
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from itertools import count
from pathlib import Path

import monster_widgets

from .locales.messages import LOCALES, Words, get_locale

FIRST = "start_here.ipynb"
MEMORY = ".monster_lessons.json"
"""In the folder of the lessons: the digest of each original that its owner got or was offered."""


class Teller(Words):
    """Says the sentences of the command in one language."""

    def __init__(self, locale: str) -> None:
        """Choose the language."""
        super().__init__(locale, "lessons", ())

    def sentence(self, key: str, **values: object) -> str:
        """Return a sentence."""
        return self.text(f"lessons.command.{key}", values)

    def say(self, key: str, **values: object) -> None:
        """Write a sentence to the terminal, at once."""
        sys.stdout.write(self.sentence(key, **values) + "\n")
        sys.stdout.flush()


def main() -> None:
    """Run the command; what cannot be done ends it with one sentence and exit code 1."""
    teller = Teller(get_locale())
    parser = ArgumentParser("python -m monster_widgets", allow_abbrev=False)
    version = f"monster_widgets {monster_widgets.__version__}"
    parser.add_argument("--version", action="version", version=version)
    about, commands = teller.sentence("about"), parser.add_subparsers(metavar="lessons")
    lessons = commands.add_parser("lessons", help=about, description=about, allow_abbrev=False)
    where, tongue, only = map(teller.sentence, ("about_folder", "about_locale", "about_copy_only"))
    lessons.add_argument("folder", nargs="?", default="monster_lessons", type=Path, help=where)
    lessons.add_argument("--locale", choices=LOCALES, default=teller.locale, help=tongue)
    lessons.add_argument("--copy-only", action="store_true", help=only)
    given = parser.parse_args()
    if "folder" not in given:
        parser.print_help()
        return
    folder, teller = given.folder.absolute(), Teller(given.locale)
    if folder.is_file():
        sys.exit(teller.sentence("not_a_folder", path=folder))
    try:
        copy_lessons(folder, teller)
    except OSError as error:
        path, reason = error.filename or folder, error.strerror or error
        sys.exit(teller.sentence("failed", path=path, reason=reason))
    if not given.copy_only:
        start_jupyterlab(folder, f"{given.locale}/{FIRST}", teller)


def copy_lessons(folder: Path, teller: Teller) -> None:
    """Copy all lessons into the folder; over one with its owner's work only if the owner agrees.

    Running a notebook changes it. So that there is not a question every week, it is asked only when
    the package brings an original that its owner neither got nor was offered before.
    """
    originals, seen = find_lessons(), recall(folder)
    due, kept, doubtful = list[str](), list[str](), list[str]()
    for name, original in originals.items():
        here, now, before = digest(folder / name), digest(original), seen.get(name)
        seen[name] = now
        if here == now:
            continue
        if here in (None, before):  # missing, or just as an older package brought it
            due.append(name)
        elif now == before:
            kept.append(name)
        else:
            doubtful.append(name)
    replace = ask(doubtful, teller) if doubtful else False
    if replace is None:
        seen = {name: now for name, now in seen.items() if name not in doubtful}
    for name in doubtful:
        if replace:
            teller.say("aside", name=name, aside=put_aside(folder / name).name)
        (due if replace else kept).append(name)
    for name in due:
        bring(originals[name], folder / name)
    if seen != recall(folder):
        (folder / MEMORY).write_text(json.dumps(seen, indent=1), "utf-8")
    teller.say("ready", folder=folder)
    if kept:
        teller.say("kept", n=len(kept))


def find_lessons() -> dict[str, Path]:
    """Return the lessons, by name: the package's, or those beside it in a repository."""
    package = Path(__file__).parent
    root = next(p / "notebooks" for p in (package, package.parent) if (p / "notebooks").is_dir())
    names = (path.relative_to(root) for path in sorted(root.rglob("*.ipynb")))
    return {n.as_posix(): root / n for n in names if not any(p.startswith(".") for p in n.parts)}


def recall(folder: Path) -> dict[str, object]:
    """Return the digests the folder remembers; none if it is new or its memory is damaged."""
    try:
        memory = json.loads((folder / MEMORY).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return memory if isinstance(memory, dict) else {}


def digest(path: Path) -> str | None:
    """Return the digest of a file, None if there is no such file."""
    return sha256(path.read_bytes()).hexdigest() if path.exists() else None


def ask(names: Sequence[str], teller: Teller) -> bool | None:
    """Ask whether to replace these lessons; None if nobody is there to answer."""
    teller.say("differ")
    sys.stdout.write("".join(f"  {name}\n" for name in names))
    if sys.stdin is None or not sys.stdin.isatty():
        teller.say("nobody")
        return None
    try:
        return input(teller.sentence("question") + " ").strip().lower() == "r"
    except EOFError:
        return None


def put_aside(path: Path) -> Path:
    """Give a file a name that is free, and return it: start_here.bak1.ipynb."""
    names = (path.with_suffix(f".bak{n}{path.suffix}") for n in count(1))
    return path.rename(next(name for name in names if not name.exists()))


def bring(original: Path, copy: Path) -> None:
    """Copy a file, whole or not at all."""
    copy.parent.mkdir(parents=True, exist_ok=True)
    part = copy.with_name(f".{copy.name}.part")
    shutil.copyfile(original, part)
    part.replace(copy)


def start_jupyterlab(folder: Path, lesson: str, teller: Teller) -> None:
    """Open a lesson in JupyterLab, and return when that ends.

    In this process, not in a child: Ctrl + C or a signal ends it as ever, kernels included, on
    Windows too. JupyterLab's own question at Ctrl + C does not work there; `-y` answers it.
    """
    if find_spec("jupyterlab") is None:
        sys.exit(teller.sentence("no_jupyterlab"))
    teller.say("start", lesson=lesson)
    manners = ["-y", "--log-level=ERROR", "--allow-root"]
    place = [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{lesson}"]
    import_module("jupyterlab.labapp").main([*manners, *place])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
