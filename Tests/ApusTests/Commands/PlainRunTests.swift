import Testing

@testable import apus

@Suite("Run without the parser")
struct PlainRunTests {
  /// What every option of a command was set to, groups inside out.
  private func said(_ value: Any) -> String {
    let children = Mirror(reflecting: value).children
    if let parsed = children.first(where: { $0.label == "_parsedValue" }) {
      guard let content = Mirror(reflecting: parsed.value).children.first else { return "nothing" }
      return said(content.value)
    }
    guard "\(type(of: value))".hasSuffix("Options") || value is RunCommand else { return "\(value)" }
    return children.map { "\($0.label ?? ""): \(said($0.value))" }.joined(separator: "\n")
  }

  @Test(
    "What is read without the parser is what the parser reads",
    arguments: [
      [], ["users"], ["users", "--parallel", "16"], ["-e", "local", "--repeat", "3", "--bail", "a/b"],
      ["--env", "e", "-w", "w", "--var", "a=b", "--var", "c=", "--data", "rows.csv"],
      ["--tag", "a", "--tag", "b", "--skip-tag", "c", "--delay", "5", "--report", "junit=f", "--report", "tap"],
      ["--history", "--yes", "-k", "-L", "--insecure", "x", "--workspace", "é"],
    ])
  func same(words: [String]) throws {
    let plain = try #require(RunCommand.plain(words))
    let parsed = try RunCommand.parse(words)
    #expect(said(plain) == said(parsed))
    #expect(said(plain).contains("path: \(said(parsed.path as Any))"))
  }

  @Test(
    "Everything else is left to the parser",
    arguments: [
      ["--help"], ["-h"], ["u", "v"], ["--env=e"], ["--parallel", "0"], ["--parallel", "x"], ["--repeat", "0"],
      ["--repeat", "2", "--repeat", "2"], ["-e", "a", "-e", "b"], ["--delay", "-1"], ["--", "u"], ["-e"], [""],
      ["--retry", "2"], ["--http", "1.1"], ["-w", ""],
    ])
  func left(words: [String]) {
    #expect(RunCommand.plain(words) == nil)
  }
}
