import Basics
import TestSupport
import Testing

@testable import Networking

@Suite("Secrets that are cut in the texts of structured messages") struct RedactionTextsTests {
  private let secret = "Zq7x-Kt9pm/4secret"
  private var redaction: Redaction { Redaction(secrets: [secret]) }

  private func shown(_ texts: [String]) -> [String] {
    let messages = ConversationMessages(texts.map { ConversationMessage(.incoming, $0) })
    return redaction.masked(cutIn: messages).map { String(decoding: $0.body.allBytes, as: UTF8.self) }
  }

  private func shown(_ body: String, _ type: String) -> String {
    String(decoding: redaction.masked(bytes: Array(body.utf8), type: type), as: UTF8.self)
  }

  private func halves(at place: Int) -> (head: Substring, tail: Substring) {
    (secret.prefix(place), secret.dropFirst(place))
  }

  @Test func `A secret that is cut between the values of JSON messages leaves no piece, wherever it is cut.`() {
    for place in 1..<secret.count {
      let (head, tail) = halves(at: place)
      let texts = [#"{"delta":"a \#(head)"}"#, #"{"delta":"\#(tail) b"}"#]
      #expect(shown(texts) == [#"{"delta":"a ••••"}"#, #"{"delta":"•••• b"}"#])
    }
  }

  @Test func `Letter by letter, with other messages and other values between, in any encoding.`() {
    let escaped = secret.unicodeScalars.map { "\\u00" + Hexadecimal.text([UInt8($0.value)]) }
    let texts = escaped.flatMap { [#"{"n":1,"choices":[{"x":"y","delta":{"content":"\#($0)"}}]}"#, #"{"ping":"p"}"#] }
    let masked = shown(texts)
    #expect(Set(masked) == [#"{"n":1,"choices":[{"x":"y","delta":{"content":"••••"}}]}"#, #"{"ping":"p"}"#])
  }

  @Test func `Texts that are streamed at the same time are told apart by their index, id or type.`() {
    let (head, tail) = halves(at: 9)
    let chunk = { (index: Int, text: Substring) in #"{"choices":[{"delta":"\#(text)","index":\#(index)}]}"# }
    #expect(
      shown([chunk(0, head), chunk(1, "hello"), chunk(0, tail)]) == [
        chunk(0, "••••"), chunk(1, "hello"), chunk(0, "••••"),
      ])
    let event = { (type: String, text: Substring) in #"{"type": "\#(type)", "delta": "\#(text)"}"# }
    #expect(shown([event("t", head), event("u", "hello"), event("t", tail)])[2] == event("t", "••••"))
    // Wherever in an array it stands.
    let both = #"{"choices":[{"delta":"hello","index":1},{"delta":"\#(tail)","index":0}]}"#
    #expect(shown([chunk(0, head), both])[1].contains(#""delta":"••••","index":0"#))
    // An index that counts the messages tells nothing apart.
    #expect(shown([chunk(0, head), chunk(1, tail)]) == [chunk(0, "••••"), chunk(1, "••••")])
  }

  @Test func `Texts that are joined within one message, too.`() {
    let (head, tail) = halves(at: 5)
    let text = #"{"parts":[{"text":"\#(head)"},{"text":"\#(tail)"}]}"#
    #expect(shown([text]) == [#"{"parts":[{"text":"••••"},{"text":"••••"}]}"#])
  }

  @Test func `In event streams, also over several lines, and without JSON.`() {
    let (head, tail) = halves(at: 7)
    let events = { (left: Substring, right: Substring) in
      "event: d\r\ndata: {\"delta\":\r\ndata: \"\(left)\"}\r\n\r\n: ping\r\ndata:{\"delta\":\"\(right)\"}\r\n\r\n"
    }
    #expect(shown(events(head, tail), "text/event-stream") == events("••••", "••••"))
    let plain = { (left: Substring, right: Substring) in "\u{FEFF}data: \(left)\n\nid: 1\ndata: \(right)" }
    #expect(shown(plain(head, tail), "text/event-stream; charset=utf-8") == plain("••••", "••••"))
  }

  @Test func `In JSON lines and in JSON text sequences.`() {
    let (head, tail) = halves(at: 7)
    let lines = { (left: Substring, right: Substring) in
      "{\"response\":\"\(left)\"}\n\n{\"response\":\"\(right)\",\"done\":true}"
    }
    #expect(shown(lines(head, tail), "application/x-ndjson") == lines("••••", "••••"))
    let sequence = { (left: Substring, right: Substring) in "\u{1E}{\"a\":\"\(left)\"}\n\u{1E}{\"a\":\"\(right)\"}\n" }
    #expect(shown(sequence(head, tail), "application/json-seq") == sequence("••••", "••••"))
    #expect(shown(lines(head, tail), "application/json") == lines(head, tail))
  }

  @Test func `Values at different paths are not joined, and nothing changes where no secret is.`() {
    let (head, tail) = halves(at: 7)
    let apart = [#"{"a":"\#(head)"}"#, #"{"b":"\#(tail)"}"#]
    #expect(shown(apart) == apart)
    let whole = [#"{"a":"\#(secret)"}"#]
    #expect(shown(whole) == whole)
  }

  @Test func `Whatever the messages are, broken ones included, no piece of a secret that their texts spell is left.`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<40 {
      var texts: [String] = []
      for letter in secret {
        texts += (0..<Int.random(in: 0...2, using: &random)).map { _ in
          [#"{"q":["#, "}]", #"{"w":"\"}"#, "{{{{", #"{"a":{"b":"c"}}"#, "9"].randomElement(using: &random) ?? ""
        }
        texts.append(#"{"t":[[{"delta":"\#(letter)"}]]}"#)
      }
      let left = shown(texts).filter { $0.hasPrefix(#"{"t""#) }
      #expect(left == secret.map { _ in #"{"t":[[{"delta":"••••"}]]}"# })
    }
  }

  @Test func `Paths beyond those that are remembered begin anew, and a secret at one of them is found.`() {
    let (head, tail) = halves(at: 7)
    var texts = (0..<6000).map { #"{"p\#($0)":"v"}"# }
    texts += [#"{"delta":"\#(head)"}"#, #"{"p1":"v"}"#, #"{"delta":"\#(tail)"}"#]
    #expect(shown(texts).suffix(3) == [#"{"delta":"••••"}"#, #"{"p1":"v"}"#, #"{"delta":"••••"}"#])
  }
}
