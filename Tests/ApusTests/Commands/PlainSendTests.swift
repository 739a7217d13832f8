import Testing

@testable import apus

@Suite("Send without the parser")
struct PlainSendTests {
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
    let plain = try #require(SendLine.plain(words))
    let parsed = try SendCommand.parse(words).line
    // Every option by its name, groups in their groups.
    #expect("\(plain)" == "\(parsed)")
    #expect(plain.target == parsed.target)
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
    let isRead = SendLine.plain(words) != nil
    #expect(!isRead)
  }
}
