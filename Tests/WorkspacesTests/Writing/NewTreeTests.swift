import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Workspaces

@Suite("A tree that is written as one") struct NewTreeTests {
  /// Two folders and `count` requests, one of which stands before a folder.
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

  @Test("A collection is listed in the order in which it was made, requests among folders")
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
    // Looked at again folder by folder, it is the same.
    let again = workspace.tree(workspace.tree(), refreshing: [made, made + "/f"])
    #expect(again == workspace.tree())
  }

  @Test("A name that is taken gets a number, and nothing that is there is touched")
  func taken() throws {
    let folder = try TemporaryDirectory("tree")
    try folder.write("C/keep", "me")
    #expect(try Workspace.make(collection(0), in: folder.path, stateFolder: folder.path("s")) == folder.path("C 2"))
    #expect(try folder.readText("C/keep") == "me")
  }

  @Test("Thousands of requests wait for the disk once for each folder")
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
    // The root, 20 folders, all files at once, and the folder that it lies in.
    #expect(waits.count == 1 + 20 + 1 + 1)
    #expect(folder.files().count { $0.hasSuffix(".yml") } == 1 + 20 + 2000)
  }

  private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }

    func add() { value.withLock { $0 += 1 } }
  }

  /// The disk until change `limit`, from which on every change fails, as for a process that is killed there.
  private final class Stopping: Sendable {
    private let count = Mutex(0)
    private let limit: Int

    init(_ limit: Int) { self.limit = limit }

    func step(_ path: String) throws(FileError) {
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number >= limit { throw FileError(path, .full, "No space left on device") }
    }

    var files: FileSystem {
      var files = FileSystem.live
      let live = files
      files.write = { [self] path, bytes, mode throws(FileError) in
        do throws(FileError) { try step(path) } catch {
          try? live.write(path, Array(bytes.prefix(bytes.count / 2)), mode)
          throw error
        }
        try live.write(path, bytes, mode)
      }
      files.create = { [self] path, bytes, mode throws(FileError) in
        try step(path)
        try live.create(path, bytes, mode)
      }
      files.makeDirectory = { [self] path, mode throws(FileError) in
        try step(path)
        try live.makeDirectory(path, mode)
      }
      files.rename = { [self] from, to throws(FileError) in
        try step(to)
        try live.rename(from, to)
      }
      files.place = { [self] from, to throws(FileError) in
        try step(to)
        try live.place(from, to)
      }
      files.remove = { [self] path throws(FileError) in
        try step(path)
        try live.remove(path)
      }
      files.synchronize = { [self] path throws(FileError) in
        try step(path)
        try live.synchronize(path)
      }
      files.settle = { [self] path throws(FileError) in
        try step(path)
        try live.settle(path)
      }
      return files
    }
  }

  /// What a person sees: neither state nor what has the name of a temporary.
  private func shown(_ folder: TemporaryDirectory) -> Set<String> {
    Set(
      folder.files().filter { path in
        !path.hasPrefix("s/") && !path.split(separator: "/").contains { AtomicFile.isTemporary(String($0)) }
      })
  }

  @Test("A new collection that is stopped at any step is there whole, or not at all beside what is named a temporary")
  func stopped() throws {
    var whole = 0
    for limit in 1...40 {
      let folder = try TemporaryDirectory("tree")
      try folder.write("other.txt", "x")
      let result = try? Workspace.make(
        collection(3), in: folder.path, files: Stopping(limit).files, stateFolder: folder.path("s"))
      let found = shown(folder).subtracting(["other.txt"])
      if found.isEmpty {
        #expect(result == nil)
      } else {
        whole += 1
        #expect(found.count == 9 && found.allSatisfy { $0.hasPrefix("C/") }, "\(limit): \(found)")
      }
      let workspace = Workspace(path: folder.path, files: .live, stateFolder: folder.path("s"))
      workspace.sweepTemporaries(olderThan: -1)
      #expect(!folder.files().contains { $0.contains(".tmp") })
    }
    #expect(whole > 0 && whole < 40)
  }

  @Test("A folder that is added to a collection and stopped at any step is there whole, or not at all")
  func added() throws {
    var whole = 0
    for limit in 1...40 {
      let folder = try TemporaryDirectory("tree")
      try folder.write("c/opencollection.yml", "info:\n  name: C\n")
      try folder.write("c/old.yml", "info:\n  name: Old\n  type: http\n  seq: 1\nhttp:\n  url: u\n")
      let before = shown(folder)
      let workspace = Workspace(path: folder.path("c"), files: Stopping(limit).files, stateFolder: folder.path("s"))
      let start = NewTree.folder(
        named: "new", settings: SharedSettings(authentication: .inherit), in: folder.path("c"), of: workspace)
      let environments = [Environment(name: "dev", variables: [Environment.Variable(Row("a", "1"))])]
      let made = try? workspace.add(tree(3, start), to: folder.path("c"), environments: environments)
      let found = shown(folder).subtracting(before).subtracting(["c/environments/dev.yml"])
      #expect(found.isEmpty ? made == nil : found.count == 7, "\(limit): \(found)")
      if !found.isEmpty { whole += 1 }
    }
    #expect(whole > 0 && whole < 40)
  }

  @Test("Of what a killed import left, the start a day later leaves nothing")
  func swept() throws {
    let folder = try TemporaryDirectory("tree")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write(".apus-1a.tmp/f/a.yml", "x")
    try folder.write("c/.apus-2b.tmp/f/a.yml", "x")
    try folder.write("c/.mine.tmp/a", "x")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("c/.apus-2b.tmp/link"), withDestinationPath: folder.path("c"))
    let workspace = Workspace(path: folder.path, files: .live, stateFolder: folder.path("s"))
    workspace.sweepTemporaries()
    #expect(folder.files().contains(".apus-1a.tmp/f/a.yml") && folder.files().contains("c/.apus-2b.tmp/f/a.yml"))
    workspace.sweepTemporaries(olderThan: -1)
    #expect(Set(folder.files()) == ["c/opencollection.yml", "c/.mine.tmp/a"])
  }
}
