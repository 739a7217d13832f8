import Testing

@testable import Networking

@Suite("Handle: JSON tokens")
struct JSONLexerTests {
  private func pretty(_ text: String) -> String? {
    JSONLexer.pretty(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("Formatted JSON keeps the spelling of numbers and strings and the order of members")
  func spelling() {
    #expect(
      pretty(#"{"b":1.50e3,"a":[{},[ ],"x\"},\\",null]}"#) == """
        {
          "b": 1.50e3,
          "a": [
            {},
            [],
            "x\\"},\\\\",
            null
          ]
        }
        """)
  }

  @Test("Invalid JSON is left alone", arguments: ["{", "]", "{]", "\"", "[\"\\", "{\"a\":[}"])
  func broken(text: String) {
    #expect(pretty(text) == nil)
  }

  @Test("Deep nesting is handled")
  func deep() {
    #expect(pretty(String(repeating: "[", count: 100_000)) == nil)
  }
}
