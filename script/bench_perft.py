"""Counts the same perft with python-chess's Crazyhouse board, leaves in bulk.

Prints nodes and seconds, a name, a tab and a number on each line. Captures stay in hand there, so the
count differs from ours: compare rates.
"""

import time

import chess.variant

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R[PNBRQpnbrq] w KQkq - 0 1"


def perft(board: chess.variant.CrazyhouseBoard, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def timed() -> tuple[float, int]:
    start = time.perf_counter()
    nodes = perft(chess.variant.CrazyhouseBoard(KIWIPETE), 3)
    return time.perf_counter() - start, nodes


seconds, nodes = min(timed() for _ in range(3))  # the best of a few rounds, as for our own count
print(f"python_nodes\t{nodes}")
print(f"python_seconds\t{seconds:.3f}")
print(f"python_version\t{chess.__version__}")
