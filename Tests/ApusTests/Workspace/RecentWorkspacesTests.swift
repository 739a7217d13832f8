import Explorer
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import apus

@Suite("Recent workspaces") struct RecentWorkspacesTests {
  private let state: TemporaryDirectory
  private let work: TemporaryDirectory
  private let recent: RecentWorkspaces

  init() throws {
    state = try TemporaryDirectory("state")
    work = try TemporaryDirectory("work")
    for name in ["a", "b"] { try work.write("\(name)/x", "") }
    recent = RecentWorkspaces([:], folder: state.path)
  }

  @Test("The last workspace is first, without duplicates, and values of later versions are kept")
  func noted() throws {
    try state.write("workspaces.json", #"{"later": 1, "workspaces": ["\#(work.path("a"))"]}"#)
    try recent.note([work.path("b")])
    try recent.note([work.path("a")])
    #expect(try recent.read().map(\.path) == [work.path("a"), work.path("b")])
    #expect(try state.readText("workspaces.json").contains("later"))
  }

  @Test("An invalid file is reported and left unchanged", arguments: ["{", "[]", #"{"workspaces": 7}"#])
  func broken(text: String) throws {
    try state.write("workspaces.json", text)
    let error = #expect(throws: WorkspaceError.self) { try recent.note([work.path("a")]) }
    #expect(error?.description.contains("workspaces.json") == true)
    #expect(throws: WorkspaceError.self) { try recent.read() }
    #expect(try state.readText("workspaces.json") == text)
  }

  @Test("An empty file is an empty list")
  func empty() throws {
    try state.write("workspaces.json", "")
    try recent.note([work.path("a")])
    #expect(try recent.read().count == 1)
  }

  @Test("A link to the file is kept, and a dangling link is not replaced")
  func links() throws {
    try work.write("list.json", #"{"workspaces": []}"#)
    let link = state.path("workspaces.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: work.path("list.json"))
    try recent.note([work.path("a")])
    #expect(try work.readText("list.json").contains(work.path("a")))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == work.path("list.json"))
    try work.remove("list.json")
    #expect(throws: WorkspaceError.self) { try recent.note([work.path("b")]) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == work.path("list.json"))
  }

  @Test("Concurrent additions are all kept")
  func together() async throws {
    for number in 0..<12 { try work.write("n\(number)/x", "") }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          // The test below detects a missing entry.
          try? recent.note([work.path("n\(number)")])
        }
      }
    }
    #expect(try Set(recent.read().map(\.name)) == Set((0..<12).map { "n\($0)" }))
  }
}
