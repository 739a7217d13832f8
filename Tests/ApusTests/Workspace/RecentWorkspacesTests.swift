import Explorer
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import apus

@Suite("The workspaces that were opened before") struct RecentWorkspacesTests {
  private let state: TemporaryDirectory
  private let work: TemporaryDirectory
  private let recent: RecentWorkspaces

  init() throws {
    state = try TemporaryDirectory("state")
    work = try TemporaryDirectory("work")
    for name in ["a", "b"] { try work.write("\(name)/x", "") }
    recent = RecentWorkspaces([:], folder: state.path)
  }

  @Test("The last one is first, each once, and what later versions write is kept")
  func noted() throws {
    try state.write("workspaces.json", #"{"later": 1, "workspaces": ["\#(work.path("a"))"]}"#)
    try recent.note([work.path("b")])
    try recent.note([work.path("a")])
    #expect(try recent.read().map(\.path) == [work.path("a"), work.path("b")])
    #expect(try state.readText("workspaces.json").contains("later"))
  }

  @Test("A file that is not understood is named and left as it is", arguments: ["{", "[]", #"{"workspaces": 7}"#])
  func broken(text: String) throws {
    try state.write("workspaces.json", text)
    let error = #expect(throws: WorkspaceError.self) { try recent.note([work.path("a")]) }
    #expect(error?.description.contains("workspaces.json") == true)
    #expect(throws: WorkspaceError.self) { try recent.read() }
    #expect(try state.readText("workspaces.json") == text)
  }

  @Test("An empty file is a list without entries")
  func empty() throws {
    try state.write("workspaces.json", "")
    try recent.note([work.path("a")])
    #expect(try recent.read().count == 1)
  }

  @Test("A link stays a link to the file that it names, and one that leads nowhere is not replaced")
  func links() throws {
    try work.write("list.json", #"{"workspaces": []}"#)
    let link = state.path("workspaces.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: work.path("list.json"))
    try recent.note([work.path("a")])
    #expect(try work.readText("list.json").contains(work.path("a")))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == work.path("list.json"))
    try FileManager.default.removeItem(atPath: work.path("list.json"))
    #expect(throws: WorkspaceError.self) { try recent.note([work.path("b")]) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == work.path("list.json"))
  }

  @Test("Of many that are noted at once, none is lost")
  func together() async throws {
    for number in 0..<12 { try work.write("n\(number)/x", "") }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<12 {
        group.addTask {
          // An entry that is not noted is missing below.
          try? recent.note([work.path("n\(number)")])
        }
      }
    }
    #expect(try Set(recent.read().map(\.name)) == Set((0..<12).map { "n\($0)" }))
  }
}
