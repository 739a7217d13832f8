import Testing

@testable import Serving

@Suite struct PathPatternTests {
  private func match(_ pattern: String, _ path: String) -> [Int]? {
    PathPattern(pattern).match(path.split(separator: "/").map(String.init))
  }

  @Test(
    "Names, braces and variables match any segment, texts only themselves",
    arguments: [
      ("/users/:id", "/users/7", [2, 0]), ("/users/{id}", "/users/a b", [2, 0]),
      ("/users/{{id}}/x", "/users/7/x", [2, 0, 2]),
      ("/users/{{id}}.json", "/users/7.json", [2, 1]), ("/users/{{id}}.json", "/users/7.xml", nil),
      ("/users/{{a/b | $.id}}/x", "/users/7/x", [2, 0, 2]), ("/a-{x}-{y}-z", "/a-1-2-z", [1]),
      ("/a-{x}-z", "/a--z", nil), ("/users", "/users/7", nil), ("/users/", "/users", [2]), ("/", "/", []),
      ("/users/:", "/users/:", [2, 2]), ("/caf%C3%A9", "/café", [2]), ("/{", "/{", [2]), ("/{{x", "/{{x", [2]),
      ("/a{x}", "/a", nil), ("/{x}a", "/aa", [1]), ("/{x}a{y}", "/aaa", [1]),
    ] as [(String, String, [Int]?)])
  func matches(pattern: String, path: String, expected: [Int]?) {
    #expect(match(pattern, path) == expected)
  }

  @Test("A file's value for a name is a text")
  func values() {
    let pattern = PathPattern("/users/:id/{kind}/:other", values: ["id": "42", "kind": "a/b"])
    #expect(pattern.match(["users", "42", "a/b", "x"]) == [2, 2, 2, 0])
    #expect(pattern.match(["users", "43", "a/b", "x"]) == nil)
    #expect(pattern.shown == "/users/42/a/b/{}")
  }

  @Test("Unclosed braces are searched for once, however many there are")
  func braces() {
    for unit in ["{{", "{", "/{{", "{{}"] {
      let text = String(repeating: unit, count: 100_000)
      #expect(!PathPattern("/" + text).segments.isEmpty && HoledText(text).text != nil)
    }
  }

  @Test("Matching many holes costs at most the product of both lengths")
  func hostile() {
    let pattern = HoledText(String(repeating: "{x}a", count: 2000), singleBraces: true)
    #expect(!pattern.matches(String(repeating: "a", count: 3999)))
    #expect(pattern.matches(String(repeating: "a", count: 4000)))
  }
}
