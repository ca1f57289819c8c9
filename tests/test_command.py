"""`python -m monster_widgets lessons`: what it copies, what it asks, and what it never does."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from monster_widgets import __main__ as command
from monster_widgets import __version__
from monster_widgets.__main__ import Teller, copy_lessons
from tests.terminal import CTRL_C, CTRL_D, at_terminal

ROOT = Path(__file__).parents[1]
LESSON = "en/start_here.ipynb"
COMMAND = [sys.executable, "-m", "monster_widgets"]


def environment(**variables: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return {**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **variables}


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder, where nobody is at the terminal."""
    return subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
    )


def files(folder: Path) -> dict[str, bytes]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def lessons(folder: Path) -> dict[str, bytes]:
    return {name: content for name, content in files(folder).items() if name != command.MEMORY}


# ---------------------------------------------------------------- the whole command


@pytest.mark.parametrize(("language", "word"), [("en_GB.UTF-8", "The"), ("es_ES.UTF-8", "Las")])
def test_the_lessons_of_both_languages_are_copied(tmp_path: Path, language: str, word: str) -> None:
    done = run(tmp_path, "lessons", "--copy-only", LANG=language)

    assert (0, "") == (done.returncode, done.stderr)
    assert done.stdout.startswith(f"{word} ")
    assert str(tmp_path / "monster_lessons") in done.stdout
    copied = lessons(tmp_path / "monster_lessons")
    assert {f"{locale}/{command.FIRST}" for locale in ("en", "es")} <= set(copied)
    assert copied == {n: (ROOT / "notebooks" / n).read_bytes() for n in copied}


def test_a_second_time_everything_is_left_as_it_is(tmp_path: Path) -> None:
    first = run(tmp_path, "lessons", "--copy-only")
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    second = run(tmp_path, "lessons", "--copy-only")

    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert first.stdout == second.stdout


def test_the_language_asked_for_wins_over_the_system(tmp_path: Path) -> None:
    done = run(tmp_path, "lessons", "a", "--copy-only", "--locale", "es", LANG="en_GB.UTF-8")

    assert done.stdout == f"Las lecciones están en {tmp_path / 'a'}\n"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["lessons", "--locale", "fr"], 2, "'fr'"),
        (["lessons", "--no-browser"], 2, "--no-browser"),
        (["lessons", "file"], 1, "is a file. Give the name of a folder."),
        (["lessons", "file/below"], 1, "The lessons could not be copied"),
        (["lesson"], 2, "'lesson'"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_nothing_is_written(
    tmp_path: Path, arguments: list[str], code: int, said: str
) -> None:
    (tmp_path / "file").write_text("mine")
    done = run(tmp_path, *arguments)

    assert (code, "") == (done.returncode, done.stdout)
    assert said in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert {"file": b"mine"} == files(tmp_path)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_to_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = run(tmp_path, "lessons")

    assert done.returncode == 1
    assert str(tmp_path) in done.stderr
    assert done.stderr.count("\n") == 1


def test_alone_it_prints_its_help(tmp_path: Path) -> None:
    assert "lessons" in run(tmp_path).stdout
    assert f"monster_widgets {__version__}\n" == run(tmp_path, "--version").stdout


@pytest.mark.parametrize("locale", command.LOCALES)
def test_without_jupyterlab_it_says_how_to_get_it(
    locale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["", "lessons", str(tmp_path / "a"), "--locale", locale])
    with pytest.raises(SystemExit, match=r'pip install "monster-widgets\[lab\]"'):
        command.main()

    assert LESSON in files(tmp_path / "a")


@pytest.mark.skipif(os.name == "nt", reason="has no pseudoterminal")
@pytest.mark.parametrize(("keys", "code"), [(b"r\n", 0), (b"\n", 0), (CTRL_C, 130), (CTRL_D, 0)])
def test_a_real_terminal_is_asked(tmp_path: Path, keys: bytes, code: int) -> None:
    mine = tmp_path / LESSON
    mine.parent.mkdir()
    mine.write_text("mine")
    with at_terminal(
        [*COMMAND, "lessons", ".", "--copy-only"],
        cwd=tmp_path,
        env=environment(LANG="es_ES.UTF-8"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as (process, type_):
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"nombre: "):
            shown += process.stdout.read(1) or pytest.fail(f"not asked: {shown!r}")
        # a Ctrl + C that comes just before the reading begins is noticed at the next key
        for _ in range(10):
            type_(keys)
            with contextlib.suppress(subprocess.TimeoutExpired):
                _, complaints = process.communicate(timeout=2)
                break

    assert (code, b"") == (process.returncode, complaints)
    assert LESSON.encode() in shown
    replaced = keys == b"r\n"
    assert (mine.read_text("utf-8") != "mine") == replaced
    assert (tmp_path / "en/start_here.bak1.ipynb").exists() == replaced
    assert (tmp_path / "es").exists() == (code == 0)


# ---------------------------------------------------------------- one folder, several packages


class Terminal(io.StringIO):
    """Somebody who answers what stands here; it is an error to ask for more."""

    def isatty(self) -> bool:
        return True

    def readline(self, *_: Any) -> str:
        line = super().readline()
        assert line, "asked without need"
        return line


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The lessons of a package, to be changed as a newer one does."""
    folder = tmp_path / "package"
    for name in (LESSON, "en/cafe.ipynb", "es/start_here.ipynb"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{name}, first")
    originals = {path: folder / path for path in lessons(folder)}
    monkeypatch.setattr(command, "find_lessons", lambda: originals)
    return folder


@pytest.fixture
def copy(
    package: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[[str | None], str]:
    """Copy to `tmp_path / "mine"`; give the answers, or None for nobody; get what was said."""

    def copy(answers: str | None) -> str:
        someone = io.StringIO() if answers is None else Terminal(answers)
        monkeypatch.setattr(sys, "stdin", someone)
        copy_lessons(tmp_path / "mine", Teller("en"))
        assert not someone.read(), "not asked"
        return capsys.readouterr().out

    return copy


Copy = Callable[[str | None], str]


@pytest.fixture
def mine(copy: Copy, tmp_path: Path) -> Path:
    """A lesson that was copied, and changed by its owner."""
    copy("")
    path = tmp_path / "mine" / LESSON
    path.write_text("my work")
    return path


def test_a_missing_lesson_is_brought_again(package: Path, copy: Copy, tmp_path: Path) -> None:
    copy("")
    (tmp_path / "mine" / LESSON).unlink()
    copy("")

    assert lessons(package) == lessons(tmp_path / "mine")


def test_a_changed_lesson_is_kept_without_a_question(mine: Path, copy: Copy) -> None:
    assert "One lesson with changes of yours was kept." in copy("")
    assert "my work" == mine.read_text()


def test_a_copy_nobody_changed_becomes_the_newer_one(
    package: Path, copy: Copy, tmp_path: Path
) -> None:
    copy("")
    (package / LESSON).write_text("second")

    assert "kept" not in copy("")
    assert lessons(package) == lessons(tmp_path / "mine")


def test_of_a_newer_lesson_one_is_asked_once(package: Path, mine: Path, copy: Copy) -> None:
    (package / LESSON).write_text("second")

    said = copy("\n")
    assert f"  {LESSON}\n" in said
    assert "cafe" not in said
    assert "was kept" in copy("")
    assert "my work" == mine.read_text()

    (package / LESSON).write_text("third")
    copy("no\n")
    assert "my work" == mine.read_text()


def test_what_is_replaced_stays_under_another_name(package: Path, mine: Path, copy: Copy) -> None:
    for number in (1, 2):
        mine.write_text(f"work {number}")
        (package / LESSON).write_text(f"newer {number}")
        said = copy(" R\n")

        assert f"start_here.bak{number}.ipynb" in said
        assert f"newer {number}" == mine.read_text()
    assert "work 1" == mine.with_name("start_here.bak1.ipynb").read_text()
    assert "work 2" == mine.with_name("start_here.bak2.ipynb").read_text()


def test_one_question_for_all(package: Path, mine: Path, copy: Copy) -> None:
    other = mine.with_name("cafe.ipynb")
    other.write_text("more work")
    for path in package.rglob("*.ipynb"):
        path.write_text("newer")
    copy("r\n")

    assert {"newer"} == {path.read_text() for path in (mine, other)}
    assert "more work" == mine.with_name("cafe.bak1.ipynb").read_text()


def test_with_nobody_to_ask_yours_stay_and_the_question_waits(
    package: Path, mine: Path, copy: Copy
) -> None:
    (package / LESSON).write_text("second")

    said = copy(None)
    assert "There is no terminal to ask you: yours stay." in said
    assert LESSON in said
    assert "my work" == mine.read_text()
    copy("r\n")
    assert "second" == mine.read_text()


@pytest.mark.parametrize("memory", [None, "", "[]", "{", "\0"])
def test_where_the_memory_is_lost_it_asks(mine: Path, copy: Copy, memory: str | None) -> None:
    path = mine.parents[1] / command.MEMORY
    path.unlink() if memory is None else path.write_text(memory)
    copy("\n")

    assert "my work" == mine.read_text()
    copy("")


def test_a_copy_that_breaks_off_leaves_no_half_lesson(
    package: Path, copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(original: Path, part: Path) -> None:
        part.write_text(original.read_text()[:3])
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr(command.shutil, "copyfile", full)
        with pytest.raises(OSError, match="no space"):
            copy("")
    copy("")

    assert lessons(package) == lessons(tmp_path / "mine")
