import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Verifying the owner of .apus") struct FolderTokenTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory("token")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\nhttp:\n  method: GET\n  url: reviewed\n")
  }

  private func open(_ name: String = "c", state: String = "s") throws -> Workspace {
    try Workspace.open(folder.path(name), stateFolder: folder.path(state))
  }

  /// A draft that would replace the request.
  private func shipDraft() throws {
    let text =
      #"{"path":"a.yml","date":"2020-01-01T00:00:00Z","base":"info:\n  name: A\n","text":"info:\n  name: A\nhttp:\n  url: evil\n"}"#
    try folder.write("c/.apus/drafts/x.json", text)
  }

  private var aside: [String] { folder.files().filter { $0.contains(".apus-") } }

  @Test("A .apus that came with the folder is set aside whole, reported in one line, and its drafts are not opened")
  func foreign() throws {
    try shipDraft()
    let workspace = try open()
    #expect(DraftStore(workspace).all().drafts.isEmpty)
    let lines = workspace.privateFolder.check()
    #expect(lines.count == 1 && lines.first?.contains("apus adopt .apus-from-elsewhere") == true, "\(lines)")
    #expect(workspace.privateFolder.check().isEmpty)
    #expect(aside == ["c/.apus-from-elsewhere/drafts/x.json"])
    #expect(workspace.tree().collections.flatMap(\.items).count == 1)
  }

  @Test("A new .apus contains a token that only its owner can read and that the user's state knows")
  func begun() throws {
    try shipDraft()
    let workspace = try open()
    try workspace.files.create(workspace.privateFolder.path + "/new", [], 0o600)
    let token = try folder.readText("c/.apus/token").split(separator: "\n").joined()
    #expect(token.utf8.count == 64)
    #expect(try FileSystem.live.stamp(folder.path("c/.apus/token"))?.mode == 0o600)
    #expect(try folder.readText("s/folders/\(token)") == folder.path("c/.apus") + "\n")
    #expect(try FileSystem.live.stamp(folder.path("s/folders"))?.mode == 0o700)
    #expect(try folder.readText("c/.apus/.gitignore") == "*\n")
    #expect(try open().privateFolder.check().isEmpty)
    #expect(
      folder.files().filter { $0.hasPrefix("c/.apus/") }.sorted() == [
        "c/.apus/.gitignore", "c/.apus/new", "c/.apus/token",
      ])
  }

  @Test("A token that is unknown, truncated, longer, in another case or behind a link is rejected")
  func tokens() throws {
    let workspace = try open()
    try workspace.files.makeDirectory(workspace.privateFolder.path, 0o700)
    let token = try folder.readText("c/.apus/token")
    let path = folder.path("c/.apus/token")
    let digits = String(token.dropLast())
    let wrong: [String] = [
      "", String(digits.dropLast()), "0" + digits, digits + "0", digits + digits, "../folders/" + digits,
      digits.uppercased(), String(digits.reversed()), String(repeating: "0", count: 64),
    ]
    for text in wrong {
      try folder.write("c/.apus/token", text)
      #expect(try !isOurs(), "\(text)")
    }
    try folder.write("elsewhere", token)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("elsewhere"))
    #expect(try !isOurs())
    try FileManager.default.removeItem(atPath: path)
    try folder.write("c/.apus/token", token)
    #expect(try isOurs())
  }

  /// Checks without setting anything aside.
  private func isOurs() throws -> Bool {
    guard case .ours(let file) = try open().privateFolder.look() else { return false }
    close(file)
    return true
  }

  @Test("A workspace of the user's that was moved or copied keeps its history")
  func moved() throws {
    let workspace = try open()
    try workspace.files.create(workspace.privateFolder.path + "/kept", [1], 0o600)
    try FileManager.default.copyItem(atPath: folder.path("c"), toPath: folder.path("copy"))
    try folder.move("c", to: "moved")
    for name in ["copy", "moved"] {
      let workspace = try open(name)
      #expect(try workspace.files.read(workspace.privateFolder.path + "/kept", 10) == [1])
      #expect(workspace.privateFolder.check().isEmpty)
    }
  }

  @Test("Folders that were set aside before are not overwritten")
  func again() throws {
    for number in 1...3 {
      try folder.write("c/.apus/number", "\(number)")
      #expect(try open().privateFolder.check().count == 1)
    }
    #expect(
      aside == [
        "c/.apus-from-elsewhere-2/number", "c/.apus-from-elsewhere-3/number", "c/.apus-from-elsewhere/number",
      ])
    #expect(try folder.readText("c/.apus-from-elsewhere-3/number") == "3")
  }

  @Test("Two states that alternate on one workspace each find their own folder, and no folders accumulate")
  func turns() throws {
    for round in 0..<3 {
      for state in ["s", "t"] {
        let workspace = try open(state: state)
        let path = workspace.privateFolder.path + "/of"
        if round == 0 {
          _ = workspace.privateFolder.check()
          try workspace.files.create(path, Array(state.utf8), 0o600)
        }
        #expect(try workspace.files.read(path, 10) == Array(state.utf8))
      }
    }
    #expect(try open(state: "s").privateFolder.setAside().count == 1)
  }

  @Test("A folder that was set aside can be adopted; the current one is set aside in turn")
  func adopted() throws {
    try folder.write("c/.apus/history/2020-01.jsonl", "")
    try folder.write("c/.apus/old", "of an earlier version")
    let workspace = try open()
    _ = workspace.privateFolder.check()
    try workspace.files.create(workspace.privateFolder.path + "/new", [], 0o600)
    #expect(try workspace.privateFolder.adopt(".apus-from-elsewhere") == ".apus-former")
    let after = try open()
    #expect(after.privateFolder.check().isEmpty)
    #expect(try after.files.read(after.privateFolder.path + "/old", 100) == Array("of an earlier version".utf8))
    #expect(folder.files().contains("c/.apus-former/new"))
    #expect(throws: WorkspaceError.self) { try after.privateFolder.adopt("../elsewhere") }
    #expect(throws: WorkspaceError.self) { try after.privateFolder.adopt(".git") }
  }

  @Test("An adopted folder becomes private immediately, and files outside that it links to do not change")
  func adoptedModes() throws {
    try folder.write("c/.apus/history/2020-01.jsonl", "")
    try folder.write("c/.apus/old", "")
    try folder.write("c/.apus/linked", "")
    try folder.write("outside/file", "")
    let files = FileManager.default
    try folder.link("c/.apus/link", to: folder.path("outside/file"))
    try folder.link("c/.apus/links", to: folder.path("outside"))
    try files.linkItem(atPath: folder.path("c/.apus/linked"), toPath: folder.path("second"))
    func setMode(_ mode: Int, _ paths: [String]) throws {
      for path in paths { try files.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(path)) }
    }
    try setMode(0o755, ["c/.apus", "c/.apus/history", "outside"])
    try setMode(0o644, ["c/.apus/history/2020-01.jsonl", "c/.apus/old", "c/.apus/linked", "outside/file"])
    let workspace = try open()
    _ = workspace.privateFolder.check()
    _ = try workspace.privateFolder.adopt(".apus-from-elsewhere")
    func mode(_ path: String) throws -> UInt32? { try FileSystem.live.stamp(folder.path(path))?.mode }
    #expect(try mode("c/.apus") == 0o700)
    #expect(try mode("c/.apus/history") == 0o700)
    #expect(try mode("c/.apus/history/2020-01.jsonl") == 0o600)
    #expect(try mode("c/.apus/old") == 0o600)
    #expect(try mode("c/.apus/token") == 0o600)
    #expect(try mode("outside") == 0o755)
    #expect(try mode("outside/file") == 0o644)
    #expect(try mode("second") == 0o644)
  }

  @Test(
    "If the user's state is read-only, nothing is stored, the write reports it, and the workspace works otherwise")
  func withoutState() throws {
    try folder.write("s", "a file in the way")
    let workspace = try open()
    #expect(workspace.privateFolder.check().isEmpty)
    let error = #expect(throws: FileError.self) {
      try workspace.files.create(workspace.privateFolder.path + "/new", [], 0o600)
    }
    #expect(error?.description.contains("make that folder writable") == true, "\(error as Any)")
    #expect(workspace.tree().collections.flatMap(\.items).count == 1)
    #expect(folder.files() == ["c/a.yml", "c/opencollection.yml", "s"])
  }

  @Test("Programs that start at the same time agree on one folder")
  func atOnce() async throws {
    let folder = folder
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          do {
            let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
            try workspace.files.create(workspace.privateFolder.path + "/\(number)", [], 0o600)
          } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    #expect(folder.files().filter { $0.hasPrefix("c/.apus/") }.count == 10)
    #expect(folder.files().filter { $0.hasPrefix("s/folders/") }.count == 1)
    #expect(aside.isEmpty)
  }
}
