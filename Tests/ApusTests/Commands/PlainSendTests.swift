import ArgumentParser
import TestSupport
import Testing

@testable import apus

@Suite("Send without the parser")
struct PlainSendTests {
  @Test(
    "Command lines parsed without the parser have the same result as with it",
    arguments: [
      ["users/get"], ["http://h/a?b=c"], ["-e", "local", "users/get", "-p", "id=42", "--param", "page=2"],
      ["u", "-X", "PUT", "-H", "A: b", "--header", "C;", "-d", "a=1", "--data", "@f", "-L", "-k", "-i"],
      ["u", "--json", "-o", "f", "--timing", "--fail", "-s", "--no-history", "--yes", "-w", "w"],
      ["u", "--var", "a=b", "--var", "c=", "--query", "$.id", "-v"], ["é", "-H", "X: ü"],
      ["u", "--verbose", "--env", "e"], ["u", "--dry-run", "-o", "f"], ["u", "--answer", "a=b", "--answer", "c"],
    ])
  func same(words: [String]) throws {
    let plain = try #require(SendLine.plain(words))
    let parsed = try SendCommand.parse(words).line
    // The description contains every option by name, in its group.
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
      ["u", "--nonsense"], ["u", "--dry-run", "--json"], ["u", "--retry", "2"], [""],
    ])
  func left(words: [String]) {
    let isRead = SendLine.plain(words) != nil
    #expect(!isRead)
  }

  @Test("Random command lines parsed without the parser have the same result as with it")
  func random() throws {
    var random = SeededGenerator(seed: 3)
    let words = [
      "u", "http://h/a?b=c", "-e", "--env", "local", "-w", "-X", "PUT", "-o", "f", "--query", "$.id", "--var", "a=b",
      "-p", "--param", "-H", "A: b", "C;", "-d", "--data", "@f", "", "-i", "-v", "-s", "--json", "--raw", "--timing",
      "--fail", "-L", "-k", "--no-history", "--yes", "--dry-run", "--", "-", "-iv", "--env=e", "--retry", "2", "é",
      "--help", "-1",
    ]
    var read = 0
    // The parser is slow, so a few hundred lines must be enough.
    for _ in 0..<20_000 where read < 200 {
      let line = (0..<Int.random(in: 1...6, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
      guard let plain = SendLine.plain(line) else { continue }
      read += 1
      let parsed = try SendCommand.parse(line).line
      #expect("\(plain)" == "\(parsed)", "\(line)")
    }
    #expect(read == 200)
  }
}
