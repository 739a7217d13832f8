import Foundation
import Networking
import TestSupport
import Testing

@testable import Workspaces

#if os(Linux)
/// A file system of a few kilobytes, mounted for one test, which needs root.
private final class SmallDisk {
  let path: String

  init?(_ path: String) {
    guard Self.run(["mount", "-t", "tmpfs", "-o", "size=48k", "tmpfs", path]) else { return nil }
    self.path = path
  }

  func makeReadOnly() -> Bool { Self.run(["mount", "-o", "remount,ro", path]) }

  deinit { _ = Self.run(["umount", path]) }

  private static func run(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.start()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

@Suite("Real disks that are full or read-only", .serialized) struct SmallDiskTests {
  private let folder: TemporaryDirectory
  private let disk: SmallDisk

  init() throws {
    folder = try TemporaryDirectory("small")
    try folder.write("c/.keep", "")
    guard let disk = SmallDisk(folder.path("c")) else { try Test.cancel("no small disk can be mounted here") }
    self.disk = disk
  }

  private func workspace() throws -> Workspace {
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("c/a.yml", "info:\n  name: A\n  type: http\nhttp:\n  url: old\n")
    return try Workspace.open(folder.path("c"), stateFolder: folder.path("s"))
  }

  @Test("A disk that fills up during a save keeps the old file, reports it, and accepts the save once there is room")
  func full() throws {
    let workspace = try workspace()
    let file = try workspace.request(at: folder.path("c/a.yml"))
    var edited = file.definition
    edited.docs = String(repeating: "long ", count: 4000)
    try folder.write("c/ballast", [UInt8](repeating: 1, count: 30_000))
    let error = #expect(throws: WorkspaceError.self) { try workspace.save(edited, to: file) }
    guard case .file(let reason) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.reason == .full && reason.path == file.path)
    #expect(try workspace.request(at: file.path).bytes == file.bytes)
    #expect(try workspace.files.list(workspace.path).allSatisfy { !$0.name.hasSuffix(".tmp") })
    try folder.remove("c/ballast")
    #expect(try workspace.save(edited, to: file).file.definition == edited)
  }

  @Test func `A full disk keeps no part of an exchange's line, and the other lines stay readable.`()
    throws
  {
    let history = History(workspace: try workspace())
    let line = Array(#"{"_id":"x"}"#.utf8)
    for history in [history, History(folder: folder.path("c/plain"), files: .live)] {
      let path = history.path(month: "2026-11")
      try history.files.makeDirectory(history.folder, 0o700)
      try history.append(line, to: path)
      try folder.write("c/ballast", [UInt8](repeating: 1, count: 20_000))
      let error = #expect(throws: WorkspaceError.self) {
        try history.append([UInt8](repeating: 0x61, count: 40_000), to: path)
      }
      guard case .file(let reason) = error else {
        Issue.record("\(error as Any)")
        return
      }
      #expect(reason.reason == .full)
      #expect(try history.files.read(path, 100_000) == line + [0x0A])
      try folder.remove("c/ballast")
    }
  }

  @Test("A full disk keeps no part of an exchange with scripts, says so, and keeps those of earlier ones")
  func scripts() throws {
    _ = try workspace()
    let history = History(workspace: try Workspace.open(folder.path("c"), stateFolder: folder.path("c/s")))
    func record(_ id: String, _ size: Int) -> HistoryRecord {
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      var record = HistoryRecord(id: id, requestID: "a", exchange: Exchange(startedAt: date))
      record.scripts = [["verdicts": [["name": .string(String(repeating: "v", count: size)), "passed": true]]]]
      return record
    }
    try history.append(record("1", 4000), redaction: .standard)
    try folder.write("c/ballast", [UInt8](repeating: 1, count: 20_000))
    let error = #expect(throws: WorkspaceError.self) { try history.append(record("2", 40_000), redaction: .standard) }
    guard case .file(let reason) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.reason == .full && error?.description.isEmpty == false)
    #expect(try history.record("1")?.scripts == record("1", 4000).scripts)
    #expect(try history.record("2") == nil)
    try folder.remove("c/ballast")
    try history.append(record("3", 8000), redaction: .standard)
    #expect(try history.record("3")?.scripts == record("3", 8000).scripts)
    #expect(try history.record("1") != nil)
  }

  @Test func `A restore that fails on a full disk succeeds once there is room.`() throws {
    let history = History(workspace: try workspace())
    let path = history.path(month: "2026-11")
    try history.files.makeDirectory(history.folder, 0o700)
    let lines = ["1", "2"].map { Array(#"{"_id":"\#($0)","x":"\#(String(repeating: "a", count: 8_000))"}"#.utf8) }
    for line in lines { try history.append(line, to: path) }
    let forgotten = try #require(try history.forget("2"))
    try folder.write("c/ballast", [UInt8](repeating: 1, count: 20_000))
    #expect(throws: WorkspaceError.self) { try history.restore(forgotten) }
    #expect(try history.files.read(path, 100_000) == lines[0] + [0x0A])
    try folder.remove("c/ballast")
    #expect(try history.restore(forgotten))
    #expect(try history.files.read(path, 100_000) == lines[0] + [0x0A] + lines[1] + [0x0A])
  }

  @Test func `A full disk keeps the old cookies, and stores new ones once there is room.`() throws {
    _ = try workspace()
    let workspace = try Workspace.open(folder.path("c"), stateFolder: folder.path("c/s"))
    let store = workspace.cookieStore(of: workspace.path)
    try store.change(of: "dev") { $0 = [Cookie("old", "1", domain: "h.test")] }
    try folder.write("c/ballast", [UInt8](repeating: 1, count: 20_000))
    let new = (0..<10).map { Cookie("n\($0)", String(repeating: "v", count: 4000), domain: "h.test") }
    let error = #expect(throws: WorkspaceError.self) { try store.change(of: "dev") { $0 += new } }
    guard case .file(let reason) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(reason.reason == .full)
    #expect(try store.cookies(of: "dev").map(\.name) == ["old"])
    #expect(folder.files().allSatisfy { !$0.hasSuffix(".tmp") })
    try folder.remove("c/ballast")
    try folder.remove("c/a.yml")
    try store.change(of: "dev") { $0 += Array(new.prefix(2)) }
    #expect(try store.cookies(of: "dev").count == 3)
  }

  @Test("A read-only disk is opened, listed and read; every change is refused with the file's name")
  func readOnly() throws {
    let workspace = try workspace()
    guard disk.makeReadOnly() else { try Test.cancel("the disk cannot be made read-only") }
    let file = try workspace.request(at: folder.path("c/a.yml"))
    #expect(workspace.tree().collections.first?.requests.count == 1)
    var edited = file.definition
    edited.url = "new"
    let error = #expect(throws: WorkspaceError.self) { try workspace.save(edited, to: file) }
    #expect(error?.description.contains("a.yml") == true)
    #expect(throws: WorkspaceError.self) { try workspace.createFolder(named: "x", in: workspace.path) }
    #expect(throws: WorkspaceError.self) { try workspace.delete(file.path) }
    #expect(throws: WorkspaceError.self) {
      try DraftStore(workspace).keep(Draft(path: file.path, base: file, definition: edited, date: Date()))
    }
    #expect(try workspace.request(at: file.path).bytes == file.bytes)
  }
}
#endif
