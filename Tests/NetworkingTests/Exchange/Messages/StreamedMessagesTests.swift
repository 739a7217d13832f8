import Basics
import Foundation
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite struct StreamedMessagesTests {
  /// The messages of a body that arrives in these pieces.
  private func messages(_ pieces: [[UInt8]], _ format: MessageFormat = .events) throws -> StreamedMessages {
    let store = ByteStore()
    var messages = StreamedMessages(format, of: store, since: nil)
    for piece in pieces {
      try store.append(piece)
      messages.advance()
    }
    messages.finish()
    return messages
  }

  private func texts(_ messages: StreamedMessages) -> [String] {
    (0..<messages.count).map { number in
      let message = messages[number]
      let event = message.event.map { "\($0) " } ?? ""
      return event + (message.id.map { "#\($0) " } ?? "") + String(decoding: message.data, as: UTF8.self)
    }
  }

  private func halves(_ bytes: [UInt8]) -> [[[UInt8]]] {
    (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
  }

  static let streams: [(String, [String])] = [
    ("data: a\n\n", ["message a"]),
    ("\u{feff}data: a\n\n", ["message a"]),
    ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["message a", "message b", "message c"]),
    ("data: YHOO\ndata: +2\r\ndata: 10\r\n\r\n", ["message YHOO\n+2\n10"]),
    (": ping\n\n: ping\n\nid: 1\ndata: x\n\n", ["message #1 x"]),
    ("data\n\ndata\ndata\n\ndata:", ["message ", "message \n"]),
    ("event: add\ndata: 1\n\nevent: none\n\ndata: 2\n\n", ["add 1", "message 2"]),
    ("id: 1\ndata: a\n\nid: bad\u{0}\ndata: b\n\nid\ndata: c\n\n", ["message #1 a", "message b", "message # c"]),
    ("unknown: x\nDATA: y\ndatas: y\ndata: z\nretry: 5\n\n", ["message z"]),
    ("data: half", []),
    ("data: half\n", []),
    ("", []),
    ("\r\n\r\n\n\r", []),
  ]

  @Test(arguments: streams)
  func `Events are ranges of the body, for any split.`(_ text: String, _ expected: [String]) throws {
    for pieces in halves(Array(text.utf8)) { #expect(try texts(messages(pieces)) == expected) }
    #expect(try texts(messages(text.utf8.map { [$0] })) == expected)
  }

  @Test(arguments: [
    ("{\"a\":1}\n{\"a\":2}\n", ["{\"a\":1}", "{\"a\":2}"]),
    ("\u{feff}1\r\n\r\n  \n2", ["1", "2"]),
    ("\u{1e}{\"a\": 1}\n\u{1e}[2]\n", ["{\"a\": 1}", "[2]"]),
    ("no end", ["no end"]),
    (" \n", []),
    ("a\rb\n", ["a\rb"]),
  ])
  func `A line with text is a message, including a last one without a line end.`(
    _ text: String, _ expected: [String]
  ) throws {
    for pieces in halves(Array(text.utf8)) { #expect(try texts(messages(pieces, .lines)) == expected) }
    #expect(try texts(messages(text.utf8.map { [$0] }, .lines)) == expected)
  }

  @Test func `A byte order mark counts only at the start of the stream.`() throws {
    let found = try messages([Array("\u{feff}data: a\n\n\u{feff}data: b\ndata: c\n\n".utf8)])
    #expect((0..<found.count).map { String(decoding: found[$0].data, as: UTF8.self) } == ["a", "c"])
  }

  @Test func `Any stream in any pieces has the same events as in the parser.`() throws {
    var random = SeededGenerator(seed: 20)
    let parts = [
      "data: x\n", "data:\n", "data", "event: e\n", "id: 7\n", "id\n", "retry: 9\n", ": c\n", "\n", "\n", "\r", "\r\n",
      "\u{feff}", "é", "\u{0}", " ", "dat", "a: b\n",
    ]
    for _ in 0..<400 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
        Array((parts.randomElement(using: &random) ?? "").utf8)
      }
      var parser = EventStreamParser()
      let expected = parser.feed(bytes)
      var (pieces, rest) = ([[UInt8]](), bytes[...])
      while !rest.isEmpty {
        let count = Int.random(in: 1...min(9, rest.count), using: &random)
        pieces.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      let found = try messages(pieces)
      let all = (0..<found.count).map { found[$0] }
      #expect(all.map(\.event) == expected.map(\.event))
      #expect(all.map { String(decoding: $0.data, as: UTF8.self) } == expected.map(\.data))
      #expect(found.lastEventID == parser.lastEventID && found.reconnectionTime == parser.reconnectionTime)
    }
  }

  @Test func `An id longer than any header is not sent back, and the event stays whole.`() throws {
    let long = String(repeating: "x", count: MessageScanner.longestField + 1)
    let bytes = Array("id: 1\ndata: a\n\nid: \(long)\ndata: b\n\n".utf8)
    for size in [bytes.count, 1000] {
      let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min(bytes.count, $0 + size)]) }
      let found = try messages(pieces)
      #expect(found.count == 2 && found[1].id == long && String(decoding: found[1].data, as: UTF8.self) == "b")
      #expect(found.lastEventID == "1")
    }
  }

  @Test func `A list reads only the start of a message.`() throws {
    let found = try messages([Array("event: big\ndata: \(String(repeating: "y", count: 10_000))\n\n".utf8)])
    let head = found.head(of: 0, bytes: 100)
    #expect(head.isCut && head.event == "big" && head.data.count < 100 && head.size > 10_000)
    #expect(!found[0].isCut && found[0].size == 10_000)
  }

  @Test func `A message is found by its number, with its arrival time.`() throws {
    let store = ByteStore()
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    var found = StreamedMessages(.lines, of: store, since: start)
    for number in 0..<20_000 {
      try store.append(Array("{\"n\":\(number)}\n".utf8))
      found.advance(at: start.addingTimeInterval(Double(number) / 100))
    }
    #expect(found.count == 20_000)
    for number in [0, 1, 8191, 8192, 8193, 16_384, 19_999] {
      #expect(found.date(of: number) == start.addingTimeInterval(Double(number) / 100))
      #expect(String(decoding: found[number].data, as: UTF8.self) == "{\"n\":\(number)}")
    }
    let short = found.prefix(8193)
    #expect(short.count == 8193 && short[8192] == found[8192] && short != found && found.prefix(30_000) == found)
  }

  @Test func `The arrival times can be stored beside the body and restored.`() throws {
    let store = ByteStore()
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    var found = StreamedMessages(.lines, of: store, since: start)
    for (text, second) in [("1\n2\n", 1.0), ("3\n", 2), ("4", 3)] {
      try store.append(Array(text.utf8))
      found.advance(at: start.addingTimeInterval(second))
    }
    found.finish(at: start.addingTimeInterval(3))
    let arrivals = found.arrivals
    #expect(
      arrivals == [
        .init(count: 2, milliseconds: 1000), .init(count: 1, milliseconds: 2000), .init(count: 1, milliseconds: 3000),
      ])
    let again = StreamedMessages(.lines, of: store, since: start, arrivals: arrivals, isOver: true)
    #expect(again.count == 4 && (0..<4).allSatisfy { again[$0] == found[$0] })
    let unknown = StreamedMessages(.lines, of: store, since: start, arrivals: [], isOver: false)
    #expect(unknown.count == 3 && unknown.date(of: 0) == nil && unknown.arrivals.isEmpty)
  }

  @Test func `A message of 100 MB, and a body without a line end, need no more memory than the body.`() throws {
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    let store = ByteStore()
    var found = StreamedMessages(.events, of: store, since: nil)
    for _ in 0..<100 {
      try store.append(piece)
      found.advance()
    }
    #expect(found.isEmpty && found.scanner.keptCount <= MessageScanner.longestField)
    try store.append(Array("\ndata: ".utf8))
    for _ in 0..<100 {
      try store.append(piece)
      found.advance()
    }
    try store.append(Array("\n\n".utf8))
    #expect(found.advance() && found.count == 1 && found.range(of: 0).count == store.count)
    #expect(found.head(of: 0).isCut && found.head(of: 0).size > 200 << 20)
  }

  @Test func `A million empty messages count as a million messages.`() throws {
    let store = ByteStore()
    var found = StreamedMessages(.events, of: store, since: nil)
    let piece = Array(String(repeating: "data\n\n", count: 10_000).utf8)
    for _ in 0..<100 {
      try store.append(piece)
      found.advance()
    }
    #expect(found.count == 1_000_000 && found.head(of: 999_999).data.isEmpty)
    #expect(found.range(of: 999_999) == store.count - 6..<store.count)
  }

  @Test func `Invalid UTF-8 and NUL stay unchanged in the data, and are replaced in names.`() throws {
    let found = try messages([Array("event: a".utf8) + [0xFF, 0x0A] + Array("data: ".utf8) + [0, 0xC3, 0x0A, 0x0A]])
    #expect(found.count == 1 && found[0].event == "a\u{FFFD}" && found[0].data == [0, 0xC3])
  }

  @Test func `Parts are messages once their end is there, cut anywhere and with either line end.`() throws {
    for lineEnd in ["\r\n", "\n"] {
      let text = [
        "before", "---", "A: b", "", " {\"a\":", "1}", "--- 2", "---", "", "two", "-----", "after", "---x", "",
      ]
      .joined(separator: lineEnd)
      for pieces in halves(Array(text.utf8)) {
        let found = try messages(pieces, .parts(boundary: "-"))
        #expect(texts(found) == ["{\"a\":\(lineEnd)1}\(lineEnd)--- 2", "two"] && !found.endsInPart)
      }
    }
    let open = try messages([Array("---\r\n\r\none\r\n---\r\n\r\ntw".utf8)], .parts(boundary: "-"))
    #expect(texts(open) == ["one", "tw"] && open.endsInPart)
    let empty = try messages([Array("---\r\n\r\none\r\n---\r\n".utf8)], .parts(boundary: "-"))
    #expect(texts(empty) == ["one"] && empty.endsInPart)
  }

  @Test(arguments: [
    ("text/event-stream", MessageFormat.events), ("Text/Event-Stream; charset=utf-8", .events),
    ("application/x-ndjson", .lines), ("application/jsonl", .lines), ("application/stream+json", .lines),
    ("application/geo+json-seq", .lines), ("application/json", nil), ("text/plain", nil), ("", nil),
    ("multipart/mixed; boundary=\"-\"", .parts(boundary: "-")), ("multipart/mixed; boundary=batch_7", nil),
    ("multipart/mixed;boundary=graphql;deferSpec=20220824", .parts(boundary: "graphql")),
    ("Multipart/Mixed; incrementalSpec=v0.2", .parts(boundary: "-")), ("multipart/form-data; boundary=-", nil),
  ])
  func `The content type determines the format of the messages.`(_ type: String, _ format: MessageFormat?) {
    #expect(MessageFormat(contentType: type) == format)
  }
}
