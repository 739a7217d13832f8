"""For Scripts/Conformance/graphql: graphql-core's own tests, with their texts handed to both sides, and values of variables."""
import importlib
import os
import re
import sys

from graphql import build_schema, is_scalar_type, is_specified_scalar_type, parse, validate
from graphql.validation import specified_rules
from graphql_probe import Score

import oracle


def run_tests(folder, files):
    """What the tests assert themselves is not the question."""
    import pytest

    options = ["-q", "-p", "no:cacheprovider", "--no-header", "-o", "addopts=", "--no-summary", f"--rootdir={folder.parent}"]
    with open(os.devnull, "w") as silent:
        stdout, sys.stdout = sys.stdout, silent
        try:
            pytest.main([*options, *map(str, files)])
        finally:
            sys.stdout = stdout


def own_syntax_tests(probe, folder):
    """Runs graphql-core's tests of its parsers with one that hands the texts over."""
    import graphql.language
    from graphql import GraphQLError

    sys.path.insert(0, str(folder.parent))
    score = Score("graphql-core's syntax tests")
    schema = probe.name(build_schema("type Query { a: Int }"))
    original = graphql.language.parse
    seen = set()

    def compare(source, *arguments, **options):
        text = getattr(source, "body", source)
        if isinstance(text, str) and not options and text not in seen:
            seen.add(text)
            theirs = ""
            try:
                original(source)
            except GraphQLError as error:
                theirs = error.message
            except RecursionError:
                theirs = "too deep"
            # September 2025 allows descriptions of operations and fragments; lone surrogates are no text at all.
            if "Unexpected description" not in theirs and not re.search("[\ud800-\udfff]", text):
                ours = probe.ask(do="validate", schema=schema, text=text)["syntax"]
                score.add(bool(theirs) == bool(ours), (theirs, ours, text))
        return original(source, *arguments, **options)

    graphql.language.parse = compare
    try:
        run_tests(folder, sorted((folder / "language").glob("test_*parser.py")) + sorted((folder / "utilities").glob("test_*.py")))
    finally:
        graphql.language.parse = original
        for name in [name for name in sys.modules if name.startswith("tests.")]:
            del sys.modules[name]
    return score.show() and score.count > 200


def random_values(probe, chance, count):
    """Values of variables, beside graphql-core's coercion."""
    text = """
      type Query { a(i: In, o: One): Int }
      input In { i: Int! s: String = "a" l: [Int!] ll: [[Float]!]! = [] e: E inner: In id: ID b: Boolean d: Date }
      input One @oneOf { a: Int b: String }
      enum E { A B } scalar Date
    """
    schema = build_schema(text)
    oracle.schemas["values"] = schema
    score = Score("values of variables")
    types = ["Int", "Int!", "Float", "String!", "Boolean", "ID", "ID!", "E", "In", "In!", "[In!]!", "One", "[Int]", "[[Int!]]!", "Date"]

    def value(depth):
        kind = chance.randrange(11 if depth else 8)
        if kind == 0: return chance.choice([0, 1, -5, 2**31 - 1, 2**31, -(2**31), -(2**31) - 1, 10**20])
        if kind == 1: return chance.choice([1.0, 1.5, -0.0, 1e300, 2147483648.0])
        if kind == 2: return chance.choice(["a", "", "A", "1"])
        if kind == 3: return chance.choice([True, False])
        if kind == 4: return None
        if kind == 5: return "B"
        if kind < 8: return 3
        if kind == 8: return [value(depth - 1) for _ in range(chance.randrange(3))]
        fields = chance.sample(["i", "s", "l", "ll", "e", "inner", "id", "b", "d", "a", "nope"], chance.randrange(4))
        result = {name: value(depth - 1) for name in fields}
        if chance.random() < 0.7:
            result["i"] = 1
        return {"a": value(0)} if kind == 9 and chance.random() < 0.5 else result

    for _ in range(count):
        kind = chance.choice(types)
        query = f"query ($v: {kind}{chance.choice(['', '', ' = null']) if '!' not in kind else ''}) {{ a }}"
        values = {"v": value(3)} if chance.random() < 0.95 else {}
        theirs = oracle.answer({"do": "variables", "schema": "values", "text": query, "values": values})
        ours = probe.ask(do="variables", schema=probe.name(schema), text=query, values=values)
        score.add(bool(theirs["issues"]) == bool(ours["issues"]), (query, values, theirs, ours))
    return score.show()


def own_tests(probe, folder):
    """Runs graphql-core's validation tests with a harness that hands the documents over."""
    sys.path.insert(0, str(folder.parent))
    harness = importlib.import_module("tests.validation.harness")
    score = Score("graphql-core's validation tests")

    def compare(rule, query, errors, schema=harness.test_schema):
        name = oracle.rule_name(rule)
        if rule not in specified_rules:
            return []
        ours = probe.ask(do="validate", schema=probe.name(schema), text=query)
        if any(vars(kind).keys() & {"parse_literal", "parse_value"} for kind in schema.type_map.values()
               if is_scalar_type(kind) and not is_specified_scalar_type(kind)):
            # A scalar that refuses what its code says: no schema tells that.
            return []
        expected = bool(validate(schema, parse(query), [rule]))
        score.add((name in ours["rules"]) == expected and not ours["syntax"], (name, expected, ours, query))
        return []

    harness.assert_validation_errors = compare
    run_tests(folder, sorted((folder / "validation").glob("test_*.py")))
    return score.show() and score.count > 380
