"""Answers the questions of GraphQLProbe with graphql-core: one JSON line on standard input, one on standard output."""
import json
import sys

from graphql import GraphQLError, build_ast_schema, build_client_schema, build_schema, parse, validate, validate_schema
from graphql.execution.values import get_variable_values
from graphql.language import OperationDefinitionNode
from graphql.validation import specified_rules
from graphql.validation.specified_rules import specified_sdl_rules
from graphql.validation.validate import validate_sdl

schemas = {}


def rule_name(rule):
    return rule.__name__.removesuffix("Rule")


def validate_text(schema, text):
    try:
        document = parse(text)
    except GraphQLError as error:
        return {"syntax": error.message, "rules": []}
    except RecursionError:
        return {"syntax": "too deep", "rules": []}
    rules = []
    for rule in specified_rules:
        try:
            if validate(schema, document, [rule]):
                rules.append(rule_name(rule))
        # Some rules of graphql-core fail at documents that others find invalid.
        except Exception:
            rules.append("?" + rule_name(rule))
    return {"syntax": None, "rules": sorted(rules)}


def validate_definitions(text):
    try:
        document = parse(text)
    except GraphQLError as error:
        return {"syntax": error.message, "rules": []}
    rules = {rule_name(rule) for rule in specified_sdl_rules if validate_sdl(document, rules=[rule])}
    if not rules:
        try:
            faults = validate_schema(build_ast_schema(document, assume_valid_sdl=True))
        # Types of which graphql-core makes nothing.
        except TypeError as error:
            faults = [error]
        rules = {"Types"} if faults else set()
    return {"syntax": None, "rules": sorted(rules)}


def variables(schema, question):
    operation = next(d for d in parse(question["text"]).definitions if isinstance(d, OperationDefinitionNode))
    result = get_variable_values(schema, operation.variable_definitions, question["values"])
    return {"issues": [error.message for error in result] if isinstance(result, list) else []}


def answer(question):
    if question["do"] == "schema":
        if "introspection" in question:
            schema = build_client_schema(question["introspection"])
        else:
            schema = build_schema(question["text"])
        schemas[question["name"]] = schema
        return {"types": len(schema.type_map)}
    if question["do"] == "definitions":
        return validate_definitions(question["text"])
    schema = schemas[question["schema"]]
    if question["do"] == "validate":
        return validate_text(schema, question["text"])
    if question["do"] == "variables":
        return variables(schema, question)
    return {"error": "no such question"}


if __name__ == "__main__":
    for line in sys.stdin:
        try:
            reply = answer(json.loads(line))
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), flush=True)
