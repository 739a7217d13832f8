import Foundation
import Synchronization
import TestSupport
import Testing
import Workspaces

@testable import Sessions

@Suite("Drafts that survive the program") struct DraftJournalTests {
  private let folder: TemporaryDirectory
  private let store: DraftStore
  private let draft = RequestDefinition(name: "Typed", url: "http://h/typed", authentication: .none)

  init() throws {
    folder = try TemporaryDirectory("journal")
    try folder.write("opencollection.yml", "info: {name: C}\n")
    for name in ["a", "b"] {
      try folder.write("\(name).yml", "info: {name: X, type: http}\nhttp: {url: 'http://h/'}\n")
    }
    store = DraftStore(try Workspace.open(folder.path, stateFolder: folder.path("state")))
  }

  @Test func `Pending drafts are written at the end, the last of each request, without undone ones.`() async {
    let journal = DraftJournal(store)
    var last = draft
    last.url = "http://h/last"
    await journal.note(folder.path("a.yml"), base: nil, draft: draft) { _ in }
    await journal.note(folder.path("a.yml"), base: nil, draft: last) { _ in }
    await journal.note(folder.path("b.yml"), base: nil, draft: draft) { _ in }
    await journal.note(folder.path("b.yml"), base: nil, draft: nil) { _ in }
    #expect(await journal.flush() == nil)
    #expect(store.all().drafts.map(\.definition.url) == ["http://h/last"])
  }
}
