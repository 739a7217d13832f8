import Basics
import Testing
import Workspaces

@testable import Interchange

/// The cost of a sample is counted, not timed.
@Suite("Samples of schemas")
struct SchemaSampleTests {
  private func references(_ schemas: [(String, String)]) throws -> JSONReferences {
    let members = try schemas.map { JSONValue.Member("#/s/\($0.0)", try JSONValue(parsing: $0.1.utf8)) }
    return JSONReferences(targets: JSONValue.object(members).membersByName)
  }

  private func sample(
    _ schemas: [(String, String)], _ name: String, _ direction: SampleDirection = .request
  ) throws -> (text: String, visits: Int, isShort: Bool) {
    var samples = SchemaSample(try references(schemas))
    let (value, isShort) = samples.value(of: .object([.init("$ref", .string("#/s/\(name)"))]), for: direction)
    return (String(decoding: value.compact, as: UTF8.self), samples.visits, isShort)
  }

  private static func reference(_ name: String) -> String { ##"{"$ref": "#/s/\##(name)"}"## }

  @Test("A recursive schema ends at its first repetition")
  func recursion() throws {
    let node = """
      {"required": ["must"], "properties": {"n": {"type": "integer"}, "next": \(Self.reference("N")), \
      "must": \(Self.reference("N")), "all": {"type": "array", "items": \(Self.reference("N"))}}}
      """
    let (text, visits, isShort) = try sample([("N", node)], "N")
    #expect(text == #"{"n":0,"must":{},"all":[]}"#)
    #expect(visits < 20 && !isShort)
  }

  @Test(
    "Schemas that all refer to each other cost at most the limit for an example",
    arguments: [("properties", 40), ("allOf", 40), ("oneOf", 40), ("anyOf", 40)])
  func budget(word: String, count: Int) throws {
    let schemas = (0..<count).map { index -> (String, String) in
      let others = (0..<count).map { Self.reference("S\(($0 + index) % count)") }
      let properties = others.enumerated().map { #""p\#($0.offset)": \#($0.element)"# }
      return (
        "S\(index)",
        word == "properties"
          ? #"{"properties": {\#(properties.joined(separator: ","))}}"#
          : #"{"\#(word)": [\#(others.joined(separator: ","))], "properties": {\#(properties.joined(separator: ","))}}"#
      )
    }
    let visits = try sample(schemas, "S0").visits
    // Each of the six depths may visit as much.
    #expect(visits <= 6 * (SchemaSample.exampleLimit + 64), "\(visits)")
  }

  @Test("A sample that is too large has fewer levels, which is reported")
  func depth() throws {
    let leaf = (0..<60).map { #""l\#($0)": {"type": "string"}"# }.joined(separator: ",")
    let inner = (0..<60).map { #""i\#($0)": {"properties": {\#(leaf)}}"# }.joined(separator: ",")
    let (text, _, isShort) = try sample([("S", #"{"properties": {"id": {"type": "integer"}, \#(inner)}}"#)], "S")
    #expect(isShort && text.hasPrefix(#"{"id":0,"i0":{}"#) && text.hasSuffix(#""i59":{}}"#))
    // Required members exist, even at the last level.
    let needing = (0..<60).map { #""i\#($0)": {"required": ["l0"], "properties": {\#(leaf)}}"# }.joined(separator: ",")
    let needed = try sample([("S", #"{"properties": {\#(needing)}}"#)], "S").text
    #expect(needed.hasPrefix(#"{"i0":{"l0":null}"#) && needed.hasSuffix(#""i59":{"l0":null}}"#), "\(needed)")
  }

  @Test("A schema shared by many others is visited once")
  func memory() throws {
    let shared = (0..<50).map { #""l\#($0)": {"type": "string"}"# }.joined(separator: ",")
    var samples = SchemaSample(try references([("S", #"{"properties": {\#(shared)}}"#)]))
    for _ in 0..<100 { _ = samples.value(of: .object([.init("$ref", .string("#/s/S"))]), for: .request) }
    #expect(samples.visits < 110 + 100, "\(samples.visits)")
  }

  @Test("The samples of a document together have a limit, after which each is small")
  func total() throws {
    let wide = (0..<1_500).map { #""l\#($0)": {"type": "string"}"# }.joined(separator: ",")
    var samples = SchemaSample(try references([]))
    let schema = try JSONValue(parsing: #"{"properties": {\#(wide)}}"#.utf8)
    for _ in 0..<1_000 { _ = samples.value(of: schema, for: .request) }
    #expect(samples.visits < SchemaSample.documentLimit + 1_000 * 2 * SchemaSample.leastLimit, "\(samples.visits)")
    #expect(samples.value(of: schema, for: .request).isShort)
  }

  @Test("Requests omit read-only properties, also in arrays, parts and examples; responses the reverse")
  func directions() throws {
    let item = """
      {"properties": {"id": {"type": "integer", "readOnly": true}, "name": {"type": "string"}, \
      "secret": {"type": "string", "writeOnly": true}, "by": \(Self.reference("ReadOnly"))}}
      """
    let schemas = [
      ("Item", item), ("ReadOnly", #"{"type": "string", "readOnly": true}"#),
      ("List", #"{"type": "array", "items": \#(Self.reference("Item"))}"#),
      ("Part", #"{"allOf": [\#(Self.reference("Item")), {"properties": {"at": {"readOnly": true}, "x": {}}}]}"#),
      (
        "Shown",
        #"{"example": [{"id": 7, "name": "n", "secret": "s", "by": "b"}], "items": \#(Self.reference("Item"))}"#
      ),
    ]
    #expect(try sample(schemas, "List").text == #"[{"name":"","secret":""}]"#)
    #expect(try sample(schemas, "List", .response).text == #"[{"id":0,"name":"","by":""}]"#)
    #expect(try sample(schemas, "Part").text == #"{"name":"","secret":"","x":""}"#)
    #expect(try sample(schemas, "Shown").text == #"[{"name":"n","secret":"s"}]"#)
    #expect(try sample(schemas, "Shown", .response).text == #"[{"id":7,"name":"n","by":"b"}]"#)
  }

  @Test("A part that only constrains others adds nothing, and an enumeration in allOf gives its first value")
  func parts() throws {
    let schemas = [
      ("E", #"{"enum": ["on", "off"]}"#),
      ("S", #"{"properties": {"e": {"allOf": [\#(Self.reference("E")), {"description": "d"}]}}}"#),
      ("C", #"{"oneOf": [{"type": "null"}, \#(Self.reference("E"))]}"#),
    ]
    #expect(try sample(schemas, "S").text == #"{"e":"on"}"#)
    #expect(try sample(schemas, "C").text == #""on""#)
  }
}
