"""TextWorld's side: makes a game, then for each line "mode acts" plays at random and prints acts a second.

Run by `acts.py`, maybe with a Python of its own: it imports nothing of ours.
"""

import sys
import tempfile
import time
from pathlib import Path
from random import Random

import textworld

ASKED = {
    "full": {"description": True, "inventory": True, "admissible_commands": True},
    "commands": {"admissible_commands": True},
}
EPISODE = 20


def made(folder: str) -> str:
    """A game of six rooms and twelve things: some eleven commands to choose from, as in the Dye Kitchen."""
    options = textworld.GameOptions()
    options.nb_rooms, options.nb_objects, options.chaining.max_length = 6, 12, 5
    options.seeds = 1234
    options.path = str(Path(folder) / "game.z8")
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
        game = made(folder)
        envs = {mode: textworld.start(game, textworld.EnvInfos(**asked)) for mode, asked in ASKED.items()}
        rng = Random(1)
        print("ready", flush=True)
        for line in sys.stdin:
            mode, acts = line.split()
            print(acts_a_second(envs[mode], rng, int(acts)), flush=True)


if __name__ == "__main__":
    main()
