"""The board of ``dropline.widget``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from dropline._dropline import DroplineError, Game, Player
from dropline._players import Contestant, chooser
from dropline._told import analyze
from dropline._types import Time

_FOLDER = Path(__file__).parent


class Board(anywidget.AnyWidget):
    """A board to play on."""

    _esm = _FOLDER / "board.js"
    _css = _FOLDER / "board.css"
    view = traitlets.Dict().tag(sync=True)

    def __init__(self, game: Game, opponent: Contestant | None = None, *, seed: int = 0, time: Time = 1.0) -> None:
        super().__init__()
        self._game = game.copy()
        self._start = game.copy()
        self._side = game.turn
        self._choose = None if opponent is None else chooser(opponent, seed)
        self._time = time
        self._values = False
        self.on_msg(self._heard)
        self._show()

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self._game.copy()

    def play(self, column: int) -> None:
        """Drops a checker as a click does; the opponent answers."""
        self._game.play(column)
        self._answer()

    def undo(self) -> None:
        """Takes back the person's last move, and the opponent's answer to it."""
        if len(self._game) <= len(self._start):
            return
        self._game.undo()
        while self._choose is not None and self._game.turn != self._side and self._game.undo():
            pass
        self._show()

    def redo(self) -> None:
        """Plays again what was taken back."""
        self._game.redo()
        while self._choose is not None and self._game.turn != self._side and self._game.redo():
            pass
        self._show()

    def restart(self) -> None:
        """Begins where the board was made."""
        self._game = self._start.copy()
        self._show()

    def show_values(self, shown: bool = True) -> None:
        """Shows what every column is worth, or hides it."""
        self._values = shown
        self._show()

    def _answer(self) -> None:
        if self._choose is not None and self._game.turn != self._side and not self._game.over:
            self._show(thinking=True)
            if isinstance(self._choose, Player):
                self._game.play(self._choose.choose(self._game, time=self._time))
            else:
                self._game.play(self._choose(self._game.copy()))
        self._show()

    def _show(self, thinking: bool = False) -> None:
        game = self._game
        values = None
        if self._values and not game.over and not thinking:
            analysis = analyze(game, time=self._time)
            values = [
                {"short": value.short or "", "words": value.words or "full", "best": value.column in analysis.best}
                for value in analysis.columns
            ]
        self.view = {
            "svg": game.svg(),
            "columns": game.variant.columns,
            "legal": [] if thinking else game.legal,
            "message": str(game).splitlines()[-1] if not thinking else "The opponent is thinking.",
            "values": values,
            "shown": self._values,
            "begun": len(game) > len(self._start),
        }

    def _heard(self, _widget: Any, content: dict[str, Any], _buffers: Any) -> None:
        acts: dict[str, Callable[[], None]] = {
            "play": lambda: self.play(content["column"]),
            "undo": self.undo,
            "redo": self.redo,
            "restart": self.restart,
            "values": lambda: self.show_values(not self._values),
        }
        act = acts.get(content.get("act", ""))
        if act is None:
            return
        try:
            act()
        except DroplineError as error:
            self._show()
            self.view = {**self.view, "message": str(error)}
