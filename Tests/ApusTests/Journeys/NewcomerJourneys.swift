import Foundation
import TestSupport
import Testing

/// From an empty folder to a collection, a login, its token in a second request, an environment, a secret and a cURL
/// command, with nothing but what stands on the screen.
@Suite("Journeys: a newcomer", .serialized) struct NewcomerJourneys {
  /// Documentation/Measurements.md compares it.
  private static let mostKeys = 25

  @Test("The whole walk takes few keys, and each of them stands on the screen")
  func walk() throws {
    let server = try Self.server()
    let (home, folder) = (try TemporaryDirectory("home"), try TemporaryDirectory("shop"))
    let journey = try Journey([try Program.path(), folder.path], home: home, columns: 120, rows: 40)
    let walk = CountedWalk(journey)

    try journey.see(#"POST URL {"name": "value"}"#)
    try walk.type(#"POST \#(server.url)/login {"name":"ada","pin":"{{$randomInt}}"}"#)
    try walk.press("\r", "Enter send", see: #""token": "token-1""#)
    try walk.press("\u{13}", "^S save", see: "in the new collection")
    try walk.press("\r", "Enter save", see: "Saved as login")

    try walk.press("\t", "Tab next pane", see: ". use value")
    try walk.press("\u{1B}OB", "1/3", see: "2/3")
    try walk.press(".", ". use value", see: "Use it in another request")
    try walk.type("use", see: "{{login | $.token}}")
    try walk.press("\r", "Enter choose", see: "Where in New request")
    try walk.press("\r", "▌Auth Bearer token", see: "u takes it back")
    try walk.type("\(server.url)/me")
    try walk.press("\r", "Enter send", see: #""city": "Uppsala""#)
    #expect(server.requests.last?["Authorization"] == "Bearer token-2")
    try walk.press("\u{13}", "^S save", see: "Enter save")
    try walk.press("\r", "› me", see: "Saved as me")

    try walk.press("e", "no environment ▾", see: "Name of the new environment")
    try walk.type("local", see: "local")
    try walk.press("\r", "Enter create", see: "local ▾")
    try walk.type("licence", see: "licence")
    try walk.press("\r", "Enter next", see: "licence")
    try walk.type("hush-4711", see: "hush-4711")
    try walk.press("\u{14}", "^T secret", see: "^T no secret")
    try walk.press("\u{1B}", "Esc done", see: "••••")
    try walk.press("\u{1B}", "Esc close", see: "local ▾")
    try journey.seeGone("••••")

    try walk.press("\u{0C}", "^L URL", see: "Enter keep")
    try walk.type("?licence={{licence}}", see: "={{licence}}")
    try walk.press("\r", "Enter keep", see: "● unsaved")
    try walk.press("\u{12}", "^R send", see: "Sent first because its answer is needed")
    try walk.press("\u{13}", "^S save", see: "Saved")
    try walk.press("y", "y copy", see: "secrets masked")
    try walk.press("\r", "Enter choose", see: "Copied")

    #expect(walk.keys <= Self.mostKeys, "\(walk.keys)")
    let last = try #require(server.requests.last)
    #expect(last.target == "/me?licence=hush-4711" && last["Authorization"] == "Bearer token-3")
    let copied = try #require(journey.copied)
    #expect(copied.hasPrefix("curl") && copied.contains("/me?licence=") && !Self.tellsSecret(copied), "\(copied)")
    try journey.quit()
    try Self.check(folder)
  }

  /// Gives out numbered tokens.
  private static func server() throws -> AnsweringServer {
    let numbers = NumberingServer.Numbers()
    return try AnsweringServer { request in
      guard request.target == "/login" else { return Answer.json("{\"name\": \"Ada\", \"city\": \"Uppsala\"}") }
      return Answer.json("{\"token\": \"token-\(numbers.next())\"}")
    }
  }

  private static func tellsSecret(_ text: String) -> Bool { text.contains("hush-4711") || text.contains("token-") }

  /// The files that the walk has made.
  private static func check(_ folder: TemporaryDirectory) throws {
    #expect(try folder.readText("opencollection.yml").contains("name: \(folder.path.split(separator: "/").last ?? "")"))
    #expect(try folder.readText("login.yml").contains("method: POST"))
    #expect(try folder.readText("me.yml").contains("token: \"{{login | $.token}}\""))
    #expect(try folder.readText("me.yml").contains("{{licence}}"))
    #expect(
      try folder.readText("environments/local.yml") == "name: local\nvariables:\n  - secret: true\n    name: licence\n")
    let telling = try folder.files().filter { tellsSecret(try folder.readText($0)) }
    #expect(telling.isEmpty, "\(telling)")
  }
}

/// Types as somebody who knows only what the screen says, and counts the keys that are no text.
private final class CountedWalk {
  private let journey: Journey
  private(set) var keys = 0

  init(_ journey: Journey) { self.journey = journey }

  /// One key, once what says it stands on the screen.
  func press(_ key: String, _ offer: String, see wanted: String) throws {
    #expect(key.count == 1 || key.hasPrefix("\u{1B}"))
    try journey.see(offer)
    keys += 1
    try journey.type(key, see: wanted)
  }

  /// Text into a field, which shows the caret.
  func type(_ text: String, see wanted: String? = nil) throws {
    try journey.wait(for: "a caret for \(text)") { _ in journey.model.modes.contains(25) }
    try journey.type(text, see: wanted)
  }
}
