import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Workspaces

@Suite("A tree that is written as a unit") struct NewTreeTests {
  /// Two folders and `count` requests, one of which precedes a folder.
  private func tree(_ count: Int, _ start: NewTree) -> NewTree {
    var tree = start
    _ = tree.add(RequestDefinition(name: "first", url: "http://h/"), to: .root)
    let folder = tree.addFolder(named: "f", settings: SharedSettings(authentication: .inherit), to: .root)
    for number in 0..<count {
      _ = tree.add(RequestDefinition(name: "same", url: "http://h/\(number)"), to: folder)
    }
    _ = tree.addFolder(named: "F", settings: SharedSettings(authentication: .inherit), to: .root)
    return tree
  }

  private func collection(_ count: Int) -> NewTree {
    var tree = tree(count, .collection(named: "C", settings: SharedSettings()))
    var variables = [Environment.Variable(Row("a", "1"))]
    variables.append(Environment.Variable(Row("t", "s3cret"), isSecret: true))
    tree.add(Environment(name: "dev", variables: variables))
    return tree
  }

  private func names(_ items: [TreeItem]) -> [String] {
    items.flatMap { item -> [String] in
      switch item {
      case .folder(let node): [node.name + "/"] + names(node.items)
      case .request(let node): [node.name]
      }
    }
  }

  @Test("A collection is listed in the order in which it was built, with requests between folders")
  func order() throws {
    let folder = try TemporaryDirectory("tree")
    let made = try Workspace.make(collection(2), in: folder.path, stateFolder: folder.path("s"))
    #expect(made == folder.path("C"))
    let workspace = try Workspace.open(made, stateFolder: folder.path("s"))
    let listed = try #require(workspace.tree().collections.first)
    #expect(names(listed.items) == ["first", "f/", "same", "same", "F/"])
    #expect(listed.environments == ["dev"])
    let environment = try #require(try workspace.environment(named: "dev", of: made))
    #expect(environment.environment.variables.map(\.row.value) == ["1", "s3cret"])
    #expect(try folder.files().allSatisfy { try !folder.readText($0).contains("s3cret") || $0.hasPrefix("s/") })
    #expect(
      Set(folder.files().filter { $0.hasPrefix("C/") }) == [
        "C/.gitignore", "C/F 2/folder.yml", "C/environments/dev.yml", "C/f/folder.yml", "C/f/same 2.yml",
        "C/f/same.yml", "C/first.yml", "C/opencollection.yml",
      ])
  }

  @Test("A taken name gets a number, and existing files are unchanged")
  func taken() throws {
    let folder = try TemporaryDirectory("tree")
    try folder.write("C/keep", "me")
    #expect(try Workspace.make(collection(0), in: folder.path, stateFolder: folder.path("s")) == folder.path("C 2"))
    #expect(try folder.readText("C/keep") == "me")
  }

  @Test("Thousands of requests are synced to disk once per folder")
  func waits() throws {
    let folder = try TemporaryDirectory("tree")
    let waits = Counter()
    var files = FileSystem.live
    let live = files
    files.create = { path, bytes, mode throws(FileError) in
      waits.add()
      try live.create(path, bytes, mode)
    }
    files.append = { path, bytes, mode throws(FileError) in
      waits.add()
      try live.append(path, bytes, mode)
    }
    files.synchronize = { path throws(FileError) in
      waits.add()
      try live.synchronize(path)
    }
    files.settle = { path throws(FileError) in
      waits.add()
      try live.settle(path)
    }
    var tree = NewTree.collection(named: "C", settings: SharedSettings())
    for number in 0..<20 {
      let inner = tree.addFolder(named: "f\(number)", settings: SharedSettings(authentication: .inherit), to: .root)
      for _ in 0..<100 { _ = tree.add(RequestDefinition(name: "r", url: "http://h/"), to: inner) }
    }
    _ = try Workspace.make(tree, in: folder.path, files: files, stateFolder: folder.path("s"))
    // The root, 20 folders, all files at once, and the parent folder.
    #expect(waits.count == 1 + 20 + 1 + 1)
    #expect(folder.files().count { $0.hasSuffix(".yml") } == 1 + 20 + 2000)
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
  }

  /// The visible files: neither private nor temporary ones.
  private func shown(_ folder: TemporaryDirectory) -> Set<String> {
    Set(
      folder.files().filter { path in
        !path.hasPrefix("s/") && !path.split(separator: "/").contains { AtomicFile.isTemporary(String($0)) }
      })
  }

  @Test("A new collection stopped at any step is complete, or absent except for temporary files")
  func stopped() throws {
    var whole = 0
    for limit in 1...40 {
      let folder = try TemporaryDirectory("tree")
      try folder.write("other.txt", "x")
      let result = try? Workspace.make(
        collection(3), in: folder.path, files: FaultyDisk(failingAt: limit, .torn).files, stateFolder: folder.path("s"))
      let found = shown(folder).subtracting(["other.txt"])
      if found.isEmpty {
        #expect(result == nil)
      } else {
        whole += 1
        #expect(found.count == 9 && found.allSatisfy { $0.hasPrefix("C/") }, "\(limit): \(found)")
      }
      let workspace = Workspace(path: folder.path, files: .live, stateFolder: folder.path("s"))
      workspace.sweepTemporaries(now: Date().addingTimeInterval(25 * 3600))
      #expect(!folder.files().contains { $0.contains(".tmp") })
    }
    #expect(whole > 0 && whole < 40)
  }

  @Test("A write error names the intended path, not the temporary one")
  func named() throws {
    let folder = try TemporaryDirectory("tree")
    var files = FileSystem.live
    files.makeDirectory = { path, _ throws(FileError) in throw FileError(path, .permission, "Permission denied") }
    let error = #expect(throws: WorkspaceError.self) {
      try Workspace.make(collection(1), in: folder.path, files: files, stateFolder: folder.path("s"))
    }
    #expect(error?.description == "\(folder.path): cannot be written: Permission denied")
    files = .live
    files.write = { path, _, _ throws(FileError) in throw FileError(path, .full, "No space left on device") }
    let full = #expect(throws: WorkspaceError.self) {
      try Workspace.make(collection(1), in: folder.path, files: files, stateFolder: folder.path("s"))
    }
    #expect(full?.description.hasPrefix("\(folder.path)/") == true, "\(full?.description ?? "")")
    #expect(full?.description.contains(".tmp") == false && folder.files().isEmpty)
  }

  /// A collection with one request, and the items to add: seven files in a new folder, and two environments.
  private func adding(_ folder: TemporaryDirectory, _ disk: FileSystem) throws -> String? {
    let workspace = Workspace(path: folder.path("c"), files: disk, stateFolder: folder.path("s"))
    let start = NewTree.folder(
      named: "new", settings: SharedSettings(authentication: .inherit), in: folder.path("c"), of: workspace)
    let environments = ["dev", "test"].map { name in
      Environment(
        name: name,
        variables: [
          Environment.Variable(Row("a", "1")), Environment.Variable(Row("t", "s3cret-\(name)"), isSecret: true),
        ])
    }
    return try? workspace.add(tree(3, start), to: folder.path("c"), environments: environments)
  }

  private func collection() throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("tree")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/old.yml", "info:\n  name: Old\n  type: http\n  seq: 1\nhttp:\n  url: u\n")
    return folder
  }

  private static let environmentFiles: Set = ["c/environments/dev.yml", "c/environments/test.yml"]

  @Test(
    "A folder added with its environments and stopped at any step is complete or absent",
    arguments: [FaultyDisk.Fault.full, .torn])
  func added(fault: FaultyDisk.Fault) throws {
    var whole = 0
    for limit in 1...100 {
      let folder = try collection()
      let before = shown(folder)
      let disk = FaultyDisk(failingAt: limit, fault)
      let made = try adding(folder, disk.files)
      let found = shown(folder).subtracting(before)
      guard found.contains(where: { $0.hasPrefix("c/new") }) else {
        #expect(made == nil && found.isSubset(of: Self.environmentFiles), "\(limit): \(found)")
        continue
      }
      whole += 1
      #expect(found.count == 9 && found.isSuperset(of: Self.environmentFiles), "\(limit): \(found)")
      let workspace = Workspace(path: folder.path("c"), files: .live, stateFolder: folder.path("s"))
      for name in ["dev", "test"] {
        let file = try #require(try workspace.environment(named: name, of: workspace.path))
        #expect(file.environment.variables.map(\.row.value) == ["1", "s3cret-\(name)"], "\(limit)")
      }
      if disk.count < limit { break }
    }
    #expect(whole > 0 && whole < 100)
  }

  @Test("If one step fails and the disk then works again, nothing is left behind")
  func addedOnce() throws {
    var failed = 0
    for limit in 1...100 {
      let folder = try collection()
      let before = shown(folder)
      let disk = FaultyDisk(failingAt: limit, .once)
      let made = try adding(folder, disk.files)
      let found = shown(folder).subtracting(before)
      #expect(found.count == (made == nil ? 0 : 9), "\(limit): \(found)")
      if made == nil { failed += 1 }
      if disk.count < limit { break }
    }
    #expect(failed > 10)
  }

  @Test("Environments alone are added as a unit, too")
  func environmentsAlone() throws {
    let folder = try collection()
    let workspace = Workspace(path: folder.path("c"), files: .live, stateFolder: folder.path("s"))
    try folder.write("c/environments/b.yml", "variables: []\n")
    let environments = ["a", "b"].map { Environment(name: $0, variables: [Environment.Variable(Row("x", "1"))]) }
    #expect(throws: WorkspaceError.self) { try workspace.add(environments, of: workspace.path) }
    #expect(workspace.environmentNames(of: workspace.path) == ["b"])
    try workspace.add([environments[0]], of: workspace.path)
    #expect(workspace.environmentNames(of: workspace.path) == ["a", "b"])
  }

  @Test("A start one day later removes everything that a killed import left behind")
  func swept() throws {
    let folder = try TemporaryDirectory("tree")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write(".apus-1a.tmp/f/a.yml", "x")
    try folder.write("c/.apus-2b.tmp/f/a.yml", "x")
    try folder.write("c/.mine.tmp/a", "x")
    try folder.link("c/.apus-2b.tmp/link", to: folder.path("c"))
    let workspace = Workspace(path: folder.path, files: .live, stateFolder: folder.path("s"))
    workspace.sweepTemporaries()
    #expect(folder.files().contains(".apus-1a.tmp/f/a.yml") && folder.files().contains("c/.apus-2b.tmp/f/a.yml"))
    workspace.sweepTemporaries(now: Date().addingTimeInterval(25 * 3600))
    #expect(Set(folder.files()) == ["c/opencollection.yml", "c/.mine.tmp/a"])
  }
}
