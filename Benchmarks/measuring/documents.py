"""What is read and sent: JSON of a given size and workspaces of a given number of requests, the same on every machine."""

import contextlib
import json
import os
import time

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


def write_collection(folder, urls, each=100):
    """Writes an OpenCollection collection with one request for each URL, so many to a folder."""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "opencollection.yml"), "w", encoding="utf-8") as file:
        file.write("opencollection: 1.0.0\n\ninfo:\n  name: Measured\n")
    for number, url in enumerate(urls):
        parent = os.path.join(folder, f"group {number // each:03}") if len(urls) > each else folder
        os.makedirs(parent, exist_ok=True)
        with open(os.path.join(parent, f"request {number:05}.yml"), "w", encoding="utf-8") as file:
            file.write(
                f"info:\n  name: Request {number:05}\n  type: http\n  seq: {number % each + 1}\n\n"
                f"http:\n  method: GET\n  url: {url}\n"
            )
    return folder


def write_history(folder, count):
    """Writes the history of a workspace as Apus keeps it: one exchange every twenty seconds, a file for each month."""
    history = os.path.join(folder, ".apus", "history")
    os.makedirs(history, exist_ok=True)
    with contextlib.ExitStack() as stack:
        files = {}
        for number in range(count):
            moment = 1_790_000_000 + number * 20
            month = time.strftime("%Y-%m", time.gmtime(moment))
            if month not in files:
                path = os.path.join(history, f"{month}.jsonl")
                files[month] = stack.enter_context(open(path, "w", encoding="utf-8"))
            files[month].write(json.dumps(exchange(number, moment), separators=(",", ":")) + "\n")
    return folder


def exchange(number, moment):
    """One entry, its keys in the order in which Apus writes them."""
    started = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(moment))
    headers = [{"name": "Accept", "value": "application/json"}, {"name": "Authorization", "value": "Bearer ••••"}]
    status = 404 if number % 17 == 0 else 200
    text = json.dumps(record(number), ensure_ascii=False)
    # What a filter looks for: in the oldest entry alone, in one of a hundred, in all others.
    kind = "letters" if number == 0 else "parcels" if number % 100 == 50 else "items"
    return {
        "_id": identifier(moment * 1000, number),
        "_request": f"group 000/request {number % 100:05}",
        "_environment": "local" if number % 2 else "live",
        "_status": status,
        "_size": len(text),
        "startedDateTime": started,
        "time": 20 + number % 50,
        "request": {
            "method": "POST" if number % 3 == 0 else "GET",
            "url": f"https://api.example.com/v1/{kind}/{number}?expand=owner",
            "httpVersion": "HTTP/2",
            "headers": headers,
            "queryString": [{"name": "expand", "value": "owner"}],
            "cookies": [],
            "headersSize": 120,
            "bodySize": 0,
        },
        "response": {
            "status": status,
            "statusText": "",
            "httpVersion": "HTTP/2",
            "headers": [{"name": "Content-Type", "value": "application/json"}],
            "cookies": [],
            "redirectURL": "",
            "headersSize": 90,
            "bodySize": len(text),
            "content": {"size": len(text), "mimeType": "application/json", "text": text},
        },
        "cache": {},
        "timings": {"blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 1, "wait": 15, "receive": 4},
    }


def identifier(milliseconds, number):
    """A ULID: the moment, and what is chance elsewhere."""
    alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    digits = [milliseconds >> (45 - 5 * place) & 31 for place in range(10)]
    digits += [number >> (75 - 5 * place) & 31 for place in range(16)]
    return "".join(alphabet[digit] for digit in digits)
