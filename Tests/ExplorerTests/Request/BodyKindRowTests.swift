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

  @Test("Enter on the kinds edits the first row of the body, and row keys do nothing there")
  func enter() {
    var journey = Journey.request(Samples.post(.form([Row("a", "1")])))
    journey.keys("3 up del space d")
    #expect(journey.draft.body == .form([Row("a", "1")]))
    journey.go("enter ‹b› esc")
    #expect(journey.draft.body == .form([Row("ab", "1")]))
  }

  @Test("After left and right chose a kind, Enter edits the body, and typed text goes there")
  func chosen() {
    var journey = Journey.request(Samples.post(.none))
    journey.go("3 right enter ‹[1]› esc")
    #expect(journey.draft.body.kind == BodyKind.offered(beside: .none)[1] && journey.draft.text(in: .body) == "[1]")
  }

  @Test("The kind File begins without a row, and Enter adds the first one")
  func file() {
    var journey = Journey.request(Samples.post(.none))
    journey.keys("3")
    for _ in BodyKind.all where journey.draft.body.kind != .file { journey.keys("right") }
    #expect(journey.pane.contains("No file.") && !journey.pane.contains("+ path"))
    journey.go("enter ‹a.bin›")
    #expect(journey.draft.body == .file([.init(path: "a.bin")]))
  }

  @Test("Without a body, Enter lists the kinds")
  func list() {
    var journey = Journey.request(Samples.post(.none))
    journey.keys("3 enter")
    #expect(journey.text.contains("Kind of body"))
  }

  @Test("The footer names the keys of the kinds")
  func footer() {
    var journey = Journey.request(Samples.post(.none))
    journey.keys("3")
    #expect(journey.footerKeys.prefix(2) == ["← → kind", "^R send"] && journey.footerKeys.contains("Enter list kinds"))
    journey.keys("right")
    #expect(journey.footerKeys.prefix(4) == ["← → kind", "Enter edit the body", "↓ to the body", "^R send"])
    #expect(journey.footerKeys.count { $0.hasPrefix("Enter") } == 1)
    journey.keys("down")
    #expect(!journey.footerKeys.contains("← → kind") && journey.footerKeys.contains("Enter edit"))
  }

  @Test("Left and right do not leave the Body tab, and name the key of the tab beside it")
  func ends() {
    var journey = Journey.request(Samples.post(.none))
    journey.keys("3 left")
    #expect(journey.draft.body == .none && journey.editor.tab == .body && journey.footer.contains("2 chooses Headers"))
    journey = Journey.request(Samples.post(.text(.json, "{}")))
    journey.keys("3 right")
    #expect(journey.editor.tab == .body && journey.footer.contains("4 chooses Auth"))
    journey = Journey.request(Samples.post(.form([Row("a", "1")])))
    journey.keys("3 right left left")
    #expect(journey.editor.tab == .body && journey.editor.column == 0 && journey.footer.contains("2 chooses Headers"))
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
