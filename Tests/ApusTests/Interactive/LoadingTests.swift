import Explorer
import Foundation
import Networking
import Sessions
import TestSupport
import Testing

@testable import Workspaces
@testable import apus

/// A disk on which reading some files and folders never finishes, as on a lost network drive.
private struct StuckDisk {
  let files: FileSystem
  /// Opens when one of them is being read.
  let isReading = Gate()
  private let end = Gate()

  /// - Parameter name: the name of the files and folders that get stuck.
  init(at name: String) {
    var files = FileSystem.live
    let (isReading, end) = (isReading, end)
    let wait: @Sendable (String) -> Void = { path in
      guard FilePaths.name(of: path) == name else { return }
      isReading.open()
      end.wait()
    }
    files.read = { path, limit throws(FileError) in
      wait(path)
      return try FileSystem.live.read(path, limit)
    }
    files.list = { path throws(FileError) in
      wait(path)
      // The order is the same on every disk.
      return try FileSystem.live.list(path).sorted { $0.name < $1.name }
    }
    self.files = files
  }

  /// Releases the waiting threads.
  func letGo() { end.open() }
}

@Suite("Loading does not block", .serialized, .timeLimit(.minutes(5))) struct LoadingTests {
  let folder: TemporaryDirectory
  let home: TemporaryDirectory

  init() throws {
    (home, folder) = (try TemporaryDirectory("home"), try TemporaryDirectory("loading"))
    try folder.write("opencollection.yml", "opencollection: 1.0.0\ninfo:\n  name: Sample\n")
    for name in ["one", "slow"] {
      try folder.write("\(name).yml", FileServiceTests.request(name, "http://127.0.0.1:1/\(name)"))
    }
    try folder.write("stuck/in.yml", FileServiceTests.request("In", "http://127.0.0.1:1/in"))
    try folder.write("environments/slow.yml", "variables:\n  - name: a\n    value: b\n")
  }

  private func workspace(_ disk: StuckDisk) throws -> Workspace {
    try Workspace.open(folder.path, files: disk.files, stateFolder: home.path)
  }

  @Test("During an endless listing, a request opens, and quitting does not wait")
  func listing() async throws {
    let disk = StuckDisk(at: "stuck")
    defer { disk.letGo() }
    let (service, recorder) = (FileService(workspace: try workspace(disk), process: [:]), ActionRecorder())
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    await disk.isReading.opened()
    await service.run(.loadRequest(.file(folder.path("one.yml"))), post: recorder.record)
    let name = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition.name } else { nil }
    }
    #expect(name == "one")
    await service.finish()
  }

  @Test("During an endless listing, found items are shown, and the whole tree follows when it ends")
  func growing() async throws {
    try folder.write("above/folder.yml", "info: {name: Above, type: folder}\n")
    try folder.write("above/in.yml", FileServiceTests.request("In above", "http://127.0.0.1:1/"))
    let disk = StuckDisk(at: "stuck")
    defer { disk.letGo() }
    let looks = Gate()
    let pace = ListingPace { [isReading = disk.isReading] number in
      // The only report happens while the listing is stuck.
      if number == 0 { return await isReading.opened() }
      looks.open()
      try await Task.sleep(for: .seconds(3600))
    }
    let (service, recorder) = (FileService(workspace: try workspace(disk), process: [:], pace: pace), ActionRecorder())
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    await looks.opened()
    // The top level was posted before.
    let part = try await recorder.last { action in if case .files(.treeGrew(let tree)) = action { tree } else { nil } }
    #expect(part.collections.map(\.name) == ["Sample"])
    #expect(part.collections.flatMap(\.requests).map(\.node.id) == ["above/in", "one", "slow"])
    let path = try #require(part.collections.flatMap(\.requests).first).node.path
    await service.run(.loadRequest(.file(path)), post: recorder.record)
    let name = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition.name } else { nil }
    }
    #expect(name == "In above")
    disk.letGo()
    let whole = try await recorder.first { action in
      if case .files(.treeLoaded(let tree)) = action { tree } else { nil }
    }
    #expect(whole.collections.flatMap(\.requests).map(\.node.id) == ["above/in", "stuck/in", "one", "slow"])
    await service.finish()
  }

  @Test("The first frame does not wait for a disk, and shows a small tree that is read in time")
  func early() throws {
    try folder.write("stuck/folder.yml", "info: {name: Later, type: folder}\n")
    let disk = StuckDisk(at: "stuck")
    defer { disk.letGo() }
    #expect(EarlyTree(of: try workspace(disk)).taken() == nil)
  }

  @Test("The folders and requests of the top level are reported first")
  func top() async throws {
    try folder.write("stuck/folder.yml", "info: {name: Later, type: folder}\n")
    let disk = StuckDisk(at: "stuck")
    defer { disk.letGo() }
    let pace = ListingPace { _ in try await Task.sleep(for: .seconds(3600)) }
    let (service, recorder) = (FileService(workspace: try workspace(disk), process: [:], pace: pace), ActionRecorder())
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    let part = try await recorder.first { action in if case .files(.treeGrew(let tree)) = action { tree } else { nil } }
    let items = try #require(part.collections.first).items
    #expect(items.compactMap { if case .folder(let folder) = $0 { folder.name } else { nil } } == ["Later"])
    #expect(part.collections.flatMap(\.requests).map(\.node.id) == ["one", "slow"])
    await service.finish()
  }

  @Test("A fast listing is reported twice: the top level and the whole")
  func quick() async throws {
    let pace = ListingPace { _ in try await Task.sleep(for: .seconds(3600)) }
    let workspace = try Workspace.open(folder.path, stateFolder: home.path)
    let (service, recorder) = (FileService(workspace: workspace, process: [:], pace: pace), ActionRecorder())
    await service.run(.loadTree(path: folder.path), post: recorder.record)
    let reports = try await recorder.collected { actions -> [Bool]? in
      let reports = actions.compactMap { action -> Bool? in
        switch action {
        case .files(.treeLoaded): true
        case .files(.treeGrew): false
        default: nil
        }
      }
      return reports.contains(true) ? reports : nil
    }
    #expect(reports == [false, true])
    await service.finish()
  }

  @Test(
    "Pipes and the terminal are not read as imports or data, and later saves work", arguments: ["pipe", "-"])
  func pipe(name: String) async throws {
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    let path = name == "-" ? name : folder.path(name)
    let (service, recorder) = (
      FileService(workspace: try Workspace.open(folder.path, stateFolder: home.path), process: [:]), ActionRecorder()
    )
    let key = RequestKey.file(folder.path("one.yml"))
    await service.run(.loadRequest(key), post: recorder.record)
    var draft = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition } else { nil }
    }
    await service.run(.change(.importing(ImportOrder(.path(path), into: folder.path))), post: recorder.record)
    draft.docs = "typed"
    await service.run(.save(key, draft, []), post: recorder.record)
    #expect(try folder.readText("one.yml").contains("typed"))
    let why = try await recorder.first { action in if case .files(.failed(let text)) = action { text } else { nil } }
    #expect(why.contains("cannot read"))
    await service.finish()
    let runs = RunService(workspace: try Workspace.open(folder.path, stateFolder: home.path), process: [:])
    await runs.run(.readData(path: path), post: recorder.record)
    let refused = try await recorder.first { action in
      if case .run(.dataRefused(let text)) = action { text } else { nil }
    }
    #expect(refused.contains("cannot read"))
    await runs.finish()
  }

  @Test("While one request never finishes reading, another one opens")
  func requests() async throws {
    let disk = StuckDisk(at: "slow.yml")
    let (service, recorder) = (FileService(workspace: try workspace(disk), process: [:]), ActionRecorder())
    await service.run(.loadRequest(.file(folder.path("slow.yml"))), post: recorder.record)
    await disk.isReading.opened()
    await service.run(.loadRequest(.file(folder.path("one.yml"))), post: recorder.record)
    let name = try await recorder.first { action in
      if case .files(.requestLoaded(_, let definition, _, _)) = action { definition.name } else { nil }
    }
    #expect(name == "one")
    disk.letGo()
    await service.finish()
  }

  @Test("A save without known variables at exit is kept as a draft")
  func endBeforeVariables() async throws {
    let disk = StuckDisk(at: "slow.yml")
    defer { disk.letGo() }
    let lanes = ReadingLanes()
    let service = FileService(workspace: try workspace(disk), process: [:], lanes: lanes)
    let (recorder, key) = (ActionRecorder(), RequestKey.file(folder.path("one.yml")))
    let before = try folder.readText("one.yml")
    var draft = RequestDefinition(name: "one", url: "typed", authentication: .none)
    await service.run(.loadVariables(key, draft, SendTerms(environment: "slow")), post: recorder.record)
    await disk.isReading.opened()
    draft.docs = "typed"
    await service.run(.journal(key, draft), post: recorder.record)
    let saving = Task { [draft] in await service.run(.save(key, draft, []), post: recorder.record) }
    lanes.cancel()
    await saving.value
    await service.finish()
    #expect(try folder.readText("one.yml") == before)
    #expect(folder.files().contains { $0.hasPrefix(".apus/drafts/") && $0.hasSuffix(".json") })
  }

  @Test("A send is cancelled while its environment is being read")
  func cancelling() async throws {
    let disk = StuckDisk(at: "slow.yml")
    defer { disk.letGo() }
    let transfers = TransferService(workspace: try workspace(disk), process: [:], opened: OpenedFiles())
    let (recorder, key) = (ActionRecorder(), RequestKey.file(folder.path("one.yml")))
    let definition = RequestDefinition(name: "one", url: "http://127.0.0.1:1/", authentication: .none)
    let terms = SendTerms(environment: "slow", inputs: VariableInputs())
    await transfers.run(.send(key, send: 1, definition, terms), post: recorder.record)
    await disk.isReading.opened()
    await transfers.run(.cancel(send: 1), post: recorder.record)
    let failure = try await recorder.first { action in
      if case .response(.transfer(send: 1, .finished(let exchange)), of: _) = action {
        exchange.failure?.category
      } else {
        nil
      }
    }
    #expect(failure == .cancelled)
    await transfers.finish()
  }

  @Test("A cancelled listing stops reading the disk")
  func cancelledListing() async throws {
    try folder.write("zebra/in.yml", FileServiceTests.request("In", "http://127.0.0.1:1/in"))
    let disk = StuckDisk(at: "stuck")
    let workspace = try workspace(disk)
    let listing = Task.detached { workspace.tree() }
    await disk.isReading.opened()
    listing.cancel()
    disk.letGo()
    let items = await listing.value.collections.flatMap(\.items)
    // Items at the top level come first; folders after the stuck one are not read.
    #expect(!items.contains { if case .folder(let node) = $0 { node.name == "zebra" } else { false } })
  }
}
