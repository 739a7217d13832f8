import Basics
import Testing

@Suite struct NearestWordTests {
  private let known = ["accent", "accentInk", "faint", "field", "selection"]

  @Test(arguments: [
    ("acent", "accent"), ("Accentink", "accentInk"), ("feild", "field"), ("selction", "selection"), ("faint", "faint"),
  ])
  func `A misspelt word gives the known one that was meant.`(typed: String, meant: String) {
    #expect(NearestWord.of(typed, in: known) == meant)
  }

  @Test(arguments: [
    ("lsit", true), ("lsit u", true), ("lits users", true), ("lis users", true), ("list  users", true),
    ("lsti uesrs", false), ("lis", false), ("get us", false), ("list users and", false),
  ])
  func `An incomplete word with one error matches the start of the known one.`(typed: String, isBegun: Bool) {
    #expect(NearestWord.begins(typed, "List users") == isBegun)
  }

  @Test func `A word that resembles none gives none, however long it is.`() {
    #expect(NearestWord.of("background", in: known) == nil)
    #expect(NearestWord.of("", in: []) == nil)
    #expect(NearestWord.of(String(repeating: "accent", count: 100_000), in: known) == nil)
  }
}
