import Basics
import Testing

@Suite("Regular expressions in linear time") struct LinearRegexTests {
  private static func holds(_ pattern: String, _ text: String, steps: Int = .max) throws -> Bool? {
    var (regex, left) = (try LinearRegex(pattern, dialect: .script), steps)
    return regex.matchesPart(of: text, steps: &left)
  }

  @Test(
    "In scripts, anchors match at the ends of the text, names and escapes are supported, and braces may be plain",
    arguments: [
      ("^b$", "a\nb\nc", false), ("^a", "a\nb", true), ("c$", "b\nc", true), ("a.b", "a\nb", false),
      ("a.b", "a\u{2028}b", false), ("(?<year>\\d{4})-(?:\\d\\d)", "on 2026-11", true),
      ("\\x41\\u0042\\u{43}", "ABC", true),
      ("{\"id\":\\d+}", "{\"id\":42}", true), ("a{2}", "aa", true), ("a{,2}", "a{,2}", true), ("a{x", "a{x", true),
      ("\\/v1\\/", "/v1/", true), ("^\\s$", "\u{FEFF}", true), ("^\\S$", "\u{3000}", false),
      ("\\bad\\b", "an ad", true),
      ("a+?b", "aab", true), ("[\\w.-]+@[a-z]+", "a.b@c", true),
      ("\\f\\v\\0", "\u{0C}\u{0B}\u{0}", true), ("^$", "", true),
      ("^\\p{Letter}+$", "Ünï", true), ("^\\p{Letter}+$", "a1", false), ("^\\p{gc=Decimal_Number}$", "৪", true),
      ("^\\cC\\cc$", "\u{3}\u{3}", true),
    ])
  func script(pattern: String, text: String, isMatch: Bool) throws {
    #expect(try Self.holds(pattern, text) == isMatch)
  }

  @Test(
    "Syntax without a linear time limit is refused with a message and its position",
    arguments: ["(?=a)", "a(?!b)", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>"])
  func unbounded(pattern: String) {
    let fault = #expect(throws: RegexFault.self) { try LinearRegex(pattern, dialect: .script) }
    #expect(fault?.description.contains("no bound in time") == true)
  }

  @Test(
    "Syntax errors are reported",
    arguments: [
      "(", ")", "(?<>a)", "(?P<n>a)", "*", "[a", "\\", "\\x4", "\\u{110000}", "a{3,2}", "\\p{Word}", "\\c", "\\c1",
    ])
  func faults(pattern: String) {
    #expect(throws: RegexFault.self) { try LinearRegex(pattern, dialect: .script) }
  }

  @Test(
    "An expression that backtracks elsewhere takes a few steps per character",
    arguments: ["(a+)+$", "(a|aa)+$", "(.*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$"])
  func catastrophic(pattern: String) throws {
    let text = String(repeating: "a", count: 100_000) + "!"
    #expect(try Self.holds(pattern, text, steps: 1_000_000) == false)
  }

  @Test("If the steps are not enough there is no result, and the remaining steps are returned")
  func exhausted() throws {
    var seed: UInt32 = 1
    let text = (0..<4_000).map { _ -> String in
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return seed >> 31 == 0 ? "a" : "b"
    }.joined()
    #expect(try Self.holds("(a|b)*a(a|b){200}c", text, steps: 100_000) == nil)
    #expect(try Self.holds("(a|b)*a(a|b){200}c", text) == false)
    var (regex, left) = (try LinearRegex("a+", dialect: .script), 1000)
    #expect(regex.matchesWhole("aaa", steps: &left) == true && left < 1000 && left > 900)
  }
}
