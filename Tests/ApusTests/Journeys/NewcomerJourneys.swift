import Foundation
import TestSupport
import Testing

@Suite("Journeys: a newcomer", .serialized) struct NewcomerJourneys {
  /// Documentation/Measurements.md compares it.
  private static let mostKeys = 26

  @Test("The whole walk takes few keys, and the screen shows each of them")
  func walk() throws {
    let server = try NewcomerWalk.server()
    let (home, folder) = (try TemporaryDirectory("home"), try TemporaryDirectory("shop"))
    let journey = try Journey([try Program.path(), folder.path], home: home, columns: 120, rows: 40)
    let walk = NewcomerWalk(server.url)
    try journey.see(#"POST URL {"name": "value"}"#)
    for step in walk.steps {
      switch step {
      case .press(let key, let offer, let wanted):
        #expect(key.count == 1 || key.hasPrefix("\u{1B}"))
        try journey.see(offer)
        try journey.type(key, see: wanted)
      case .type(let text, let wanted):
        try journey.wait(for: "a caret for \(text)") { _ in journey.model.modes.contains(25) }
        try journey.type(text, see: wanted)
      case .gone(let text): try journey.seeGone(text)
      }
    }
    #expect(walk.keys <= Self.mostKeys, "\(walk.keys)")
    // A login that was saved keeps its answer. It is sent once more, for the new environment.
    #expect(server.requests.count { $0.target == "/login" } == 2)
    #expect(server.requests.contains { $0.target == "/me" && $0["Authorization"] == "Bearer token-1" })
    let last = try #require(server.requests.last)
    #expect(last.target == "/me?licence=hush-4711" && last["Authorization"] == "Bearer token-2")
    let copied = try #require(journey.copied)
    #expect(copied.hasPrefix("curl") && copied.contains("/me?licence=") && !Self.containsSecret(copied), "\(copied)")
    try journey.quit()
    try Self.check(folder)
  }

  private static func containsSecret(_ text: String) -> Bool { text.contains("hush-4711") || text.contains("token-") }

  /// Checks the files that the walk has created.
  private static func check(_ folder: TemporaryDirectory) throws {
    #expect(try folder.readText("opencollection.yml").contains("name: \(folder.path.split(separator: "/").last ?? "")"))
    #expect(try folder.readText("login.yml").contains("method: POST"))
    #expect(try folder.readText("me.yml").contains("token: \"{{login | $.token}}\""))
    #expect(try folder.readText("me.yml").contains("{{licence}}"))
    #expect(
      try folder.readText("environments/local.yml") == "name: local\nvariables:\n  - secret: true\n    name: licence\n")
    let leaking = try folder.files().filter { containsSecret(try folder.readText($0)) }
    #expect(leaking.isEmpty, "\(leaking)")
  }
}
