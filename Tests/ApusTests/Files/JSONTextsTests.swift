import Testing

@testable import apus

@Suite("JSON texts on lines") struct JSONTextsTests {
  @Test(
    "A text may span lines, and a line may contain several; other text ends on its line",
    arguments: [
      ("{\"a\": 1}\n{\"a\": 2}\n", ["{\"a\": 1}", "{\"a\": 2}"]), ("{\n  \"a\": [\n1]\n}", ["{\n  \"a\": [\n1]\n}"]),
      ("{}{} [1]", ["{}", "{}", " [1]"]), ("\n  \n", []), ("", []), ("\"x\"\n7\n", ["\"x\"", "7"]),
      ("{\"a\": \"}\\\"{\"}\n", ["{\"a\": \"}\\\"{\"}"]), ("{\"a\": \"x\\\\\"}{}", ["{\"a\": \"x\\\\\"}", "{}"]),
      ("nonsense\n{}", ["nonsense", "{}"]), ("{\"a\n{}", ["{\"a", "{}"]), ("}\n{}", ["}", "{}"]),
      ("{\"a\": 1", ["{\"a\": 1\n"]), ("{ // isn't \" {\n}{}", ["{ // isn't \" {\n}", "{}"]),
      ("{/*/ } */}{}", ["{/*/ } */}", "{}"]),
    ])
  func texts(content: String, expected: [String]) {
    #expect(JSONTexts.of(Array(content.utf8)).map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test("An endless text is returned in pieces")
  func endless() {
    var texts = JSONTexts(most: 10)
    #expect(texts.take(Array("{\"a\":".utf8)).isEmpty)
    #expect(texts.take(Array("\"long text\"".utf8)).count == 2 && texts.take(Array("{}".utf8)) == [Array("{}".utf8)])
  }
}
