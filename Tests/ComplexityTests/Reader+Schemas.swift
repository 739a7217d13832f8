import Basics

@testable import Workspaces

extension Reader {
  private struct SchemaCase: Sendable {
    let schema: JSONSchema
    let value: JSONValue
  }

  private static func value(_ text: String) -> JSONValue { (try? JSONValue(parsing: text.utf8)) ?? .null }

  /// Checks a value that may or may not match; all of it is read.
  private static func checking(
    _ name: String, _ schema: @escaping @Sendable (Int) -> String, _ value: @escaping @Sendable (Int) -> String
  ) -> Reader {
    Reader("Schema: \(name)", upTo: 1 << 14) { count in
      (try? JSONSchema(Self.value(schema(count)))).map { SchemaCase(schema: $0, value: Self.value(value(count))) }
    } read: { made in
      guard let made else { return }
      _ = try? made.schema.problems(in: made.value, steps: .max)
    }
  }

  private static func members(_ count: Int, _ text: (Int) -> String) -> String { copies(count) { text($0) + "," } }

  static let schemas: [Reader] = [
    checking("many elements with alternatives") { _ in
      #"{"items": {"anyOf": [{"type": "string"}, {"properties": {"a": {"minimum": 1}}, "required": ["a"]}]}}"#
    } _: {
      "[\(members($0) { #"{"a": \#($0 + 1)}"# })0]"
    },
    checking("many members, each with a schema") {
      "{\"properties\": {\(members($0) { #""m\#($0)": {"type": "integer"}"# })\"z\": true}}"
    } _: {
      "{\(members($0) { #""m\#($0)": 1"# })\"z\": 1}"
    },
    checking("many required members") {
      "{\"required\": [\(members($0) { "\"m\($0)\"" })\"z\"]}"
    } _: {
      "{\(members($0) { #""m\#($0)": 1"# })\"z\": 1}"
    },
    checking("unique elements") { _ in
      #"{"uniqueItems": true}"#
    } _: {
      "[\(members($0) { #"{"a": \#($0)}"# })0]"
    },
    checking("a long list of values") {
      "{\"items\": {\"enum\": [\(members($0) { "\"v\($0)\"" })0]}}"
    } _: {
      "[\(members($0) { "\"v\($0)\"" })0]"
    },
    checking("members that nothing has looked at") { _ in
      #"{"anyOf": [{"patternProperties": {"^a": true}}, {"patternProperties": {"^b": true}}], "unevaluatedProperties": true}"#
    } _: {
      "{\(members($0) { #""a\#($0)": 1"# })\"b\": 1}"
    },
    checking("a long text and a pattern") { _ in
      #"{"pattern": "^(a+)+$"}"#
    } _: {
      "\"" + String(repeating: "a", count: $0) + "!\""
    },
    Reader("Schema: compiling many schemas", upTo: 1 << 14) {
      value(
        "{\"$defs\": {\(members($0) { ##""d\##($0)": {"$id": "d\##($0).json", "$ref": "#/$defs/z"}"## })\"z\": true}}")
    } read: {
      _ = try? JSONSchema($0)
    },
    Reader("Schema: compiling many references to one object", upTo: 1 << 14) {
      value(
        "{\"properties\": {\(members($0) { ##""p\##($0)": {"$ref": "#/$defs/d\##($0)"}"## })\"z\": true}, "
          + "\"$defs\": {\(members($0) { ##""d\##($0)": {}"## })\"z\": true}}")
    } read: {
      _ = try? JSONSchema($0)
    },
    Reader("Recorded answers: what is left out", upTo: 1 << 14) {
      value("{\(members($0) { #""m\#($0)": {"id": \#($0)}"# })\"z\": 1}")
    } read: { value in
      var steps = Int.max
      _ = try? SnapshotExceptions("$..id, $.z", isWholeAnswer: false).without(value, spending: &steps)
    },
    Reader("Recorded answers: the differences", upTo: 1 << 14) { count in
      [1, 2].map { side in value("[\(members(count) { #"{"id": \#($0), "n": \#(side)}"# })0]") }
    } read: { sides in
      guard let exceptions = try? SnapshotExceptions("", isWholeAnswer: false) else { return }
      var steps = Int.max
      _ = try? SnapshotComparison(
        recorded: sides[0], now: sides[1], leavingOut: exceptions, spending: &steps, mask: "••••")
    },
  ]
}
