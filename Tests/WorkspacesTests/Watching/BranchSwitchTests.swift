import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Workspaces

@Suite("Checking out a branch with different files") struct BranchSwitchTests {
  private func request(_ name: String) -> String { "info:\n  name: \(name)\n  type: http\n  seq: 1\nhttp:\n  url: u\n" }

  /// Runs git without the user's configuration; returns whether it succeeded.
  private func git(_ folder: TemporaryDirectory, _ words: String...) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let person = [
      "-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null",
    ]
    process.arguments = ["git", "-C", folder.path("c")] + person + words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.start()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test(
    "Hundreds of files changed, added, removed and renamed at once are shown; unchanged folders are not read",
    .timeLimit(.minutes(1)))
  func checkout() async throws {
    let folder = try TemporaryDirectory("branch")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/same/deep/kept.yml", request("kept"))
    for number in 0..<300 { try folder.write("c/f\(number % 20)/r\(number).yml", request("r\(number)")) }
    guard try git(folder, "init", "-q", "-b", "one") else { try Test.cancel("no git: no branch is checked out") }
    #expect(try git(folder, "add", "-A") && git(folder, "commit", "-q", "-m", "one"))
    #expect(try git(folder, "checkout", "-q", "-b", "two"))
    for number in 0..<300 {
      let path = "c/f\(number % 20)/r\(number).yml"
      switch number % 3 {
      case 0: try folder.write(path, request("changed \(number)"))
      case 1: try folder.remove(path)
      default: try folder.write("c/new/g\(number % 7)/n\(number).yml", request("new \(number)"))
      }
    }
    try folder.move("c/f0", to: "c/renamed")
    #expect(try git(folder, "add", "-A") && git(folder, "commit", "-q", "-m", "two"))
    let listed = Mutex<Set<String>>([])
    var files = FileSystem.live
    files.list = { path throws(FileError) in
      listed.withLock { _ = $0.insert(path) }
      return try FileSystem.live.list(path)
    }
    let workspace = Workspace(path: folder.path("c"), files: files, stateFolder: folder.path("s"))
    let healthy = Workspace(path: folder.path("c"), files: .live, stateFolder: folder.path("s"))
    var tree = workspace.tree()
    var changes = WorkspaceWatch(workspace).changes().makeAsyncIterator()
    for branch in ["one", "two"] {
      listed.withLock { $0 = [] }
      #expect(try git(folder, "checkout", "-q", branch))
      // A checkout may be reported in several parts.
      repeat {
        let folders = try #require(await changes.next())
        tree = workspace.tree(tree, refreshing: folders)
      } while tree != healthy.tree()
      #expect(tree.collections.first?.requests.contains { $0.node.name == "kept" } == true)
      #if os(Linux)
      let untouched = listed.withLock { $0 }.filter { $0.contains("/same/deep") || $0.contains("/.git") }
      #expect(untouched.isEmpty, "read again without a change: \(untouched.sorted())")
      #endif
    }
  }
}
