"""TextWorld's side: makes games, then for each line "mode acts" plays at random and prints acts a second.

Run by `acts.py`, maybe with a Python of its own: it imports nothing of ours.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

import textworld

TEXT = {"description": True, "inventory": True, "admissible_commands": True}
"""What our text holds."""
SIZE = (8, 27)
"""As many places, and things or people, as the Dye Kitchen has."""
CHOICES = (6, 12)
"""Some eleven commands to choose from, as in the Dye Kitchen."""
MODES = {"size": (SIZE, TEXT), "choices": (CHOICES, TEXT), "lean": (CHOICES, {"admissible_commands": True})}
"""Of each mode the game, by its numbers of rooms and things, and what is asked for each turn."""
EPISODE = 20


def made(folder: str, rooms: int, things: int) -> str:
    """A game of some size."""
    options = textworld.GameOptions()
    options.nb_rooms, options.nb_objects, options.chaining.max_length = rooms, things, 5
    options.seeds = 1234
    options.path = str(Path(folder) / f"game_{rooms}.z8")
    path, _ = textworld.make(options)
    return path


def acts_a_second(env: textworld.Environment, rng: Random, acts: int) -> float:
    """Acts a second of processor time, without the resets."""
    spent, state = 0.0, None
    for number in range(acts):
        if state is None or number % EPISODE == 0:
            state = env.reset()
        commands = state.admissible_commands
        begun = time.process_time()
        state, _, done = env.step(commands[int(rng.random() * len(commands))])
        assert state.feedback and state.admissible_commands
        spent += time.process_time() - begun
        if done:
            state = None
    return acts / spent


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        games = {size: made(folder, *size) for size in (SIZE, CHOICES)}
        envs = {
            mode: textworld.start(games[size], textworld.EnvInfos(**asked))
            for mode, (size, asked) in MODES.items()
        }
        rng = Random(1)
        print("ready", flush=True)
        for line in sys.stdin:
            mode, acts = line.split()
            print(acts_a_second(envs[mode], rng, int(acts)), flush=True)


if __name__ == "__main__":
    main()
