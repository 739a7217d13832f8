import Foundation
import TestSupport
import Testing

/// Servers and files that misbehave; the screen reports it and keeps working.
@Suite("Journeys: bad input", .serialized) struct BadInputJourneys {
  let server: RawServer
  let sample: Sample
  let home: TemporaryDirectory

  static let hostile = "\u{1B}]0;owned\u{7}\u{1B}[2J\u{1B}[?1049l\u{9B}31mhostile text\u{8}\n"

  init() throws {
    server = try RawServer { connection in
      while let request = connection.readRequest() {
        switch request.target {
        case "/early": return try connection.write("HTTP/1.1 200 OK\r\nContent-Le")
        case "/lie": return try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort")
        case "/never": return connection.waitForClose()
        case "/large":
          try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 60000000\r\n\r\n")
          let piece = [UInt8](repeating: UInt8(ascii: "\n"), count: 1_000_000)
          for _ in 0..<60 { try connection.write(piece) }
        case "/hostile": try connection.write(Answer.text(Self.hostile, headers: ["X-Evil: \u{1B}[31mred"]))
        default: try connection.write(Answer.text("fine"))
        }
      }
    }
    let names = ["early", "lie", "never", "large", "hostile", "good"]
    var requests = Dictionary(
      uniqueKeysWithValues: names.map { ($0, Sample.request("GET", "{{base_url}}/\($0)", name: "The \($0) one")) })
    requests["broken"] = "info:\n  name: [unclosed\n"
    sample = try Sample(url: server.url, requests: requests)
    home = try TemporaryDirectory("home")
    try sample.folder.link("loop", to: ".")
  }

  @Test("A broken file and a link to a parent folder are reported, and the rest is shown")
  func brokenFiles() throws {
    let journey = try Journey(sample, home: home)
    try journey.see("points to a folder above")
    try journey.see("broken.yml")
    try journey.open("The good one", see: "/good")
    try journey.type("\u{12}", see: "200 OK")
  }

  @Test("Servers that close early or send a wrong length are detected", arguments: ["early", "lie"])
  func liars(name: String) throws {
    let journey = try Journey(sample, home: home)
    try journey.open("The \(name) one", see: "/\(name)")
    try journey.type("\u{12}", see: name == "early" ? "no answer" : "incomplete")
    try journey.open("The good one", see: "/good")
    try journey.type("\u{12}", see: "200 OK")
  }

  @Test("Esc ends a send without an answer")
  func neverAnswered() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("The never one", see: "/never")
    try journey.type("\u{12}", see: "1 running")
    try journey.type("\u{1B}", see: "ancelled")
    try journey.seeGone("1 running")
    try journey.see("^R  Send it again")
    #expect(!journey.screen.contains("✗") && !journey.screen.contains("no answer"))
    // A cancelled request is also in the history, marked as cancelled.
    try journey.type("H", see: "1 exchange")
    try journey.type("\r", see: "History ›")
    try journey.see("ancelled")
  }

  @Test("Keys and resizing work while sixty million bytes arrive")
  func largeAnswer() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("The large one", see: "/large")
    try journey.type("\u{12}?", see: "Help")
    try journey.type("\u{1B}")
    for (columns, rows) in [(20, 5), (80, 24), (200, 60), (110, 36)] { journey.resize(columns: columns, rows: rows) }
    try journey.see("60.0 MB")
    try journey.see("200 OK")
  }

  @Test("The terminal obeys nothing that a server sends")
  func hostileAnswer() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("The hostile one", see: "/hostile")
    try journey.type("\u{12}", see: "hostile text")
    try journey.type("\t2", see: "X-Evil")
    try journey.type("6", see: "GET /hostile")
    let said = String(decoding: journey.terminal.output, as: UTF8.self)
    for sequence in ["\u{1B}]0;", "\u{1B}[?1049l", "\u{1B}[31m", "\u{9B}", "\u{8}\n"] {
      #expect(!said.contains(sequence))
    }
    #expect(journey.model.unknown == [])
  }

  @Test("A URL with spaces is sent encoded")
  func hostileTyping() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("The good one", see: "/good")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{15}{{base_url}}/a b c\r", see: "● unsaved")
    try journey.type("\u{12}", see: "fine")
    try journey.type("\t6", see: "GET /a%20b%20c")
  }

  @Test(
    "Everything is visible without color and Unicode", arguments: [["NO_COLOR": "1"], ["LC_ALL": "C"]])
  func plain(environment: [String: String]) throws {
    let journey = try Journey(sample, home: home, environment: environment)
    try journey.open("The good one", see: "/good")
    try journey.type("\u{12}", see: "200 OK")
    let said = journey.terminal.output
    if environment["LC_ALL"] != nil { #expect(said.allSatisfy { $0 < 0x80 }) }
    if environment["NO_COLOR"] != nil { #expect(!String(decoding: said, as: UTF8.self).contains("\u{1B}[38;")) }
    try journey.quit()
    #expect(journey.isRestored)
  }
}
