import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Drafts and merges") struct DraftStoreTests {
  private func workspace(_ folder: TemporaryDirectory) throws -> Workspace {
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: u # c\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
  }

  @Test("A draft of a saved or new request is restored unchanged until it is discarded")
  func journal() throws {
    let folder = try TemporaryDirectory("drafts")
    let workspace = try workspace(folder)
    let file = try workspace.request(at: folder.path("c/a.yml"))
    var edited = file.definition
    edited.url = "http://{{x}}/\n"
    edited.headers = [Row("A", "b", isEnabled: false, note: "n")]
    let store = DraftStore(workspace)
    let draft = Draft(path: file.path, base: file, definition: edited, date: Date(timeIntervalSince1970: 1000))
    try store.keep(draft)
    let new = RequestDefinition(name: "New", url: "v")
    try store.keep(
      Draft(path: folder.path("c/new.yml"), base: nil, definition: new, date: Date(timeIntervalSince1970: 2000)))
    var found = store.all()
    #expect(found.notices.isEmpty)
    #expect(found.drafts.map(\.definition) == [edited, new])
    #expect(found.drafts.first == draft)
    #expect(try folder.readText("c/a.yml").contains("url: u # c"))
    try store.discard(file.path)
    try store.discard(file.path)
    found = store.all()
    #expect(found.drafts.map(\.definition.name) == ["New"])
    #expect(workspace.tree().collections.first?.requests.count == 1)
  }

  @Test("Two programs keep separate drafts of one request; the draft of an ended one passes to the next")
  func owners() throws {
    let folder = try TemporaryDirectory("drafts")
    let workspace = try workspace(folder)
    let file = try workspace.request(at: folder.path("c/a.yml"))
    func draft(_ url: String, at seconds: Double) -> Draft {
      var edited = file.definition
      edited.url = url
      return Draft(path: file.path, base: file, definition: edited, date: Date(timeIntervalSince1970: seconds))
    }
    var (first, second): (DraftStore?, DraftStore?) = (DraftStore(workspace), DraftStore(workspace))
    try first?.keep(draft("first", at: 1))
    try second?.keep(draft("second", at: 2))
    #expect(first?.all().drafts.map(\.definition.url) == ["first"])
    #expect(second?.all().drafts.map(\.definition.url) == ["second"])
    try second?.discard(file.path)
    #expect(first?.all().drafts.map(\.definition.url) == ["first"])
    try second?.keep(draft("second", at: 2))
    // Both have ended: the newer draft is offered first, then the other.
    (first, second) = (nil, nil)
    let third = DraftStore(workspace)
    #expect(third.all().drafts.map(\.definition.url) == ["second"])
    #expect(third.all().drafts.map(\.definition.url) == ["second"])
    try third.discard(file.path)
    #expect(third.all().drafts.map(\.definition.url) == ["first"])
    #expect(DraftStore(workspace).all().drafts.isEmpty)
    let places = try FileManager.default.contentsOfDirectory(atPath: folder.path("c/.apus/drafts"))
    #expect(places.count == 1)
  }

  @Test("A broken journal file is reported and does not affect others")
  func broken() throws {
    let folder = try TemporaryDirectory("drafts")
    let workspace = try workspace(folder)
    let file = try workspace.request(at: folder.path("c/a.yml"))
    try DraftStore(workspace).keep(Draft(path: file.path, base: file, definition: file.definition, date: Date()))
    try folder.write("c/.apus/drafts/ended/x.json", "{\"path\": ")
    let found = DraftStore(workspace).all()
    #expect(found.drafts.count == 1 && found.notices.count == 1)
  }

  @Test("Edits of different fields and rows merge; conflicts show both sides")
  func merge() {
    var base = RequestDefinition(name: "A", url: "u")
    base.headers = [Row("A", "1"), Row("B", "2"), Row("C", "3")]
    var (mine, theirs) = (base, base)
    mine.url = "mine"
    mine.headers = [Row("A", "mine"), Row("B", "2"), Row("New", "n")]
    theirs.method = "PUT"
    theirs.headers = [Row("A", "1"), Row("B", "theirs"), Row("C", "3"), Row("Other", "o")]
    var merge = DefinitionMerge(base: base, mine: mine, theirs: theirs)
    #expect(merge.conflicts.isEmpty)
    #expect(merge.merged.url == "mine" && merge.merged.method == "PUT")
    #expect(merge.merged.headers == [Row("A", "mine"), Row("B", "theirs"), Row("New", "n"), Row("Other", "o")])
    theirs.url = "theirs"
    theirs.headers[0].value = "theirs"
    merge = DefinitionMerge(base: base, mine: mine, theirs: theirs)
    #expect(merge.conflicts.map(\.field) == ["URL", "header A"])
    #expect(merge.conflicts.first == DefinitionMerge.Conflict(field: "URL", mine: "mine", theirs: "theirs"))
    #expect(merge.merged.url == "mine")
    merge = DefinitionMerge(base: base, mine: mine, theirs: theirs, taking: ["header A"])
    #expect(merge.conflicts.map(\.field) == ["URL", "header A"])
    #expect(merge.merged.url == "mine" && merge.merged.headers.first == Row("A", "theirs"))
  }

  @Test("The blank after a header's colon merges with its row, and a conflict names the side without it")
  func blanks() {
    var base = RequestDefinition(name: "A", url: "u")
    base.headers = [Row("A", "1"), Row("B", "2")]
    var (mine, theirs) = (base, base)
    mine.headers[0].value = "mine"
    theirs.headers[1].omitsBlank = true
    var merge = DefinitionMerge(base: base, mine: mine, theirs: theirs)
    #expect(merge.conflicts.isEmpty && merge.merged.headers == [Row("A", "mine"), Row("B", "2", omitsBlank: true)])
    theirs.headers[0].omitsBlank = true
    merge = DefinitionMerge(base: base, mine: mine, theirs: theirs)
    #expect(
      merge.conflicts == [.init(field: "header A", mine: "mine", theirs: "1  (no blank after the colon)")])
  }

  @Test("A row that one side removed and the other changed is a conflict like any other")
  func removals() {
    var base = RequestDefinition(name: "A", url: "u")
    base.headers = [Row("A", "1"), Row("B", "2")]
    var (mine, theirs) = (base, base)
    mine.headers = [Row("A", "mine")]
    theirs.headers = [Row("B", "theirs")]
    func headers(_ taken: Set<String>) -> [Row] {
      DefinitionMerge(base: base, mine: mine, theirs: theirs, taking: taken).merged.headers
    }
    #expect(headers([]) == [Row("A", "mine")])
    #expect(headers(["header A"]) == [])
    #expect(headers(["header B"]) == [Row("A", "mine"), Row("B", "theirs")])
    #expect(headers(["header A", "header B"]) == [Row("B", "theirs")])
  }

  @Test("A conflict is resolved with theirs on request, whether a value, a row or a removed row")
  func mergeTaking() {
    var base = RequestDefinition(name: "A", url: "u")
    base.headers = [Row("A", "1"), Row("B", "2"), Row("C", "3")]
    var (mine, theirs) = (base, base)
    mine.url = "mine"
    mine.headers = [Row("A", "mine"), Row("B", "mine")]
    theirs.url = "theirs"
    theirs.headers = [Row("A", "theirs"), Row("C", "theirs")]
    func merged(_ fields: Set<String>) -> RequestDefinition {
      DefinitionMerge(base: base, mine: mine, theirs: theirs, taking: fields).merged
    }
    #expect(merged([]) == mine)
    #expect(merged(["URL"]).url == "theirs" && merged(["URL"]).headers == mine.headers)
    #expect(merged(["header A", "header C"]).headers == [Row("A", "theirs"), Row("B", "mine"), Row("C", "theirs")])
    #expect(merged(["header B"]).headers == [Row("A", "mine")])
  }
}
