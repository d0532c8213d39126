"""What a job has done so far, kept beside its output: files that are there whole or not at all."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from dropline._dropline import DroplineError, __version__


def write_whole(path: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Writes a file that is there whole or not at all, whatever happens."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
        _sync(path.parent)
    except BaseException as error:
        Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise unwritten(path, error) from error
        raise


def unwritten(path: Path, error: OSError) -> DroplineError:
    """What is said when a file cannot be written."""
    return DroplineError(f"cannot write {path}: {error.strerror or error}; what is finished is kept, and the same command goes on")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class Parts:
    """The folder ``OUT.parts`` of a job under way; removed when the output is there.

    Its manifest holds the parameters: a job with others does not go on from here. One run at a time holds it.
    """

    def __init__(self, out: Path, parameters: dict[str, Any]) -> None:
        self.out = out
        self.folder = out.with_name(out.name + ".parts")
        parameters = {"dropline": __version__, **parameters}
        try:
            self.folder.mkdir(exist_ok=True)
            self._lock = open(self.folder / "lock", "wb")
        except OSError as error:
            raise unwritten(self.folder, error) from error
        try:
            hold(self._lock, self.folder)
            saved = self.note("manifest") if self._has_begun() else None
            if saved is None:
                self.save_note("manifest", parameters)
            elif saved != parameters:
                name = next(name for name in {**saved, **parameters} if saved.get(name) != parameters.get(name))
                raise DroplineError(
                    f"{self.folder} belongs to another job: its {name} is {saved.get(name)!r}, not {parameters.get(name)!r}:"
                    " delete it or choose another output"
                )
        except BaseException:
            self._lock.close()
            raise

    def _has_begun(self) -> bool:
        """Whether something is done; what was cut off in the middle goes."""
        for path in self.folder.glob("*.tmp"):
            path.unlink()
        return any(path.name not in ("lock", "manifest.json") for path in self.folder.iterdir())

    def path(self, name: str) -> Path:
        """Where a file of this job is."""
        return self.folder / name

    def save_note(self, name: str, value: Any) -> None:
        """Keeps something small."""
        text = json.dumps(value, sort_keys=True)
        write_whole(self.path(f"{name}.json"), lambda file: file.write(text.encode()))

    def note(self, name: str) -> Any:
        """What was kept under a name; ``None`` if nothing was."""
        path = self.path(f"{name}.json")
        try:
            return json.loads(path.read_bytes())
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise DroplineError(f"{path} cannot be read: {error}: delete it to do that part again") from error

    def remove(self) -> None:
        """Removes everything, once the output is there."""
        shutil.rmtree(self.folder)

    def __enter__(self) -> Parts:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.close()


def hold(lock: IO[bytes], path: Path) -> None:
    """Keeps others from working on the same; it ends with the file."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise DroplineError(f"{path} is in use by another run") from error
