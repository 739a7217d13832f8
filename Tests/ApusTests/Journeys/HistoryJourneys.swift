import Foundation
import TestSupport
import Testing

/// Sent requests can be found again, also in the next run.
@Suite("Journeys: history", .serialized) struct HistoryJourneys {
  @Test("An old exchange is opened completely, resent, and present in the next run")
  func history() throws {
    let server = try NumberingServer()
    let request = Sample.request("PUT", headers: [("X-One", "1")], body: #"{"a": 1}"#, name: "Echo")
    let sample = try Sample(url: server.url, requests: ["echo": request])
    let home = try TemporaryDirectory("home")
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "answer 1 of server")
    try journey.type("H", see: "PUT   127")
    try journey.see("answer 1 of server")
    try journey.type("\r", see: "History › Echo")
    try journey.see("answer 1 of server")
    try journey.type("6", see: "X-One: 1")
    try journey.see(#"{"a": 1}"#)
    try journey.type("\u{12}1", see: "answer 2 of server")
    try journey.type("H")
    try journey.wait(for: "a second entry") { $0.components(separatedBy: "PUT   127").count == 3 }
    try journey.type("\u{1B}", see: "Collections")
    #expect(server.requests.count == 2)
    #expect(server.requests.first == server.requests.last)
    try journey.quit()

    let next = try Journey(sample, home: home)
    try next.see("Collections")
    try next.type("H", see: "PUT   127")
    // Selects either of the two, because the history may have been loaded before or after the key.
    try next.type("j\r", see: "History › Echo")
    try next.wait(for: "an old answer") { $0.contains("answer 1 of server") || $0.contains("answer 2 of server") }
    try next.type("y", see: "cURL, exact")
    try next.type("\r", see: "Copied")
    #expect(next.copied?.contains("X-One: 1") == true)
  }

  @Test("An exchange is compared with the previous one, deleted and restored on the history page")
  func page() throws {
    let server = try NumberingServer()
    let sample = try Sample(url: server.url, requests: ["echo": Sample.request(name: "Echo")])
    let home = try TemporaryDirectory("home")
    let journey = try Journey(sample, home: home, columns: 120, rows: 40)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("\u{12}", see: "answer 1 of server")
    // The list is in the order of recording, so the first has to be recorded before the second is sent.
    try journey.type("H", see: "1 exchange")
    try journey.type("\u{1B}", see: "Collections")
    try journey.type("\u{12}", see: "answer 2 of server")
    try journey.type("H", see: "2 exchanges")
    try journey.see("answer 2 of server")
    try journey.type("j", see: "answer 1 of server")
    try journey.type("\u{1B}[3~", see: "u restores it")
    try journey.see("1 exchange")
    try journey.type("u", see: "2 exchanges")
    try journey.type("g", see: "answer 2 of server")
    try journey.type("d")
    try journey.wait(for: "both answers") {
      $0.contains("answer 1 of server") && $0.contains("answer 2 of server")
    }
    try journey.type("H", see: "2 exchanges")
    try journey.type("\u{1B}r", see: "answer 3 of server")
    try journey.type("H", see: "3 exchanges")
    try journey.type("y", see: "Copied")
    #expect(journey.copied?.contains("/echo") == true)
    // On a page the key goes back.
    try journey.type("q", see: "Collections")
    try journey.quit()
  }

  @Test("A moved request keeps its history on the screen and the command line, also after undo")
  func renaming() async throws {
    let server = try NumberingServer()
    let sample = try Sample(
      url: server.url, requests: ["echo": Sample.request(name: "Echo"), "users/list": Sample.request(name: "List")])
    let home = try TemporaryDirectory("home")
    // Uses the same home, because another user's state would not know the history.
    var program = sample.program
    program.variables["HOME"] = home.path
    for _ in 1...2 { _ = try await program.run("send", "echo", "-e", "local") }
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.see("answer 2 of server")
    try journey.type("\u{12}", see: "answer 3 of server")
    try journey.type("\t3", see: "over 3 sends")
    try journey.type("\u{1B}[Z\u{1B}[Z", see: "rename")
    try journey.type("m", see: "Move to")
    try journey.type("users", see: "› users")
    try journey.type("\r", see: "Moved Echo")
    try journey.see("over 3 sends")
    #expect(try await program.run("history", "list", "--request", "users/echo").lines.count == 3)
    #expect(try await program.run("history", "list", "--request", "echo").lines.isEmpty)
    try journey.type("u", see: "Undone: Moved")
    try journey.see("over 3 sends")
    #expect(try await program.run("history", "list", "--request", "echo").lines.count == 3)
    try journey.quit()
  }
}
