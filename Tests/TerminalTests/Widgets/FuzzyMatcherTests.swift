import Testing

@testable import Terminal

@Suite struct FuzzyMatcherTests {
  func best(_ query: String, _ candidates: [String]) -> [String] {
    FuzzyMatcher(query).order(of: candidates).map { candidates[$0] }
  }

  @Test("Only the beginning of a very long query counts")
  func long() {
    let matcher = FuzzyMatcher(String(repeating: "get user ", count: 10_000))
    #expect(matcher.words.count < 100 && matcher.match("Get user") != nil)
  }

  @Test("Starts of words and adjacent letters rank first")
  func order() {
    #expect(best("gu", ["plugin user", "Get user", "argue"]) == ["Get user", "argue"])
    #expect(best("user", ["u_s_e_r", "users", "a user"]) == ["users", "a user"])
    #expect(best("send", ["Undo the send", "Send the request", "Resend"]).first == "Send the request")
    #expect(best("rf", ["surf", "responseFold"]).first == "responseFold")
  }

  @Test("Letters scattered over words match nothing")
  func scattered() {
    #expect(best("send", ["Search in the answers and URLs", "Choose an environment", "response folder"]).isEmpty)
    #expect(best("send", ["Change the setting that caused it", "Resend", "Send"]) == ["Send", "Resend"])
    #expect(best("getus", ["Get user", "Gadget status", "budget for us"]) == ["Get user"])
    #expect(best("log", ["Duplicate the long one", "Go to line", "List all of a group"]) == ["List all of a group"])
  }

  @Test("Letters skipped inside a word are a last resort")
  func skipped() {
    #expect(best("usr", ["List users", "Orders", "up so far"]) == ["List users"])
    #expect(best("usr", ["List users", "Read usr"]) == ["Read usr"])
    #expect(best("users/cre.yml", ["users/Create user.yml", "users/Create order.yaml"]) == ["users/Create user.yml"])
    #expect(FuzzyMatcher("crtusr").match("Create user")?.characters == [0, 1, 4, 7, 8, 10])
  }

  @Test("The matched letters are reported")
  func places() {
    #expect(FuzzyMatcher("gu").match("Get user")?.characters == [0, 4])
    #expect(FuzzyMatcher("ab").match("a-ab")?.characters == [2, 3])
    #expect(FuzzyMatcher("語x").match("日本語 xyz")?.characters == [2, 4])
    #expect(FuzzyMatcher("É").match("café é")?.characters == [5])
  }

  @Test("Every word of the query must fit, in any order")
  func words() {
    #expect(best("user get", ["Get user", "Get order", "user"]) == ["Get user"])
    #expect(FuzzyMatcher("zz").match("z") == nil)
  }

  @Test("A blank query matches everything in order")
  func blank() {
    #expect(best("  ", ["b", "a"]) == ["b", "a"])
    #expect(FuzzyMatcher("").match("x")?.characters == [])
  }

  @Test("The matched letters always spell the query, and a very long candidate still matches")
  func alwaysSpells() {
    var random = SystemRandomNumberGenerator()
    let letters = Array("abAB-/ 日")
    for _ in 0..<2_000 {
      let text = String((0..<Int.random(in: 0...14)).compactMap { _ in letters.randomElement(using: &random) })
      let query = String((0..<3).compactMap { _ in Array("abB").randomElement(using: &random) })
      guard let match = FuzzyMatcher(query).match(text) else { continue }
      let characters = Array(text)
      #expect(String(match.characters.map { characters[$0] }).lowercased() == query.lowercased())
    }
    #expect(FuzzyMatcher("ab").match(String(repeating: "x", count: 100_000) + "ab")?.characters == [100_000, 100_001])
  }

  @Test("Ten thousand candidates are ranked")
  func many() {
    let candidates = (0..<10_000).map { "collection/folder \($0 % 100)/Get user number \($0)" }
    #expect(FuzzyMatcher("gun77").order(of: candidates).first.map { candidates[$0].hasSuffix("77") } == true)
  }

  @Test("The order equals that of the full matches' scores, for any texts")
  func wholeMatches() {
    var random = SystemRandomNumberGenerator()
    let letters = Array("abAB-/ 1é語")
    func text(_ most: Int) -> String {
      String((0..<Int.random(in: 0...most, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    for _ in 0..<300 {
      let query = text(5)
      let candidates = (0..<20).map { _ in text(14) }
      let matches = candidates.map { FuzzyMatcher(query).match($0) }
      let best = matches.compactMap { $0?.fit }.min() ?? .start
      let worst = FuzzyFit.worst(beside: best, letters: query.count { !$0.isWhitespace })
      let scores = matches.map { match in match.flatMap { $0.fit > worst ? nil : $0.score } }
      let wanted = candidates.indices.filter { scores[$0] != nil }.sorted {
        (scores[$1] ?? 0, $0) < (scores[$0] ?? 0, $1)
      }
      #expect(FuzzyMatcher(query).order(of: candidates) == wanted, "\(query.debugDescription) in \(candidates)")
    }
  }
}
