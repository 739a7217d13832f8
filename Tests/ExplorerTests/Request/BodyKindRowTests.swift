import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("The row of body kinds") struct BodyKindRowTests {
  @Test("Without a body, left and right choose the kind")
  func nothing() {
    var journey = Journey.request(Samples.post(.none))
    journey.keys("3 right")
    #expect(journey.draft.body.kind == BodyKind.offered(beside: .none)[1])
    journey.keys("left")
    #expect(journey.draft.body == .none && journey.editor.tab == .body)
  }

  @Test("Up from the first line of a body reaches the kinds, and down returns to it")
  func up() {
    var journey = Journey.request(Samples.post(.form([Row("a", "1")])))
    journey.keys("3 up")
    #expect(journey.state.session?.isOnKinds == true)
    let kinds = BodyKind.offered(beside: journey.draft.body)
    journey.keys("right")
    #expect(
      journey.draft.body.kind != journey.state.session?.saved?.body.kind && kinds.contains(journey.draft.body.kind))
    journey.keys("left")
    #expect(journey.draft.body == .form([Row("a", "1")]))
    journey.keys("down")
    #expect(journey.state.session?.isAboveContent == false)
    journey.keys("up up")
    #expect(journey.editor.isOnURL)
  }

  @Test("Enter on the kinds lists them, and row keys do nothing there")
  func enter() {
    var journey = Journey.request(Samples.post(.form([Row("a", "1")])))
    journey.keys("3 up del space d")
    #expect(journey.draft.body == .form([Row("a", "1")]))
    journey.keys("enter")
    #expect(journey.text.contains("Kind of body"))
  }

  @Test("The row of kinds above an empty table adds a row")
  func empty() {
    var journey = Journey.request(Samples.post(.multipart([])))
    journey.go("3 up a ‹name›")
    #expect(journey.state.isEditingText && journey.text.contains("name"))
  }

  @Test("A request with a body opens on it, and its tab has a dot")
  func opens() {
    let journey = Journey.request(Samples.post(.text(.json, "{}")))
    #expect(journey.editor.tab == .body && !journey.editor.isOnURL)
    #expect(journey.pane.contains("Body•"))
    let none = Journey.request(Samples.getUser)
    #expect(none.editor.tab == .params && !none.pane.contains("Body•"))
    // New files contain the defaults of the options.
    var options = Samples.getUser
    (options.settings.timeout, options.settings.followRedirects) = (0, true)
    #expect(!Journey.request(options).pane.contains("Options•"))
    options.settings.timeout = 5
    #expect(Journey.request(options).pane.contains("Options•"))
  }

  @Test("The footer offers the other kind of a part")
  func part() {
    var journey = Journey.request(Samples.post(.multipart([FormPart("a", .text("1"))])))
    journey.keys("3")
    #expect(journey.footerKeys.contains("F file"), "\(journey.footerKeys)")
    journey.keys("F")
    #expect(journey.footerKeys.contains("F text"))
  }
}
