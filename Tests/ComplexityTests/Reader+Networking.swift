import Basics

@testable import HTTPModel
@testable import Networking

extension Reader {
  static let networking: [Reader] = [
    text("A body of parts") {
      copies($0) { "---\r\nA: b\r\n\r\n{\"a\":\($0)}\r\n" }
    } read: {
      messages(.parts(boundary: "-"))($0)
    },
    text("The head of an answer") {
      copies($0) { "N\($0): v\r\n" } + "\r\n"
    } read: {
      _ = HeadParser.fields(ofHead: $0)
    },
    Reader("A file of cookies") {
      copies($0) { "h\tFALSE\t/\tFALSE\t0\tn\($0)\tv\n" }
    } read: {
      _ = CookieFile.cookies($0)
    },
    Reader("A URL") {
      "http://h/" + copies($0) { "a\($0)/../" }
    } read: {
      _ = URLParts($0).description
    },
    Reader("Transfers that wait for one host") {
      String(repeating: "a", count: $0)
    } read: { text in
      var queue = TransferQueue<Int>(limit: 16, limitPerHost: 16)
      for id in 0..<text.utf8.count {
        queue.add(.init(id: UInt64(id), priority: 0, host: "h", deadline: nil, element: id))
      }
      while queue.next() != nil { queue.release(host: "h") }
    },
    Reader("A URL template") {
      "http://h/" + copies($0) { "{n\($0)}" }
    } read: {
      _ = try? URITemplate($0)
    },
    Reader("A path that is sent, of one segment") {
      "http://h/" + copies($0) { "a\($0)-" }
    } read: {
      _ = try? Request.with(RequestConfig(url: $0))
    },
    Reader("A path that is sent, with braces that never close") {
      "http://h/" + copies($0) { _ in "a{" }
    } read: {
      _ = try? Request.with(RequestConfig(url: $0, encoding: .verbatim))
    },
    Reader("A path that is sent, of many parameters") {
      "http://h/" + copies($0) { _ in ":a/{b}/" }
    } read: {
      var config = RequestConfig(url: $0)
      config.pathParameters = ["a": "1", "b": "2"]
      _ = try? Request.with(config)
    },
    Reader("What is masked in a URL") {
      "http://h/?" + copies($0) { "token=v\($0)&x=s3cret&" }
    } read: {
      _ = Redaction(secrets: ["s3cret"]).masked(url: $0)
    },
    text("Events from a server", { copies($0) { "data: \($0)\n\n" } }, read: events),
    text("Messages of a body", { copies($0) { "id: \($0)\ndata: \($0)\n\n" } }, read: messages(.events)),
    text("Messages of a body with CR alone", { copies($0) { "data: \($0)\r\r" } }, read: messages(.events)),
    text("Messages that say nothing", { copies($0) { _ in "data\n\n" } }, read: messages(.events)),
    text("One message of many lines", { copies($0) { "data: \($0)\n" } + "\n" }, read: messages(.events)),
    text("A line without an end", { copies($0) { "data\($0)" } }, read: messages(.lines)),
    text("JSON lines of a body", { copies($0) { "{\"n\": \($0)}\n" } }, read: messages(.lines)),
    text("One long event from a server", { copies($0) { "data: \($0)\n" } + "\n" }, read: events),
    Reader("What is masked in a JSON body") {
      "{" + copies($0) { #""token":"secret value \#($0)","# } + "}"
    } read: {
      _ = Redaction.standard.masked(json: $0)
    },
    Reader("What is masked in a form") {
      copies($0) { "token=v\($0)&" }
    } read: {
      _ = Redaction.standard.masked(form: $0, keepingValuesWith: [])
    },
    Reader("A secret that stands everywhere") {
      copies($0) { _ in "s3cret " }
    } read: {
      _ = Redaction(secrets: ["s3cret"]).masked(text: $0)
    },
    Reader("A secret that begins with backslashes, in a body of them") {
      copies($0) { _ in "\\" }
    } read: {
      _ = Redaction(secrets: [backslashes + "end"]).masked(text: $0)
    },
    Reader("A secret of ever more backslashes, in a body of them", upTo: 512) {
      copies($0) { _ in "\\" } + "end"
    } read: {
      _ = Redaction(secrets: [$0]).masked(text: String(repeating: "\\", count: 4096))
    },
  ]

  private static let backslashes = String(repeating: "\\", count: 12)

  /// In pieces of the size that sockets deliver, with each message read once.
  private static func messages(_ format: MessageFormat) -> @Sendable ([UInt8]) -> Void {
    { bytes in
      let store = ByteStore()
      var found = StreamedMessages(format, of: store, since: nil)
      var rest = bytes[...]
      while !rest.isEmpty {
        // Without room, the store would be empty.
        try? store.append(Array(rest.prefix(16 << 10)))
        found.advance()
        rest = rest.dropFirst(16 << 10)
      }
      found.finish()
      for number in 0..<found.count { _ = found[number] }
    }
  }

  private static let events: @Sendable ([UInt8]) -> Void = { bytes in
    var parser = EventStreamParser()
    _ = parser.feed(bytes)
  }
}
