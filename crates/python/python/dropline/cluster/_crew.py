"""Who does the work: threads of this process, or actors on Ray. Both are given the same items and come to the same results."""

from __future__ import annotations

import logging
import os
import pickle
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any, Protocol

from dropline._dropline import DroplineError


class Worker(Protocol):
    """Does items one after the other, and keeps what takes long to make."""

    def work(self, item: Any) -> Any:
        """What comes of an item."""

    def stop(self) -> None:
        """Ends the item that another thread waits for."""


Maker = Callable[[], Worker]

PLACE: dict[str, Any] = {"num_cpus": 0.5, "scheduling_strategy": "SPREAD"}
"""Where an actor goes. Half a processor each leaves room for those of a computer that dies: an actor that finds no place would keep its item for ever."""


@dataclass(frozen=True)
class Crew:
    """Who does the work: ``workers`` threads of this process, or as many actors on Ray."""

    workers: int | None = None
    ray: bool = False
    address: str | None = None

    def __post_init__(self) -> None:
        if self.workers is not None and not 1 <= self.workers <= 100_000:
            raise DroplineError(f"the workers must be 1 to 100,000, not {self.workers}")

    def count(self) -> int:
        """How many workers there are: as many as processors, if nobody said."""
        if self.workers is not None:
            return self.workers
        if not self.on_ray:
            return os.cpu_count() or 1
        self.connect()
        import ray

        return max(1, int(ray.cluster_resources().get("CPU", 1)))

    @property
    def on_ray(self) -> bool:
        """Whether Ray hands out the work."""
        return self.ray or self.address is not None

    def connect(self) -> None:
        """Joins the cluster, or starts one on this computer."""
        try:
            import ray
        except ImportError as error:
            raise DroplineError("Ray is not installed: pip install 'dropline[cluster]', or --local") from error
        tries = 4
        while not ray.is_initialized():
            tries -= 1
            try:
                self._knock()
                ray.init(address=self.address or "local", logging_level="ERROR", log_to_driver=False, include_dashboard=None if self.address else False)
            except Exception as error:  # Ray has no kind of its own for what does not start.
                # It gives up after half a minute, which is little where others are at work.
                if tries and "timed out during startup" in str(error):
                    ray.shutdown()
                    continue
                what = f"there is no Ray cluster at {self.address}" if self.address else "Ray does not start on this computer"
                raise DroplineError(f"{what}: {error}") from error

    def _knock(self) -> None:
        """Whether anybody is at the address: Ray itself would try for minutes."""
        host, _, port = (self.address or "").rpartition(":")
        if host and port.isdecimal() and "/" not in host:
            socket.create_connection((host.strip("[]"), int(port)), timeout=10).close()

    def run(self, make: Maker, items: Iterable[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        """Does numbered items, as many at a time as there are workers; results come as they are ready."""
        return self._on_ray(make, list(items)) if self.on_ray else self._here(make, iter(items))

    def _here(self, make: Maker, items: Iterator[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        made: list[Worker] = []
        own = threading.local()

        def work(number: int, item: Any) -> tuple[int, Any]:
            if not hasattr(own, "worker"):
                own.worker = make()
                made.append(own.worker)
            return number, own.worker.work(item)

        count = self.count()
        with ThreadPoolExecutor(count) as pool:
            waiting: set[Future[tuple[int, Any]]] = set()
            try:
                for number, item in items:
                    waiting.add(pool.submit(work, number, item))
                    if len(waiting) >= 2 * count:
                        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                        for one in done:
                            yield one.result()
                while waiting:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for one in done:
                        yield one.result()
            finally:
                for one in waiting:
                    one.cancel()
                if waiting:
                    for worker in made:
                        worker.stop()

    def _on_ray(self, make: Maker, items: list[tuple[int, Any]]) -> Iterator[tuple[int, Any]]:
        if not items:
            return
        count = min(self.count(), len(items))
        self.connect()
        import ray.data

        context = ray.data.DataContext.get_current()
        context.enable_progress_bars = False
        # Workers may die as they start, too.
        context.max_consecutive_actor_init_deaths = 3 * count
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        rows = [{"number": number, "item": pickle.dumps(item)} for number, item in items]
        # One item at work and the next at hand: more would wait behind a hard one while others have nothing to do, with less an actor waits for Ray.
        pool = ray.data.ActorPoolStrategy(size=count, max_tasks_in_flight_per_actor=2)
        data = ray.data.from_items(rows, override_num_blocks=len(rows))
        results = data.map_batches(_Actor, fn_constructor_args=(make,), batch_size=1, compute=pool, num_cpus=PLACE["num_cpus"])
        for row in results.iter_rows():
            result = pickle.loads(row["result"])
            if isinstance(result, Exception):
                raise result
            yield int(row["number"]), result


class _Actor:
    """A worker in the shape that Ray Data calls."""

    def __init__(self, make: Maker) -> None:
        self.worker: Worker | None = None
        self.make = make

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        results = []
        for item in batch["item"]:
            try:
                if self.worker is None:
                    self.worker = self.make()
                result: Any = self.worker.work(pickle.loads(item))
            except DroplineError as error:
                result = DroplineError(str(error))
            results.append(pickle.dumps(result))
        return {"number": batch["number"], "result": results}

