import Explorer
import Foundation
import Networking
import Sessions
import Synchronization
import TestSupport
import Testing

@testable import Workspaces
@testable import apus

@Suite("The files behind the screen", .serialized) struct FileServiceTests {
  let folder: TemporaryDirectory
  let home: TemporaryDirectory
  let path: String

  init() throws {
    home = try TemporaryDirectory("home")
    folder = try TemporaryDirectory("files")
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: Sample\n")
    try folder.write("one.yml", Self.request("One", "http://127.0.0.1/one"))
    path = folder.path("one.yml")
  }

  static func request(_ name: String, _ url: String) -> String {
    "info:\n  name: \(name)\n  type: http\n  seq: 1\n\nhttp:\n  method: GET\n  url: \(url)\n"
  }

  /// A service as the screen uses it, and a recorder for its actions.
  private func service() throws -> (FileService, ActionRecorder) {
    let workspace = try Workspace.open(folder.path, stateFolder: home.path)
    return (FileService(workspace: workspace, process: [:]), ActionRecorder())
  }

  private func loaded() async throws -> (FileService, ActionRecorder, RequestDefinition) {
    let (service, recorder) = try service()
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    // Changes are watched from the first listing on.
    _ = try await recorder.first { action in if case .files(.treeLoaded) = action { true } else { nil } }
    await service.run(.loadRequest(.file(path)), post: recorder.record)
    let definition = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition } else { nil }
    }
    return (service, recorder, definition)
  }

  @Test func `A .apus folder made elsewhere is offered, and the answer uses it.`() async throws {
    try folder.write(".apus/trash/note", "theirs")
    let workspace = try Workspace.open(folder.path, stateFolder: home.path)
    let (service, recorder) = (FileService(workspace: workspace, process: [:]), ActionRecorder())
    // The screen first reads what it remembers of the workspace.
    #expect(throws: FileError.self) { try workspace.files.read(folder.path(".apus/screen.json"), 100) }
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    let question = try await recorder.first { action in
      if case .asked(let question, orSay: _) = action { question } else { nil }
    }
    #expect(question.choices.map(\.letter) == ["y", "n"] && question.choices[1].action == nil)
    guard case .effect(.files(let effect))? = question.choices[0].action else {
      Issue.record("\(question)")
      return
    }
    #expect(effect == .takeOver(folder: ".apus-from-elsewhere", in: folder.path))
    await service.run(effect, post: recorder.record)
    #expect(try folder.readText(".apus/trash/note") == "theirs")
    await service.finish()
  }

  @Test("A file written by another program is reported to the screen")
  func changed() async throws {
    let (service, recorder, _) = try await loaded()
    try folder.write("one.yml", Self.request("One", "http://127.0.0.1/two"))
    let version = try await recorder.first { action in
      if case .openFile(.changedOnDisk(let version), of: _) = action { version } else { nil }
    }
    #expect(version.definition.url == "http://127.0.0.1/two")
    await service.finish()
  }

  @Test("A file written by another program between opening and the first listing is reported")
  func changedBeforeListing() async throws {
    let (service, recorder) = try service()
    await service.run(.loadRequest(.file(path)), post: recorder.record)
    _ = try await recorder.first { if case .files(.requestLoaded) = $0 { true } else { nil } }
    try folder.write("one.yml", Self.request("One", "http://127.0.0.1/two"))
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    let version = try await recorder.first { action in
      if case .openFile(.changedOnDisk(let version), of: _) = action { version } else { nil }
    }
    #expect(version.definition.url == "http://127.0.0.1/two")
    await service.finish()
  }

  @Test("A file written by another program during opening is reported")
  func changedWhileOpening() async throws {
    let isArmed = Atomic(false)
    let (folder, new) = (folder, Self.request("One", "http://127.0.0.1/two"))
    var files = FileSystem.live
    files.read = { path, limit throws(FileError) in
      let bytes = try FileSystem.live.read(path, limit)
      if path.hasSuffix("one.yml"), isArmed.exchange(false, ordering: .relaxed) {
        // The file changes right after it is read, so the result is outdated when it is shown.
        do { try folder.write("one.yml", new) } catch { throw FileError(path, .other, "\(error)") }
      }
      return bytes
    }
    let workspace = try Workspace.open(folder.path, files: files, stateFolder: home.path)
    let (service, recorder) = (FileService(workspace: workspace, process: [:]), ActionRecorder())
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    _ = try await recorder.first { if case .files(.treeLoaded) = $0 { true } else { nil } }
    isArmed.store(true, ordering: .relaxed)
    await service.run(.loadRequest(.file(path)), post: recorder.record)
    let version = try await recorder.first { action in
      if case .openFile(.changedOnDisk(let version), of: _) = action { version } else { nil }
    }
    #expect(version.definition.url == "http://127.0.0.1/two")
    await service.finish()
  }

  @Test("A request stays open under its new name when another program renames its file")
  func renamed() async throws {
    let (service, recorder, _) = try await loaded()
    try folder.move("one.yml", to: "other.yml")
    let move = try await recorder.first { action in
      if case .files(.moved(let from, let to)) = action { [from, to] } else { nil }
    }
    #expect(move.map { $0.split(separator: "/").last } == ["one.yml", "other.yml"])
    await service.finish()
  }

  @Test("Requests keep their history when another program moves them, open or not, or with their folder")
  func renamedFolder() async throws {
    try folder.write("in/two.yml", Self.request("Two", "http://127.0.0.1/two"))
    try folder.write("in/three.yml", Self.request("Three", "http://127.0.0.1/three"))
    let (service, recorder, _) = try await loaded()
    let history = History(workspace: try Workspace.open(folder.path, stateFolder: home.path))
    for id in ["in/two", "in/three"] {
      let exchange = Exchange(startedAt: Date(), duration: .zero)
      try history.append(HistoryRecord(requestID: id, exchange: exchange), redaction: .none)
    }
    try folder.move("in", to: "out")
    let move = try await recorder.first { action in
      if case .files(.moved(let from, let to)) = action { [from, to] } else { nil }
    }
    #expect(move.map { $0.split(separator: "/").last } == ["in", "out"])
    #expect(Set(try history.list().entries.map(\.requestID)) == ["out/two", "out/three"])
    await service.finish()
  }

  @Test("Long cleanup of the history does not delay other file work")
  func tidying() async throws {
    let gate = Gate()
    var files = FileSystem.live
    files.guarding = { disk, door in
      let guarded = disk.guarded(by: door)
      var waiting = guarded
      waiting.list = { path throws(FileError) in
        if path.hasSuffix(".apus/history") { gate.wait() }
        return try guarded.list(path)
      }
      return waiting
    }
    let plain = try Workspace.open(folder.path, stateFolder: home.path)
    try History(workspace: plain).append(
      HistoryRecord(requestID: "one", exchange: Exchange(startedAt: Date(), duration: .zero)), redaction: .none)
    let service = FileService(
      workspace: try Workspace.open(folder.path, files: files, stateFolder: home.path), process: [:])
    let recorder = ActionRecorder()
    await service.run(.prune(HistoryRetention(entries: 0)), post: recorder.record)
    await service.run(.loadRequest(.file(path)), post: recorder.record)
    _ = try await recorder.first { if case .files(.requestLoaded) = $0 { true } else { nil } }
    #expect(try History(workspace: plain).list().entries.count == 1)
    gate.open()
    let entries = try await recorder.first { action in
      if case .history(.loaded(let entries, _, _)) = action { entries } else { nil }
    }
    #expect(entries.isEmpty)
    await service.finish()
  }

  @Test("Filter results are reported as they are found, and a new filter ends the previous one")
  func filtering() async throws {
    let (service, recorder) = try service()
    let history = History(workspace: try Workspace.open(folder.path, stateFolder: home.path))
    try history.append(
      HistoryRecord(requestID: "one", exchange: Exchange(startedAt: Date(), duration: .zero)), redaction: .none)
    let file = try #require(folder.files().first { $0.hasSuffix(".jsonl") })
    let line = try folder.read(file)
    try folder.write(file, Array((0..<3000).map { _ in line }.joined()))
    var (first, second) = (HistoryFilter(), HistoryFilter())
    (first.text, second.text) = ("nowhere", "one")
    await service.run(.loadHistory(HistoryRequest(first)), post: recorder.record)
    await service.run(.loadHistory(HistoryRequest(second)), post: recorder.record)
    let found = try await recorder.collected { actions in
      var (found, isWhole) = ([HistorySummary](), false)
      for case .history(.loaded(let entries, let next, let request)) in actions where request.filter == second {
        found = request.from == nil ? entries : found + entries
        isWhole = found.count == 1000 && next != nil
      }
      return isWhole ? found : nil
    }
    #expect(found.allSatisfy { $0.requestID == "one" })
    await service.finish()
  }

  @Test("Failing drafts are reported once, retried, and reported when they work again")
  func unkeptDrafts() async throws {
    let (service, recorder, definition) = try await loaded()
    try folder.write(".apus", "a file in the way")
    var draft = definition
    draft.url = "typed"
    await service.run(.journal(.file(path), draft), post: recorder.record)
    let problem = try await recorder.first { if case .files(.draftsKept(let problem)) = $0 { problem } else { nil } }
    #expect(problem.contains(".apus"))
    try folder.remove(".apus")
    await service.run(.journal(.file(path), draft), post: recorder.record)
    await service.finish()
    #expect(folder.files().contains { $0.hasPrefix(".apus/drafts/") && $0.hasSuffix(".json") })
  }

  @Test(
    "A removed file is recreated with the edit; a file that is back is saved into")
  func remaking() async throws {
    try folder.write("one.yml", "# kept\n" + Self.request("One", "http://127.0.0.1/one"))
    let (service, recorder, definition) = try await loaded()
    try FileManager.default.removeItem(atPath: path)
    var draft = definition
    draft.url = "http://127.0.0.1/mine"
    await service.run(.saveAs(.file(path), draft, folder: folder.path), post: recorder.record)
    let made = try await recorder.first { if case .files(.savedAs(_, let path, _)) = $0 { path } else { nil } }
    #expect(made == path)
    #expect(try folder.readText("one.yml") == "# kept\n" + Self.request("One", "http://127.0.0.1/mine"))
    draft.url = "http://127.0.0.1/again"
    await service.run(.saveAs(.file(path), draft, folder: folder.path), post: recorder.record)
    _ = try await recorder.first { if case .openFile(.saved, of: _) = $0 { true } else { nil } }
    #expect(try folder.readText("one.yml") == "# kept\n" + Self.request("One", "http://127.0.0.1/again"))
    #expect(folder.files().filter { $0.hasSuffix(".yml") } == ["one.yml", "opencollection.yml"])
    await service.finish()
  }

  @Test("A copy with a known secret needs consent, and is then made")
  func copies() async throws {
    try folder.write("environments/dev.yml", "name: dev\nvariables:\n  - secret: true\n    name: token\n")
    try folder.write("one.yml", Self.request("One", "http://127.0.0.1/?t=s3cret"))
    let workspace = try Workspace.open(folder.path, stateFolder: home.path)
    try workspace.secretStore(of: workspace.path).set(["token": "s3cret"], of: "dev")
    let (service, recorder, _) = try await loaded()
    await service.run(.change(.duplicate(path: path)), post: recorder.record)
    let (again, what) = try await recorder.first { action in
      if case .files(.changeNeedsConsent(let change, let what)) = action { (change, what) } else { nil }
    }
    #expect(what.contains("token") && !what.contains("s3cret"))
    #expect(folder.files().filter { $0.hasSuffix(".yml") && $0.contains("copy") }.isEmpty)
    await service.run(.change(again), post: recorder.record)
    _ = try await recorder.first { if case .files(.changed(_, _, _, "Duplicated One", _)) = $0 { true } else { nil } }
    #expect(folder.files().contains("one copy.yml"))
    await service.finish()
  }

  @Test("A save keeps another program's change in a different place")
  func merges() async throws {
    let (service, recorder, definition) = try await loaded()
    try folder.write("one.yml", Self.request("One", "http://127.0.0.1/theirs"))
    var mine = definition
    mine.docs = "mine"
    await service.run(.save(.file(path), mine, []), post: recorder.record)
    _ = try await recorder.first { if case .openFile(.merged, of: _) = $0 { true } else { nil } }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("theirs"))
    #expect(text.contains("mine"))
    await service.finish()
  }

  @Test("A save of a field that another program changed writes nothing and reports both versions")
  func conflicts() async throws {
    let (service, recorder, definition) = try await loaded()
    let theirs = Self.request("One", "http://127.0.0.1/theirs")
    try folder.write("one.yml", theirs)
    var mine = definition
    mine.url = "http://127.0.0.1/mine"
    await service.run(.save(.file(path), mine, []), post: recorder.record)
    let version = try await recorder.first { action in
      if case .openFile(.conflicted(let version), of: _) = action { version } else { nil }
    }
    #expect(version.definition.url == "http://127.0.0.1/theirs")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == theirs)
    // Once that version is adopted as the base, the same save succeeds.
    await service.run(.adopt(.file(path), version: version.number), post: recorder.record)
    await service.run(.save(.file(path), mine, []), post: recorder.record)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("/mine"))
    await service.finish()
  }

  @Test("Two services on one workspace see each other's saves, and neither loses anything")
  func two() async throws {
    let (first, firstRecorder, definition) = try await loaded()
    let (second, secondRecorder, _) = try await loaded()
    var one = definition
    one.method = "POST"
    await first.run(.save(.file(path), one, []), post: firstRecorder.record)
    let version = try await secondRecorder.first { action in
      if case .openFile(.changedOnDisk(let version), of: _) = action { version } else { nil }
    }
    #expect(version.definition.method == "POST")
    var other = definition
    other.docs = "second"
    await second.run(.save(.file(path), other, []), post: secondRecorder.record)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("POST"))
    #expect(text.contains("second"))
    await first.finish()
    await second.finish()
  }

  @Test("A request is sent as of the start of editing, and its file is not read again")
  func damage() async throws {
    let opened = OpenedFiles()
    let workspace = try Workspace.open(folder.path, stateFolder: home.path)
    let files = FileService(workspace: workspace, process: [:], opened: opened)
    let transfers = TransferService(workspace: workspace, process: [:], opened: opened)
    let recorder = ActionRecorder()
    try folder.write("one.yml", Self.request("One", "http://127.0.0.1:1/") + "  headers: 5\n")
    await files.run(.loadRequest(.file(path)), post: recorder.record)
    let definition = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition } else { nil }
    }
    // The file is valid now, but the draft on the screen still lacks the headers that could not be read.
    try folder.write("one.yml", Self.request("One", "http://127.0.0.1:1/"))
    await transfers.run(.send(.file(path), send: 1, definition, SendTerms()), post: recorder.record)
    let refusal = try await recorder.first { action in
      if case .response(.refused(_, let refusal), of: _) = action { refusal } else { nil }
    }
    #expect("\(refusal)".contains("one.yml:9:12"), "\(refusal)")
  }

  @Test("An import into a folder replaced by a link out of the workspace writes nothing, and says why")
  func importThroughLink() async throws {
    let outside = try TemporaryDirectory("outside")
    let (service, recorder, _) = try await loaded()
    try folder.link("sub", to: outside.path)
    let order = ImportOrder(.text("curl http://h/"), into: folder.path("sub"))
    await service.run(.change(.importing(order)), post: recorder.record)
    let words = try await recorder.first { if case .files(.failed(let words)) = $0 { words } else { nil } }
    #expect(words.contains("points outside the workspace"), "\(words)")
    #expect(outside.files().isEmpty)
    await service.finish()
  }

  @Test("An undo that fails is reported and kept; a workspace whose .apus is a link is reported")
  func restoring() async throws {
    let (service, recorder, _) = try await loaded()
    try folder.link(".apus", to: home.path)
    await service.run(.loadHistory(HistoryRequest()), post: recorder.record)
    let why = try await recorder.first { if case .history(.refused(let why)) = $0 { why } else { nil } }
    #expect(why.contains("a symbolic link"))
    await service.run(.restoreExchange(ForgottenExchange(id: "1", month: "2026-11", line: [])), post: recorder.record)
    let failed = try await recorder.first { if case .historyPage(.restoreFailed(let id)) = $0 { id } else { nil } }
    #expect(failed == "1")
    await service.finish()
  }

  @Test("Undoing a move reports the old location, and undoing a deletion selects the restored item")
  func undo() async throws {
    let (service, recorder, _) = try await loaded()
    await service.run(.change(.createFolder(name: "Sub", parent: path.folder)), post: recorder.record)
    await service.run(.change(.move(path: path, folder: "\(path.folder)/Sub")), post: recorder.record)
    let step = try await recorder.last { action in
      if case .files(.changed(_, _, let undo?, _, _)) = action { undo } else { nil }
    }
    recorder.forget()
    await service.run(.change(.undo(step)), post: recorder.record)
    let move = try await recorder.first { action in
      if case .files(.moved(let from, let to)) = action { [from, to] } else { nil }
    }
    #expect(move == ["\(path.folder)/Sub/one.yml", path])
    await service.run(.change(.delete(path: path)), post: recorder.record)
    let deletion = try await recorder.last { action in
      if case .files(.changed(_, _, let undo?, _, _)) = action { undo } else { nil }
    }
    recorder.forget()
    await service.run(.change(.undo(deletion)), post: recorder.record)
    let selected = try await recorder.first { action in
      if case .files(.changed(_, let select?, _, _, _)) = action { select } else { nil }
    }
    #expect(selected == .request(path))
    await service.finish()
  }
}
