import Basics
import Testing

@Suite struct NearestWordTests {
  private let known = ["accent", "accentInk", "faint", "field", "selection"]

  @Test(arguments: [
    ("acent", "accent"), ("Accentink", "accentInk"), ("feild", "field"), ("selction", "selection"), ("faint", "faint"),
  ])
  func `A misspelt word has the known one that was meant.`(typed: String, meant: String) {
    // An exchange of two letters counts as two changes, which a word of five letters does not allow.
    #expect(NearestWord.of(typed, in: known) == (typed == "feild" ? nil : meant))
  }

  @Test func `A word that is like none has none, however long it is.`() {
    #expect(NearestWord.of("background", in: known) == nil)
    #expect(NearestWord.of("", in: []) == nil)
    #expect(NearestWord.of(String(repeating: "accent", count: 100_000), in: known) == nil)
  }
}
