import Testing

@testable import apus

@Suite("Send without the parser")
struct PlainSendTests {
  /// What every option of a command was set to, groups inside out.
  private func said(_ value: Any) -> String {
    let children = Mirror(reflecting: value).children
    if let parsed = children.first(where: { $0.label == "_parsedValue" }) {
      guard let content = Mirror(reflecting: parsed.value).children.first else { return "nothing" }
      return said(content.value)
    }
    guard "\(type(of: value))".hasSuffix("Options") || value is SendCommand else { return "\(value)" }
    return children.map { "\($0.label ?? ""): \(said($0.value))" }.joined(separator: "\n")
  }

  @Test(
    "What is read without the parser is what the parser reads",
    arguments: [
      ["users/get"], ["http://h/a?b=c"], ["-e", "local", "users/get", "-p", "id=42", "--param", "page=2"],
      ["u", "-X", "PUT", "-H", "A: b", "--header", "C;", "-d", "a=1", "--data", "@f", "-L", "-k", "-i"],
      ["u", "--json", "-o", "f", "--timing", "--fail", "-s", "--no-history", "--yes", "-w", "w"],
      ["u", "--var", "a=b", "--var", "c=", "--query", "$.id", "-v"], ["é", "-H", "X: ü"],
      ["u", "--verbose", "--env", "e"],
    ])
  func same(words: [String]) throws {
    let plain = try #require(SendCommand.plain(words))
    let parsed = try SendCommand.parse(words)
    #expect(said(plain) == said(parsed))
    #expect(said(plain).contains("target: \(parsed.target)"))
  }

  @Test(
    "Everything else is left to the parser",
    arguments: [
      [], ["--help"], ["-h"], ["u", "v"], ["u", "-XPUT"], ["u", "--env=e"], ["u", "-iv"], ["u", "-d", "-1"],
      ["--", "u"],
      ["u", "-e"], ["u", "-e", "a", "-e", "b"], ["u", "--json", "--include"], ["u", "--query", "$", "-i"],
      ["u", "-H", ""],
      ["u", "--nonsense"], ["u", "--retry", "2"], [""],
    ])
  func left(words: [String]) {
    let isRead = SendCommand.plain(words) != nil
    #expect(!isRead)
  }
}
