import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Drafts of two processes") struct DraftSharingTests {
  private static func draft(_ url: String, in workspace: Workspace, at seconds: Double) throws -> Draft {
    let file = try workspace.request(at: workspace.path + "/a.yml")
    var edited = file.definition
    edited.url = url
    return Draft(path: file.path, base: file, definition: edited, date: Date(timeIntervalSince1970: seconds))
  }

  @Test(
    "Two programs do not see, overwrite or remove each other's draft of a request; the draft of a killed one is adopted"
  )
  func twoProcesses() async throws {
    let folder = try TemporaryDirectory("drafts")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: u # c\n")
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
    let mine = DraftStore(workspace)
    try mine.keep(try Self.draft("mine", in: workspace, at: 1))
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.path as String] in
      let workspace = try Workspace.open(path + "/c", stateFolder: path + "/s")
      let theirs = DraftStore(workspace)
      // The other process is running, so it keeps its draft.
      guard theirs.all().drafts.isEmpty else { exit(1) }
      try theirs.keep(try Self.draft("first", in: workspace, at: 2))
      try theirs.discard(workspace.path + "/a.yml")
      try theirs.keep(try Self.draft("theirs", in: workspace, at: 3))
      guard theirs.all().drafts.map(\.definition.url) == ["theirs"] else { exit(2) }
      kill(getpid(), SIGKILL)
    }
    #expect(mine.all().drafts.map(\.definition.url) == ["mine"])
    try mine.discard(folder.path("c/a.yml"))
    // The next process adopts the draft of the killed one.
    #expect(mine.all().drafts.map(\.definition.url) == ["theirs"])
    #expect(DraftStore(workspace).all().drafts.isEmpty)
    #expect(try folder.readText("c/a.yml").contains("url: u # c"))
  }
}
