import Testing

@testable import Workspaces

@Suite struct PlacedValuesTests {
  @Test func `Every name has its value and the positions of both.`() throws {
    let text = "# mine\nbase: dark\n\naccent:   \"#ff9e64\"\nempty:\nlist: [1]\n"
    let entries = try PlacedValues(Array(text.utf8)).entries
    #expect(entries.map(\.name) == ["base", "accent", "empty", "list"])
    #expect(entries.map(\.text) == ["dark", "#ff9e64", "", nil])
    #expect(entries[1].nameFault("x").description == "4:1: x")
    #expect(entries[1].valueFault("x").description == "4:11: x")
  }

  @Test func `An empty text has no names.`() throws {
    #expect(try PlacedValues([]).entries.isEmpty)
    #expect(try PlacedValues(Array("# nothing\n".utf8)).entries.isEmpty)
  }

  @Test(arguments: [
    ("a: 1\nb: [", "2:5"), ("- a\n", "1:1"), ("a: 1\nb: 2\na: 3\n", "3:1"), ("a: 1\n\tb: 2\n", "2:1"),
  ])
  func `A text that is not a map of names is refused with its position.`(text: String, place: String) {
    #expect { try PlacedValues(Array(text.utf8)) } throws: { "\($0)".hasPrefix(place + ":") }
  }

  @Test func `A huge text is refused, and so is one with many values or levels.`() {
    #expect(throws: YAMLError.self) { try PlacedValues(Array(repeating: UInt8(ascii: "#"), count: 70_000)) }
    #expect(throws: YAMLError.self) { try PlacedValues(Array("a: \(String(repeating: "[", count: 20))".utf8)) }
    #expect(throws: YAMLError.self) {
      try PlacedValues(Array("a: [\(String(repeating: "1,", count: 20_000))1]".utf8))
    }
  }
}
