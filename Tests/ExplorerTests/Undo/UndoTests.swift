import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Undo across edits and files")
struct UndoTests {
  private let key = RequestKey.file(Samples.getUserPath)

  private func edited() -> Journey {
    var journey = Journey.request()
    var draft = Samples.getUser
    draft.method = "POST"
    journey.apply(.request(.replaced(draft), of: key))
    return journey
  }

  @Test func `An edit is undone and redone, and then there are no more steps.`() {
    var journey = edited()
    journey.type("u")
    #expect(journey.draft.method == "GET" && journey.footer.contains("Undone: an edit of Get user"))
    journey.type("u")
    #expect(journey.footer.contains("Nothing to undo"))
    journey.press(.control("y"))
    #expect(journey.draft.method == "POST" && journey.footer.contains("Redone: an edit of Get user"))
    journey.press(.control("y"))
    #expect(journey.footer.contains("Nothing to redo"))
  }

  @Test("In a text without a step of its own, ^Z undoes the last edit of its request, and editing goes on")
  func beyondText() {
    var journey = edited()
    journey.go("ctrl-l ‹x› ctrl-z")
    #expect(journey.draft.method == "POST" && journey.draft.url == Samples.getUser.url)
    journey.keys("ctrl-z")
    #expect(journey.draft == Samples.getUser && journey.state.isEditingText && journey.editor.isOnURL)
    #expect(journey.footer.contains("Undone: an edit of Get user"))
    journey.keys("ctrl-y")
    #expect(journey.draft.method == "POST" && journey.state.isEditingText)
    journey.go("ctrl-z ctrl-z ‹y›")
    #expect(journey.draft.method == "GET" && journey.draft.url == Samples.getUser.url + "y")
  }

  @Test("^Z in a body restores the text that an earlier edit replaced")
  func beyondBody() {
    var journey = Journey.request(Samples.post(.text(.json, "[1,2]")))
    journey.keys("3 alt-f enter ctrl-z")
    #expect(journey.draft.body == .text(.json, "[1,2]") && journey.state.isEditingText)
    #expect(journey.pane.contains("1 [1,2]"))
  }

  @Test("^Z in a text leaves changes of files and of other requests alone")
  func beyondRequest() {
    var journey = edited()
    journey.apply(.undo(.recorded(.files(FileUndo(token: "1", label: "Deleted Health")))))
    journey.keys("ctrl-l ctrl-z")
    #expect(journey.state.isEditingText && journey.draft.method == "POST" && journey.state.undo.steps.done.count == 2)
  }

  @Test("The changes of a restored draft, which has no steps, are discarded as one step")
  func discarding() {
    var journey = Journey.request()
    var draft = Samples.getUser
    (draft.method, draft.headers) = ("POST", [])
    journey.state.sessions[key]?.draft = draft
    journey.type(":discard")
    journey.press(.enter)
    #expect(journey.draft == Samples.getUser && journey.state.session?.isDraft == false)
    #expect(journey.footer.contains("The changes are discarded: u brings them back"), "\(journey.footer)")
    #expect(journey.effects.contains(.files(.journal(key, nil))))
    journey.type("u")
    #expect(journey.draft == draft && journey.state.undo.steps.done.isEmpty)
    journey.type(":discard")
    journey.press(.enter)
    #expect(journey.draft == Samples.getUser)
    let command = journey.state.commands.records.first { $0.name == "discard" }
    #expect(command?.refusal(journey.state) == "Nothing to discard: there are no changes")
  }

  @Test("A message names the key that undoes where the cursor is")
  func keyInMessage() {
    var journey = edited()
    func words(_ journey: Journey) -> String? {
      var state = journey.state
      _ = state.say(.information, "Done: \(key: "undo") undoes it")
      return state.message?.text
    }
    #expect(words(journey) == "Done: u undoes it")
    journey.keys("ctrl-l")
    #expect(words(journey) == "Done: ^Z undoes it")
    journey.keys("esc up")
    #expect(journey.editor.isOnURL && words(journey) == "Done: “Undo” in the palette undoes it")
  }

  @Test func `Edits of one group form one step, and edits without a net change form none.`() {
    var journey = Journey.request()
    var after = Samples.getUser
    after.method = "POST"
    journey.apply(.undo(.recorded(.edit(key, before: Samples.getUser, after: after), group: 1)))
    #expect(journey.state.undo.steps.done.count == 1)
    journey.apply(.undo(.recorded(.edit(key, before: after, after: Samples.getUser), group: 1)))
    #expect(journey.state.undo.steps.done.isEmpty)
  }

  @Test("Edits of a moved request are undone at its new path")
  func moved() {
    var journey = edited()
    journey.apply(.files(.moved(from: "/w/demo/users", to: "/w/demo/people")))
    #expect(journey.state.current == .file("/w/demo/people/Get user.yml"))
    journey.type("u")
    #expect(journey.draft.method == "GET")
  }

  @Test("The draft of a moved request is stored under its new path only")
  func movedDraft() {
    var journey = edited()
    let draft = journey.draft
    journey.forget()
    journey.apply(.files(.moved(from: "/w/demo/users", to: "/w/demo/people")))
    let journals = journey.effects.filter { effect in
      if case .files(.journal) = effect { true } else { false }
    }
    #expect(
      journals == [
        .files(.journal(key, nil)), .files(.journal(.file("/w/demo/people/Get user.yml"), draft)),
      ])
  }

  @Test("A file step is undone by the file service, and redo requests the same step")
  func files() {
    var journey = edited()
    let step = FileUndo(token: "1", label: "Deleted List users")
    journey.apply(.files(.changed(Samples.workspace, select: nil, undo: step, said: "Deleted List users")))
    journey.forget()
    journey.type("u")
    #expect(journey.effects == [.files(.change(.undo(step)))])
    journey.forget()
    journey.press(.control("y"))
    #expect(journey.effects == [.files(.change(.undo(step)))])
  }

  @Test("A refused file step can be retried; refused twice, it is dropped for the step before")
  func failed() {
    var journey = edited()
    let step = FileUndo(token: "1", label: "Renamed")
    journey.apply(.files(.changed(Samples.workspace, select: nil, undo: step, said: "Renamed")))
    journey.type("u")
    journey.apply(.files(.undoFailed(step, "The file changed on disk")))
    #expect(journey.footer.contains("Not undone"))
    journey.forget()
    journey.type("u")
    #expect(journey.effects == [.files(.change(.undo(step)))])
    journey.apply(.files(.undoFailed(step, "The file changed on disk")))
    #expect(journey.footer.contains("Skipped"))
    journey.type("u")
    #expect(journey.draft.method == "GET")
  }

  @Test("Undoing an edit of a closed request opens it first; the next u undoes the edit")
  func reopens() {
    var journey = edited()
    journey.state.sessions[key] = nil
    journey.state.sessions.current = nil
    journey.forget()
    journey.type("u")
    #expect(journey.effects.contains(.files(.loadRequest(key))))
    #expect(journey.state.undo.steps.done.count == 1)
  }

  @Test func `The steps of a request that is gone are dropped.`() {
    var journey = edited()
    journey.state.sessions[key] = nil
    journey.state.sessions.current = nil
    journey.state.workspace.collections[0].items = []
    journey.type("u")
    #expect(journey.footer.contains("Get user is gone, with its undo steps"))
    journey.type("u")
    #expect(journey.footer.contains("Nothing to undo"))
  }

  @Test("After a duplicate the focus stays in the tree, on the copy")
  func duplicate() {
    var journey = Journey()
    journey.press(.down, .right, .down)
    let copy = Samples.node("users/list-copy", "/w/demo/users/List users copy.yml", "List users copy", "GET")
    var tree = Samples.workspace
    guard case .folder(var folder) = tree.collections[0].items[0] else { return }
    folder.items.append(.request(copy))
    tree.collections[0].items[0] = .folder(folder)
    journey.apply(
      .files(
        .changed(tree, select: .request(copy.path), undo: FileUndo(token: "1", label: "x"), said: "x", .quietly)))
    journey.open(RequestDefinition(name: "List users copy"), path: copy.path)
    #expect(journey.state.focus == .tree)
    #expect(journey.state.tree.selected?.id == .request(copy.path))
    #expect(journey.state.current == .file(copy.path))
  }

  @Test("A folder can be duplicated like a request")
  func duplicateFolder() {
    var journey = Journey()
    journey.press(.down)
    journey.forget()
    journey.type("d")
    #expect(journey.effects == [.files(.change(.duplicate(path: "/w/demo/users")))])
  }
}
