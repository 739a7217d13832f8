import Foundation
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

  @Test("Hundreds of files changed, added, removed and renamed at once are reported", .timeLimit(.minutes(1)))
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
    let workspace = Workspace(path: folder.path("c"), files: .live, stateFolder: folder.path("s"))
    let changed = Set((1..<20).map { folder.path("c/f\($0)") } + [workspace.path])
    var changes = WorkspaceWatch(workspace).changes().makeAsyncIterator()
    for branch in ["one", "two"] {
      #expect(try git(folder, "checkout", "-q", branch))
      // A checkout may be reported in several parts.
      var reported: Set<String> = []
      while !changed.isSubset(of: reported) { reported.formUnion(try #require(await changes.next())) }
      #expect(!reported.contains { $0.contains("/same/deep") || $0.contains("/.git") })
      let names = workspace.tree().collections.first?.requests.map(\.node.name) ?? []
      #expect(names.contains("kept") && names.contains("changed 0") == (branch == "two"))
    }
  }
}
