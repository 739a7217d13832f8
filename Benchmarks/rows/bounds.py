"""What a stranger's file or answer may cost: masking, streaming, imports, variables that fan out, many requests."""

import json
import os
import shutil

from measuring.budget import limit
from measuring.documents import write_collection, write_json, write_large_json
from measuring.figures import Row, interleaved, print_table
from measuring.process import Unavailable, ended, output, peak_memory, require_command, seconds

MEGABYTE = 1_000_000
SECRET = "correct horse battery staple"


def masking(setting):
    """An answer of 100 MB as JSON, with and without a secret that has to be looked for in all of it."""
    require_command(setting.apus, setting.home, "send")
    path = os.path.join(setting.served, "100mb.json")
    if not os.path.exists(path):
        write_json(path, 100 * MEGABYTE)
    plain = [setting.apus, "send", "--json", "--no-history", f"{setting.address}/100mb.json"]
    commands = {
        "apus send --json": plain,
        "apus send --json, with a secret": [*plain, "-u", f"ada:{SECRET}", "--var", f"token={SECRET}"],
    }
    contenders = {
        name: (lambda command=command: seconds(command, setting.home) * 1000) for name, command in commands.items()
    }
    (theirs, before), (ours, after) = interleaved(contenders, max(3, setting.rounds // 5)).items()
    reference = Row(theirs, before)
    print_table("100 MB of JSON masked (ms)", [reference, Row(ours, after, reference, **limit("100 MB masked"))])


def gigabyte(setting):
    """--json writes its text while it reads the body, which is kept in a file."""
    if shutil.disk_usage(setting.scratch).free < 4_000 * MEGABYTE:
        raise Unavailable("less than 4 GB are free for the file and its copy")
    source = os.path.join(setting.scratch, "part.json")
    write_json(source, 10 * MEGABYTE)
    path = write_large_json(os.path.join(setting.served, "1gb.json"), source, 99)
    command = [setting.apus, "send", "--json", "--no-history", f"{setting.address}/1gb.json"]
    peak = peak_memory(command, setting.home) / MEGABYTE
    title = f"apus send --json, {os.path.getsize(path) // MEGABYTE} MB"
    os.unlink(path)
    print_table("Memory of a large answer as JSON (RSS, MB)", [Row(title, [peak], **limit("memory of a gigabyte as JSON"))])


def importing(setting):
    """An OpenAPI file of 10 MB: schemas that refer to each other and to themselves, and operations that use them."""
    require_command(setting.apus, setting.home, "import")
    path = os.path.join(setting.scratch, "openapi.json")
    write_openapi(path, 10 * MEGABYTE)
    command = [setting.apus, "import", path, "--list"]
    requests = output(command, setting.home)[1].count(b"\n")
    name = f"apus import, {requests:,} lines listed"
    times = interleaved({name: lambda: seconds(command, setting.home) * 1000}, max(3, setting.rounds // 5))[name]
    print_table("10 MB of OpenAPI imported (ms)", [Row(name, times, **limit("import"))])
    peak = peak_memory(command, setting.home) / MEGABYTE
    print_table("10 MB of OpenAPI imported, peak memory (RSS, MB)", [Row(name, [peak], **limit("memory of an import"))])


def write_openapi(path, size):
    document = {"openapi": "3.0.3", "info": {"title": "Large", "version": "1"}, "paths": {}, "components": {"schemas": {}}}
    written, number = 0, 0
    while written < size:
        schema, route = schema_of(number), operations(number)
        document["components"]["schemas"][f"Thing{number}"] = schema
        document["paths"][f"/things{number}/{{id}}"] = route
        written += len(json.dumps(schema)) + len(json.dumps(route)) + 60
        number += 1
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)


def schema_of(number):
    properties = {f"field{index}": {"type": "string", "description": "a text " * 12} for index in range(12)}
    # To itself, to the one before and to one far away.
    for name, other in [("self", number), ("before", max(0, number - 1)), ("far", number // 2)]:
        properties[name] = {"$ref": f"#/components/schemas/Thing{other}"}
    properties["list"] = {"type": "array", "items": {"$ref": f"#/components/schemas/Thing{number // 3}"}}
    return {"type": "object", "required": ["field0"], "properties": properties}


def operations(number):
    reference = {"$ref": f"#/components/schemas/Thing{number}"}
    content = {"application/json": {"schema": reference}}
    answer = {"200": {"description": "done", "content": content}}
    parameter = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        "parameters": [parameter],
        "get": {"operationId": f"get{number}", "tags": [f"tag{number % 40}"], "responses": answer},
        "put": {"operationId": f"put{number}", "requestBody": {"content": content}, "responses": answer},
    }


def fanning(setting):
    """A variable of ten others, each of ten others, twelve deep: refused, or cut, without being written out."""
    folder = write_collection(os.path.join(setting.scratch, "fan"), ["http://127.0.0.1:9/{{v0}}"])
    with open(os.path.join(folder, "opencollection.yml"), "a", encoding="utf-8") as file:
        file.write("\nrequest:\n  variables:\n")
        for depth in range(12):
            file.write(f"    - name: v{depth}\n      value: \"{f'{{{{v{depth + 1}}}}}' * 10}\"\n")
        file.write("    - name: v12\n      value: x\n")
    command = [setting.apus, "send", "request 00000", "-w", folder]
    name = "apus send, 10 wide, 12 deep"
    times = interleaved({name: lambda: ended(command, setting.home)[0] * 1000}, max(3, setting.rounds // 3))[name]
    print_table("Variables that fan out (ms)", [Row(name, times, **limit("variables that fan out"))])


def listing(setting):
    folder = write_collection(os.path.join(setting.scratch, "fifty"), [f"{setting.address}/1k.json"] * 50_000)
    name = "apus list, 50,000 requests"
    command = [setting.apus, "list", folder]
    times = interleaved({name: lambda: seconds(command, setting.home) * 1000}, max(3, setting.rounds // 5))[name]
    print_table("A workspace of 50,000 requests listed (ms)", [Row(name, times, **limit("list of 50,000"))])


ROWS = [
    ("100 MB masked", masking),
    ("A gigabyte as JSON", gigabyte),
    ("10 MB of OpenAPI imported", importing),
    ("Variables that fan out", fanning),
    ("50,000 requests listed", listing),
]
