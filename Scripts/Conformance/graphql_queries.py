"""Queries for Scripts/Conformance/graphql: made by hypothesis-graphql, and changed by chance."""
import random
import re

from graphql import is_scalar_type, is_specified_scalar_type, parse


def generated(schema, count, start):
    from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
    from hypothesis_graphql import from_schema, nodes

    scalars = [name for name, kind in schema.type_map.items() if is_scalar_type(kind) and not is_specified_scalar_type(kind)]
    custom = {name: st.sampled_from(["a", "b"]).map(nodes.String) for name in scalars}
    # Some at a time, since a strategy for a large schema takes long to make.
    fields = random.Random(start).sample(list(schema.query_type.fields), min(8, len(schema.query_type.fields)))
    strategies = [from_schema(schema, fields=[field], custom_scalars=custom) for field in fields]
    found = []

    @seed(start)
    @settings(max_examples=count, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(st.one_of(strategies))
    def collect(query):
        found.append(query)

    collect()
    return found


def change(query, schema, chance):
    """Changes some words, so that about half of the queries become invalid, each by another rule."""
    words = list(re.finditer(r"[_A-Za-z][_0-9A-Za-z]*|\d+|[{}()$!]", query))
    if not words:
        return query
    names = [m.group() for m in words if m.group()[0].isalpha()] + ["__typename", "id", "true", "null", "on", "if"]
    names += [chance.choice(list(schema.type_map))]
    for _ in range(chance.choice([1, 1, 2, 3])):
        match = chance.choice(words)
        start, end = match.span()
        if end > len(query):
            continue
        query = chance.choice([
            lambda: query[:start] + chance.choice(names) + query[end:],
            lambda: query[:start] + query[end:],
            lambda: query[:start] + match.group() + " " + match.group() + query[end:],
            lambda: query[:end] + " @" + chance.choice(["skip(if: true)", "include(if: $x)", "nope", "skip"]) + query[end:],
            lambda: query[:start] + "... { " + match.group() + " } " + query[end:],
            lambda: query[:start] + chance.choice(["$v", "3", '"s"', "[1]", "{a: 1}", "1.5"]) + query[end:],
            lambda: "query Q($v: " + chance.choice(["Int", "String!", "[ID!]", "Nope"]) + ") " + query.removeprefix("query"),
            lambda: query + " fragment F on " + chance.choice(list(schema.type_map)) + " { __typename }",
            lambda: query[:start] + " ...F " + query[end:],
        ])()
    return query


def nodes_of(document, *kinds):
    from graphql.language import Visitor, visit

    found = []

    class Collector(Visitor):
        def enter(self, node, *_):
            if node.kind in kinds:
                found.append(node)

    visit(document, Collector())
    return found


def vary(query, schema, chance):
    """Changes the tree of a query: most results can be read, and break one rule or none."""
    from graphql.language import parse_value, print_ast

    document = parse(query)
    names = list(schema.type_map)

    def selection(text):
        return parse("{ " + text + " }").definitions[0].selection_set.selections

    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        operation = document.definitions[0]
        sets = nodes_of(document, "selection_set")
        fields = nodes_of(document, "field")
        arguments = nodes_of(document, "argument")
        field, chosen = chance.choice(fields), chance.choice(sets)
        kind = chance.randrange(16)
        if kind == 0 and arguments:
            name = chance.choice("vw")
            chance.choice(arguments).value = parse_value(f"${name}")
            if chance.random() < 0.8:
                types = ["Int", "Int!", "String", "String!", "ID", "ID!", "Boolean!", "[ID!]!", "[String]", chance.choice(names)]
                default = chance.choice(["", "", " = 1", " = null", ' = "a"', " = [1]"])
                head = parse(f"query (${name}: {chance.choice(types)}{default}) {{ a }}").definitions[0]
                operation.variable_definitions = (*operation.variable_definitions, *head.variable_definitions)
        elif kind == 1 and arguments:
            chance.choice(arguments).name.value = chance.choice(["id", "first", "nope"])
        elif kind == 2 and arguments:
            values = ["1", "3000000000", "1.5", '"a"', "true", "null", "NEW_HOPE", "[1]", '["a", null]', "{a: 1}", "{requiredField: true}", "{}"]
            chance.choice(arguments).value = parse_value(chance.choice(values))
        elif kind == 3:
            field.arguments = field.arguments[1:]
        elif kind == 4:
            text = chance.choice(["id", "__typename", "a: __typename", "name", "nope", "a: id", f"a: {field.name.value}"])
            chosen.selections = (*chosen.selections, *selection(text))
        elif kind == 5:
            field.selection_set = None if field.selection_set else parse("{ __typename }").definitions[0].selection_set
        elif kind == 6:
            inner = chosen.selections
            chosen.selections = selection(f"... on {chance.choice(names)} {{ __typename }}")
            chosen.selections[0].selection_set.selections = inner
        elif kind == 7:
            # What is selected, again, with one thing changed.
            copy = parse("{ " + print_ast(field) + " }").definitions[0].selection_set.selections
            if copy[0].arguments and chance.random() < 0.5:
                copy[0].arguments = copy[0].arguments[:-1]
            if copy[0].selection_set and chance.random() < 0.5:
                copy[0].selection_set.selections = (*copy[0].selection_set.selections, *selection("x: __typename"))
            chosen.selections = (*chosen.selections, *copy)
        elif kind == 8:
            name = chance.choice("FGH")
            on = chance.choice(names)
            fragment = parse(f"fragment {name} on {on} {{ __typename }}").definitions[0]
            fragment.selection_set.selections = chosen.selections
            chosen.selections = selection(f"...{chance.choice([name, name, 'F'])}")
            document.definitions = (*document.definitions, fragment)
        elif kind == 9:
            chosen.selections = (*chosen.selections, *selection(f"...{chance.choice('FGH')}"))
        elif kind == 10:
            uses = ["@skip(if: true)", "@include(if: $v)", "@skip", "@nope", "@deprecated", "@skip(if: 1) @skip(if: false)", "@onField", "@include(if: true, a: 1)"]
            target = chance.choice([field, operation])
            target.directives = (*target.directives, *selection("a " + chance.choice(uses))[0].directives)
        elif kind == 11:
            field.alias = selection("a: b")[0].alias if chance.random() < 0.7 else None
        elif kind == 12:
            document.definitions = (*document.definitions, *parse(chance.choice(["{ __typename }", "query A { __typename }", "fragment F on Query { __typename }", "type Z { a: Int }", "subscription { a b }"])).definitions)
        elif kind == 13:
            field.name.value = chance.choice([f.name.value for f in fields])
        elif kind == 14:
            chosen.selections = (*chosen.selections, *selection("__schema { types { fields { type { fields { name } } } } }"))
        else:
            field.arguments = (*field.arguments, *selection("a(id: 1, id: 2)")[0].arguments[: chance.choice([1, 2])])
    return print_ast(document)
