"""What is read and sent: JSON of a given size and workspaces of a given number of requests, the same on every machine."""

import json
import os

FIRST_NAME = "Ada Lovelace 0"


def record(number):
    return {
        "id": number,
        "name": f"Ada Lovelace {number}",
        "email": f"ada.{number}@example.com",
        "active": number % 3 == 0,
        "balance": number * 1.25,
        "tags": ["computing", "größe", f"group-{number % 17}"],
        "address": {"street": f"{number} St James's Square", "city": "London", "postcode": None},
        "note": 'said "one moment"\nand came back',
    }


def write_json(path, size):
    """Writes an array of records of at least `size` bytes, without white space."""
    written, number = 0, 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("[")
        while written < size:
            text = ("," if number else "") + json.dumps(record(number), ensure_ascii=False, separators=(",", ":"))
            file.write(text)
            written += len(text.encode())
            number += 1
        file.write("]")
    return path


def write_large_json(path, source, times):
    """Writes an array with the elements of the array in the file `source`, so many times over."""
    with open(path, "wb") as file:
        for number in range(times):
            file.write(b"," if number else b"[")
            with open(source, "rb") as part:
                part.seek(1)
                left = os.path.getsize(source) - 2
                while left > 0:
                    piece = part.read(min(left, 8 << 20))
                    file.write(piece)
                    left -= len(piece)
        file.write(b"]")
    return path


def write_bytes(path, size):
    """Writes a JSON text of exactly `size` bytes."""
    with open(path, "w", encoding="ascii") as file:
        file.write('{"text":"' + "a" * (size - 11) + '"}')
    return path


def write_collection(folder, urls):
    """Writes an OpenCollection collection with one request for each URL, a hundred to a folder."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "opencollection.yml"), "w", encoding="utf-8") as file:
        file.write("opencollection: 1.0.0\n\ninfo:\n  name: Measured\n")
    for number, url in enumerate(urls):
        parent = os.path.join(folder, f"group {number // 100:03}") if len(urls) > 100 else folder
        os.makedirs(parent, exist_ok=True)
        with open(os.path.join(parent, f"request {number:05}.yml"), "w", encoding="utf-8") as file:
            file.write(
                f"info:\n  name: Request {number:05}\n  type: http\n  seq: {number % 100 + 1}\n\n"
                f"http:\n  method: GET\n  url: {url}\n"
            )
    return folder
