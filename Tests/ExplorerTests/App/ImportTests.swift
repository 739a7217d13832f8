import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Importing on the screen") struct ImportTests {
  private func journey() -> Journey {
    var journey = Journey()
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.type("I")
    journey.forget()
    return journey
  }

  @Test("A path is imported into the folder under the cursor")
  func path() {
    var journey = journey()
    #expect(journey.text.contains("Import: a path, or paste"))
    journey.type("shop.json")
    journey.press(.enter)
    #expect(journey.effects == [.files(.change(.importing(ImportOrder(.path("shop.json"), into: "/w/demo/users"))))])
  }

  @Test("A pasted document is imported with all its lines", arguments: ["{\"info\": {}}", "GET http://h/\n\nX: 1\n"])
  func paste(text: String) {
    var journey = journey()
    journey.paste(text)
    #expect(journey.effects == [.files(.change(.importing(ImportOrder(.text(text), into: "/w/demo/users"))))])
    #expect(journey.state.overlay == nil)
  }

  @Test("A pasted path stays in the field, and an empty field imports nothing")
  func field() {
    var journey = journey()
    journey.paste("/tmp/shop.json")
    #expect(journey.effects.isEmpty && journey.text.contains("/tmp/shop.json"))
    journey.press(.control("u"), .enter)
    #expect(journey.effects.isEmpty)
  }
}
