import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Completion offers, but never decides") struct CompletionTests {
  @Test("Header names are offered, common ones first; Enter without a choice keeps the typed text")
  func headers() {
    var journey = Journey.request()
    journey.go("2 a ‹cont›")
    #expect(journey.pane.contains("Content-Type"))
    journey.go("down enter")
    #expect(journey.draft.headers[1].name == "Content-Type")
    journey.go("tab ‹application/j› down tab enter")
    #expect(journey.draft.headers[1] == Row("Content-Type", "application/json"))
  }

  @Test("Variables are offered after {{ with their values, secrets masked")
  func variables() {
    var journey = Journey.request()
    journey.go("2 l enter ctrl-a ‹Bearer {{to›")
    let offers = journey.text.split(separator: "\n")
    #expect(offers.contains { $0.contains("▌token ") && $0.contains(" ••••  environment") })
    journey.go("enter")
    #expect(journey.draft.headers[0].value == "Bearer {{token}}")
    #expect(journey.state.isEditingText)
    journey.go("esc")
    #expect(!journey.state.isEditingText)
  }

  @Test("In a body, completion replaces existing closing braces")
  func body() {
    var journey = Journey.request(Samples.post(.text(.json, "[{{}}]")))
    journey.go("3 enter right right right ‹base› enter")
    #expect(journey.draft.body == .text(.json, "[{{base_url}}]"))
  }

  @Test("Esc closes the list first, then leaves the cell")
  func escape() {
    var journey = Journey.request()
    journey.go("2 a ‹acc› esc")
    #expect(journey.state.isEditingText)
    #expect(journey.draft.headers[1].name == "acc")
    journey.go("esc")
    #expect(journey.draft.headers[1].name == "acc" && !journey.state.isEditingText)
  }

  @Test("Tab completes the path of a file, and moves on once it is complete")
  func paths() {
    var journey = Journey.request(Samples.post(.file([])))
    journey.go("3 a ‹co› tab")
    #expect(journey.effects.last == .files(.completePath("co", from: journey.state.session?.collection)))
    #expect(journey.footer.contains("Tab complete"))
    journey.apply(.files(.pathCompleted(CompletedPath("co", to: "cover", names: ["cover.jpg", "cover.png"]))))
    #expect(journey.draft.body == .file([.init(path: "cover")]) && journey.text.contains("cover.jpg  cover.png"))
    journey.go("‹.p›")
    journey.apply(.files(.pathCompleted(CompletedPath("cover.p", to: "cover.png", names: ["cover.png"]))))
    #expect(journey.draft.body == .file([.init(path: "cover.png")]) && journey.editor.column == 0)
    journey.apply(.files(.pathCompleted(CompletedPath("cover.png", to: "cover.png", names: ["cover.png"]))))
    #expect(journey.editor.column == 1)
    // The text of a part and a path with a variable are not completed.
    var part = Journey.request(Samples.post(.multipart([])))
    part.go("3 a ‹name› tab ‹{{folder}}/x› tab")
    #expect(!part.effects.contains { if case .files(.completePath) = $0 { true } else { false } })
  }
}
