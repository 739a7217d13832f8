import Foundation
import TestSupport
import Testing

/// Each tab of a request: typed, saved, sent, and checked at the server and in the file.
@Suite("Journeys: request tabs", .serialized) struct RequestJourneys {
  let server: NumberingServer
  let sample: Sample
  let home: TemporaryDirectory

  init() throws {
    server = try NumberingServer()
    sample = try Sample(
      url: server.url,
      requests: [
        "echo": Sample.request("POST", "{{base_url}}/users/:id?page=1", name: "Echo")
          + "  params:\n    - name: id\n      value: \"7\"\n      type: path\n"
      ])
    try sample.folder.write("data.bin", "from a file")
    home = try TemporaryDirectory("home")
  }

  private func start() throws -> Journey {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/users")
    return journey
  }

  /// Saves and sends; returns the request that the server received and the content of the file.
  private func finish(_ journey: Journey) throws -> (CapturedRequest, String) {
    try journey.type("\u{13}", see: "Saved Echo")
    try journey.type("\u{12}", see: "answer 1 of server")
    return (try #require(server.requests.first), try sample.folder.readText("echo.yml"))
  }

  @Test("Path and query parameters are edited, added and disabled")
  func params() throws {
    let journey = try start()
    try journey.type("1", see: "path")
    try journey.type("\r", see: "Esc done")
    try journey.type("\u{15}4/2\u{1B}", see: "4/2")
    try journey.seeGone("Esc done")
    try journey.type("j", see: "on/off")
    try journey.type("aq\ta b\r", see: "a b")
    try journey.type("\u{1B}")
    try journey.wait(for: "the new row alone") { $0.contains("Params 3") && !$0.contains("Esc done") }
    try journey.type("k ", see: "Params 2")
    let (sent, file) = try finish(journey)
    #expect(sent.target == "/users/4%2F2?q=a%20b")
    #expect(file.contains("4/2") && file.contains("disabled: true"))
  }

  @Test("A parameter is received as typed, and its row shows it as typed, also when the file is opened again")
  func typedParameter() throws {
    let journey = try start()
    try journey.type("1", see: "path")
    try journey.type("j", see: "on/off")
    try journey.type("aq\ta&b#c+d=e%20f\r", see: "a&b#c+d=e%20f")
    try journey.type("\u{1B}")
    try journey.wait(for: "the new row alone") { $0.contains("Params 3") && !$0.contains("Esc done") }
    let (sent, file) = try finish(journey)
    #expect(sent.target == "/users/7?page=1&q=a%26b%23c%2Bd=e%20f")
    #expect(file.contains("a&b#c+d=e%20f"), "\(file)")
    try journey.quit()
    let again = try start()
    try again.type("1", see: "a&b#c+d=e%20f")
    try again.quit()
  }

  @Test("Variables of the request are used in the send")
  func variables() throws {
    let journey = try start()
    try journey.type("5a", see: "Esc done")
    try journey.type("who\tAda\r", see: "Ada")
    try journey.type("\u{1B}")
    try journey.wait(for: "the new row alone") { $0.contains("Vars 1") && !$0.contains("Esc done") }
    try journey.type("2a", see: "Esc done")
    try journey.type("X-Who\tit is {{who\t", see: "it is {{who}}")
    try journey.type("\r\u{1B}")
    try journey.wait(for: "the new row alone") { $0.contains("Headers 1+4") && !$0.contains("Esc done") }
    let (sent, file) = try finish(journey)
    #expect(sent["X-Who"] == "it is Ada")
    #expect(file.contains("it is {{who}}") && file.contains("Ada"))
  }

  @Test("Docs are saved and options applied; an invalid value is rejected with a message")
  func docsAndOptions() throws {
    let journey = try start()
    try journey.type("7\r", see: "Esc done")
    journey.paste("# Why\nBecause of é and 日本.")
    try journey.see("Because of")
    try journey.type("\u{1B}")
    try journey.seeGone("Esc done")
    try journey.type("8", see: "Follow redirects")
    try journey.type(" ", see: "● unsaved")
    try journey.type("jj\r", see: "Esc done")
    try journey.type("soon\r", see: "Milliseconds, 0 or more")
    try journey.type("\u{15}30000\r", see: "30000")
    let (_, file) = try finish(journey)
    #expect(file.contains("timeout: 30000") && file.contains("日本"))
  }

  @Test(
    "A body of each kind is typed, saved and sent unchanged",
    arguments: [
      BodyKind(word: "JSON", keys: "", pasted: #"{"a": 1.0}"#, type: "application/json"),
      BodyKind(word: "Text", keys: "", pasted: "plain é", type: "text/plain"),
      BodyKind(word: "XML", keys: "", pasted: "<a b='c'/>", type: "application/xml"),
      BodyKind(word: "Form", keys: "aname\ta & b\r", sent: "name=a+%26+b", type: "application/x-www-form-urlencoded"),
      BodyKind(
        word: "Multipart", keys: "apart\tvalue\r", sent: "name=\"part\"\r\n\r\nvalue", type: "multipart/form-data"),
      BodyKind(word: "File", keys: "\rdata.bin\r\r", sent: "from a file", type: ""),
      BodyKind(
        word: "GraphQL", keys: "", pasted: "query { me }", sent: #""query":"query { me }""#, type: "application/json"),
    ])
  func bodies(kind: BodyKind) throws {
    let journey = try start()
    try journey.type("3\u{1B}b", see: "Kind of body")
    try journey.type(kind.word, see: "› \(kind.word)")
    try journey.type("\r", see: "● unsaved")
    if let pasted = kind.pasted {
      try journey.type("\r", see: "Esc done")
      journey.paste(pasted)
      try journey.see(pasted)
      try journey.type("\u{1B}")
      try journey.seeGone("Esc done")
    } else {
      try journey.type(kind.keys, see: kind.word == "File" ? "data.bin" : "Esc done")
      if kind.word != "File" { try journey.type("\u{1B}") }
      try journey.seeGone("Esc done")
    }
    let (sent, file) = try finish(journey)
    #expect(sent.bodyText.contains(kind.sent), "\(sent.bodyText)")
    #expect((sent["Content-Type"] ?? "").hasPrefix(kind.type))
    #expect(file.contains("body:"))
    // The written file is read back as the same request.
    try journey.type("\u{12}", see: "answer 2 of server")
    #expect(server.requests.last?.bodyText.count == sent.bodyText.count)
  }

  struct BodyKind: Sendable, CustomTestStringConvertible {
    var word: String
    var keys: String
    var pasted: String?
    var sent: String
    var type: String

    init(word: String, keys: String, pasted: String? = nil, sent: String? = nil, type: String) {
      (self.word, self.keys, self.pasted, self.type) = (word, keys, pasted, type)
      self.sent = sent ?? pasted ?? ""
    }

    var testDescription: String { word }
  }

  @Test("Credentials are chosen, saved and sent, and the password never appears on the screen")
  func authentication() throws {
    let journey = try start()
    try journey.type("4", see: "Scheme")
    try journey.type("\r", see: "Bearer token")
    try journey.type("basic", see: "› basic")
    try journey.type("\r", see: "Username")
    try journey.type("ada\rlovelace\r", see: "••••")
    try journey.type("\u{13}", see: "Saved Echo")
    try journey.type("\u{12}", see: "answer 1 of server")
    #expect(server.requests.first?["Authorization"] == "Basic " + Data("ada:lovelace".utf8).base64EncodedString())
    #expect(try sample.folder.readText("echo.yml").contains("username: ada"))
    #expect(!journey.screen.contains("lovelace"))
  }
}
