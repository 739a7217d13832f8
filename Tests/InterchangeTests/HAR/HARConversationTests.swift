import Testing
import Workspaces

@testable import Interchange

@Suite struct HARConversationTests {
  private func imported(_ entries: String) throws -> ImportedCollection {
    let log =
      "{\"log\": {\"version\": \"1.2\", \"creator\": {\"name\": \"x\", \"version\": \"1\"}, \"entries\": [\(entries)]}}"
    return try ImportFormat.har.read(Array(log.utf8), name: "log")
  }

  @Test func `A WebSocket of an archive becomes a conversation with its sent messages`() throws {
    let made = try imported(
      #"""
      {"_resourceType": "websocket", "request": {"method": "GET", "url": "wss://h.test/socket?a=1", "headers": [
       {"name": "Host", "value": "h.test"}, {"name": "Connection", "value": "Upgrade"},
       {"name": "Upgrade", "value": "websocket"}, {"name": "Sec-WebSocket-Key", "value": "x"},
       {"name": "Sec-WebSocket-Version", "value": "13"}, {"name": "Sec-WebSocket-Extensions", "value": "y"},
       {"name": "Sec-WebSocket-Protocol", "value": "chat"}, {"name": "Cookie", "value": "s=1"}]},
       "_webSocketMessages": [{"type": "send", "time": 1, "opcode": 1, "data": "hello {{name}}"},
        {"type": "receive", "time": 2, "opcode": 1, "data": "hi"},
        {"type": "send", "time": 3, "opcode": 2, "data": "AAE="}]}
      """#)
    let request = try #require(made.requests.first)
    #expect(request.kind == .webSocket && request.url == "wss://h.test/socket?a=1" && request.body == .none)
    #expect(request.headers == [Row("Sec-WebSocket-Protocol", "chat"), Row("Cookie", "s=1")])
    #expect(
      request.conversation.messages == [
        .init("message 1", "hello {{open_braces}}name}}", isSelected: true),
        .init("message 2", kind: "binary", "AAE=", isSelected: true),
      ])
    #expect(request.variables == [Row("open_braces", "{{")])
    #expect(made.requests.count == 1 && made.notices.isEmpty, "\(made.notices)")
  }

  @Test func `A WebSocket is detected by its messages if the archive writes an HTTP URL`() throws {
    let made = try imported(
      #"{"request": {"method": "GET", "url": "https://h.test/s", "headers": []}, "_webSocketMessages": []}"#)
    #expect(made.requests.map(\.kind) == [.webSocket] && made.requests.map(\.url) == ["wss://h.test/s"])
  }

  @Test func `URLs that no server answers are omitted with one notice`() throws {
    let urls = [
      "data:image/png;base64,AAAA", "blob:https://h.test/1", "https://h.test/a", "chrome-extension://abc/x.js",
      "about:blank", "HTTP://h.test:8080/b",
    ]
    let made = try imported(
      urls.map { "{\"request\": {\"method\": \"GET\", \"url\": \"\($0)\", \"headers\": []}}" }.joined(separator: ","))
    #expect(made.requests.map(\.url) == ["https://h.test/a", "HTTP://h.test:8080/b"])
    #expect(
      made.notices.map(\.message) == [
        "a URL without a server is left out in 4 places: data, blob, chrome-extension and 1 more"
      ], "\(made.notices)")
  }

  @Test(arguments: [
    #"{}"#, #"{"mimeType": ""}"#, #"{"mimeType": "application/json", "text": ""}"#,
    #"{"mimeType": "multipart/form-data", "params": []}"#, #"{"mimeType": "x/y", "text": "", "params": []}"#,
  ])
  func `A body without content adds nothing`(data: String) throws {
    let made = try imported(
      #"{"request": {"method": "POST", "url": "http://h.test/", "headers": [], "postData": \#(data)}}"#)
    let request = try #require(made.requests.first)
    #expect(request.body == .none && request.headers.isEmpty && made.notices.isEmpty)
  }

  @Test(arguments: ["", "; boundary=---B", "; Boundary=\\\"a b\\\""])
  func `The parts of a form get a new boundary when they are sent`(boundary: String) throws {
    let type = "multipart/form-data\(boundary)"
    let made = try imported(
      #"""
      {"request": {"method": "POST", "url": "http://h.test/", "headers": [{"name": "content-type", "value": "\#(type)"}],
       "postData": {"mimeType": "\#(type)", "text": "", "params": [{"name": "hello", "value": "world"}]}}}
      """#)
    let request = try #require(made.requests.first)
    #expect(request.body == .multipart([FormPart("hello", .text("world"))]) && request.headers.isEmpty)
  }
}
