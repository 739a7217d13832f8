import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("A request from the clipboard") struct ClipboardRequestTests {
  private func asked() throws -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    let command = try #require(journey.state.commands.command(named: "newFromClipboard"))
    journey.apply(.command(command))
    #expect(journey.effects.contains(.system(.readClipboard)))
    return journey
  }

  @Test("A URL or a cURL command becomes a new request, as when pasted")
  func made() throws {
    for text in ["https://api.example/items?a=1", "curl -X PUT -H 'X-A: 1' https://api.example/items?a=1\n"] {
      var journey = try asked()
      journey.apply(.scratch(.clipboardRead(text)))
      var pasted = Journey(columns: 120, rows: 40)
      pasted.paste(text)
      #expect(journey.draft.url == "https://api.example/items?a=1")
      #expect(journey.draft == pasted.draft)
      #expect(journey.state.current?.path == nil && journey.state.session != nil)
    }
  }

  @Test("The open request is unchanged, even with the cursor on its URL")
  func besides() throws {
    var journey = try asked()
    journey.open()
    journey.apply(.scratch(.clipboardRead("https://api.example/new")))
    #expect(journey.draft.url == "https://api.example/new")
    #expect(journey.state.sessions[.file(Samples.getUserPath)]?.draft == Samples.getUser)
  }

  @Test("Other text is reported and not used, and so is text that arrives during another action")
  func refused() throws {
    var journey = try asked()
    journey.apply(.scratch(.clipboardRead("just some words\u{1B}[31m")))
    #expect(journey.state.session == nil)
    #expect(journey.footer.contains("The clipboard has no URL or cURL command"))
    journey.type("?")
    journey.apply(.scratch(.clipboardRead("https://api.example/late")))
    #expect(journey.state.session == nil)
  }

  @Test("The tree's menu offers the command")
  func menu() {
    var journey = Journey(columns: 120, rows: 40)
    journey.type(".")
    #expect(journey.text.contains("New request from the clipboard"))
  }
}
