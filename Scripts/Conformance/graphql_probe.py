"""What Scripts/Conformance/graphql compares with: our side as a process, and the count of what agrees."""
import json
import os
import pathlib
import subprocess
import sys

from graphql import introspection_from_schema


class Probe:
    def __init__(self):
        path = pathlib.Path(os.environ.get("CONFORMANCE_BIN", ".build/debug")) / "GraphQLProbe"
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.schemas = {}

    def ask(self, **question):
        self.process.stdin.write(json.dumps(question).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f"the probe ended at {question}")
        return json.loads(line)

    def name(self, schema):
        if id(schema) not in self.schemas:
            name = f"schema{len(self.schemas)}"
            answer = self.ask(do="schema", name=name, introspection=introspection_from_schema(schema, input_object_one_of=True))
            assert "types" in answer, answer
            self.schemas[id(schema)] = (name, schema)
        return self.schemas[id(schema)][0]


class Score:
    def __init__(self, title):
        self.title, self.count, self.differences = title, 0, []

    def add(self, same, difference):
        self.count += 1
        if not same:
            self.differences.append(difference)

    def show(self):
        print(f"{self.title}: {self.count - len(self.differences)}/{self.count}")
        for difference in self.differences[: int(os.environ.get("GRAPHQL_SHOW", "5"))]:
            print("  " + str(difference).replace("\n", "\n  "))
        return not self.differences
