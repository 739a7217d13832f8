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

  @Test("Tab completes the path, and lists the files if there are several")
  func completion() {
    var journey = journey()
    journey.type("sh")
    journey.press(.tab)
    #expect(journey.effects == [.files(.completePath("sh", from: nil))])
    journey.apply(.files(.pathCompleted(CompletedPath("sh", to: "shop", names: ["shop.har", "shop.json"]))))
    #expect(journey.text.contains("› shop ") && journey.text.contains("shop.har  shop.json"))
    journey.type(".j")
    journey.apply(.files(.pathCompleted(CompletedPath("shop.j", to: "shop.json", names: ["shop.json"]))))
    #expect(journey.text.contains("› shop.json"))
    // A late result does not overwrite what was typed since.
    journey.type("x")
    journey.apply(.files(.pathCompleted(CompletedPath("shop.json", to: "other", names: ["other"]))))
    #expect(journey.text.contains("› shop.jsonx"))
  }

  @Test("A mistyped path stays in the open box with the reason")
  func mistyped() {
    var journey = journey()
    journey.type("shpo.json")
    journey.press(.enter)
    #expect(journey.state.overlay == nil)
    journey.apply(.files(.failed("Not imported: shpo.json: No such file")))
    #expect(journey.text.contains("Import: a path") && journey.text.contains("› shpo.json"))
    #expect(journey.text.contains("No such file"))
  }
}
