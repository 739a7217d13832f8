import Testing
import Workspaces

@testable import Explorer

@Suite("Undo's reducer, by itself")
struct UndoFeatureTests {
  private static let key = RequestKey.file(Samples.getUserPath)
  private static let before = Samples.getUser
  private static let after: RequestDefinition = {
    var definition = before
    definition.method = "POST"
    return definition
  }()

  private var state = UndoFeature.State()

  private mutating func apply(_ action: UndoFeature.Action, isOpen: Bool = true) -> [UndoFeature.Outcome] {
    UndoFeature.reduce(&state, action, isOpen: { _ in isOpen })
  }

  @Test("An edit is taken back and done again, and then there is no more of either")
  mutating func edits() {
    #expect(apply(.recorded(.edit(Self.key, before: Self.before, after: Self.after))).isEmpty)
    #expect(
      apply(.undoRequested)
        == [.restored(Self.key, Self.before), .said(.information, "Undone: an edit of Get user")])
    #expect(apply(.undoRequested) == [.said(.information, "Nothing to undo")])
    #expect(
      apply(.redoRequested)
        == [.restored(Self.key, Self.after), .said(.information, "Done again: an edit of Get user")])
    #expect(apply(.redoRequested) == [.said(.information, "Nothing to redo")])
  }

  @Test("The step of a closed request stays until the request is open again")
  mutating func closed() {
    _ = apply(.recorded(.edit(Self.key, before: Self.before, after: Self.after)))
    #expect(apply(.undoRequested, isOpen: false) == [.reopened(Self.key, name: "Get user", key: "u")])
    #expect(apply(.undoRequested).first == .restored(Self.key, Self.before))
    #expect(apply(.redoRequested, isOpen: false) == [.reopened(Self.key, name: "Get user", key: "\(key: "redo")")])
    _ = apply(.forgotten(Self.key))
    #expect(apply(.redoRequested) == [.said(.information, "Nothing to redo")])
  }

  @Test("Edits of one group are one step, and one that leads back to the beginning is none")
  mutating func groups() {
    _ = apply(.recorded(.edit(Self.key, before: Self.before, after: Self.after), group: 1))
    _ = apply(.recorded(.edit(Self.key, before: Self.after, after: Self.before), group: 1))
    #expect(state.done.isEmpty)
  }

  @Test("A change of files that is refused can be tried again, and is dropped when it is refused again")
  mutating func files() {
    let token = FileUndo(token: "1", label: "Deleted List users")
    _ = apply(.recorded(.files(token)))
    #expect(apply(.undoRequested) == [.files(token)])
    _ = apply(.refused(token, "in use"))
    #expect(state.done == [.files(token)] && state.undone.isEmpty)
    #expect(apply(.undoRequested) == [.files(token)])
    _ = apply(.refused(token, "in use"))
    #expect(state.done.isEmpty)
    #expect(apply(.redoRequested) == [.said(.information, "Nothing to redo")])
  }
}
