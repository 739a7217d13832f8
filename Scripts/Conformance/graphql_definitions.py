"""For Scripts/Conformance/graphql: the texts of schemas, those of graphql-core's own tests and others made of them by chance."""
import re
import sys

from graphql import ExecutableDefinitionNode, GraphQLError, parse, print_schema
from graphql_probe import Score
from graphql_tests import run_tests

import oracle


def is_schema(text):
    """graphql-core applies the rules for schemas to operations beside them, too, which nobody writes into one."""
    try:
        return not any(isinstance(definition, ExecutableDefinitionNode) for definition in parse(text).definitions)
    except GraphQLError:
        return True


def compare(probe, score, text, counts=None):
    theirs = oracle.answer({"do": "definitions", "text": text})
    ours = probe.ask(do="definitions", text=text)
    for rule in theirs["rules"] if counts is not None else []:
        counts[rule] = counts.get(rule, 0) + 1
    # Apus leaves some of the demands on whole types to the server.
    same = theirs["rules"] == ours["rules"] or (theirs["rules"], ours["rules"]) == (["Types"], [])
    score.add(bool(theirs["syntax"]) == bool(ours["syntax"]) and same, (text, theirs, ours))


def own_tests(probe, folder):
    """Runs graphql-core's tests of schemas with parsers that hand the texts over."""
    import graphql.language

    sys.path.insert(0, str(folder.parent))
    modules = [graphql.language, sys.modules["graphql.utilities.build_ast_schema"]]
    original = graphql.language.parse
    seen = set()

    def collect(source, *arguments, **options):
        text = getattr(source, "body", source)
        if isinstance(text, str) and re.search(r"\b(type|input|enum|union|scalar|interface|directive|schema)\b", text):
            seen.add(text)
        return original(source, *arguments, **options)

    for module in modules:
        module.parse = collect
    try:
        run_tests(folder, sorted([*(folder / "validation").glob("test_*.py"), *(folder / "type").glob("test_*.py"),
                                  *(folder / "utilities").glob("test_*.py")]))
    finally:
        for module in modules:
            module.parse = original
        for name in [name for name in sys.modules if name.startswith("tests.")]:
            del sys.modules[name]
    score = Score("schemas of graphql-core's tests")
    texts = [text for text in sorted(seen) if is_schema(text)]
    for text in texts:
        compare(probe, score, text)
    return score.show() and score.count > 300, texts


def changed(text, names, chance):
    lines = [line for line in text.split("\n") if line.strip()]
    for _ in range(chance.choice([1, 1, 2])):
        place = chance.randrange(len(lines))
        words = list(re.finditer(r"@?[_A-Za-z][_0-9A-Za-z]*|[!\[\]{}():=&|]", lines[place]))
        kind = chance.randrange(10)
        if kind == 0:
            lines.insert(chance.randrange(len(lines)), lines[place])
        elif kind == 1 and len(lines) > 1:
            del lines[place]
        elif words:
            match = chance.choice(words)
            put = chance.choice([chance.choice(names), chance.choice(names), "", match.group() + " " + match.group(),
                                 match.group() + "!", "__" + match.group(), match.group() + " @deprecated"])
            lines[place] = lines[place][:match.start()] + put + lines[place][match.end():]
    return "\n".join(lines)


def random_schemas(probe, texts, schemas, chance, count):
    """The schemas of the tests and those that queries are made for (the small ones), with some words changed."""
    sources = [text for text in texts if len(text) < 4000] + [
        text for text in map(print_schema, schemas) if len(text) < 20_000]
    score, counts = Score("changed schemas"), {}
    while score.count < count:
        text = chance.choice(sources)
        names = re.findall(r"@?[_A-Za-z][_0-9A-Za-z]*", text) or ["a"]
        text = changed(text, names, chance)
        if is_schema(text):
            compare(probe, score, text, counts)
    print("changed schemas: " + ", ".join(f"{rule} {n}" for rule, n in sorted(counts.items(), key=lambda pair: -pair[1])))
    return score.show()
