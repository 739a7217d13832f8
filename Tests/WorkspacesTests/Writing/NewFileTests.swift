import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Known secrets in new files") struct NewFileTests {
  private let folder: TemporaryDirectory
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryDirectory("new-files")
    for name in ["a", "b"] {
      try folder.write("w/\(name)/opencollection.yml", "opencollection: 1.0.0\n\ninfo:\n  name: \(name)\n")
      try folder.write("w/\(name)/environments/dev.yml", "name: dev\nvariables:\n  - secret: true\n    name: token\n")
    }
    let request = "  type: http\n  seq: 1\n\nhttp:\n  method: GET\n  url: http://h/?t=s3cret\n"
    try folder.write("w/a/one.yml", "info:\n  name: One\n" + request)
    try folder.write("w/a/in/two.yml", "info:\n  name: Two\n" + request)
    try folder.write("w/a/in/folder.yml", "info:\n  name: In\n  type: folder\n")
    workspace = try Workspace.open(folder.path("w"), stateFolder: folder.path("state"))
    try workspace.secretStore(of: folder.path("w/a")).set(["token": "s3cret"], of: "dev")
  }

  private func asks(_ work: (SaveOptions) throws -> Void) throws {
    let before = folder.files()
    #expect {
      try work(SaveOptions())
    } throws: { error in
      guard case .secretsWouldBeWritten(_, ["token"])? = error as? WorkspaceError else { return false }
      return true
    }
    #expect(folder.files() == before)
    try work(SaveOptions(mayWriteSecrets: true))
    #expect(folder.files() != before)
  }

  @Test("Copying a request or a folder needs confirmation")
  func copies() throws {
    try asks { _ = try workspace.duplicate(folder.path("w/a/one.yml"), options: $0) }
    try asks { _ = try workspace.duplicate(folder.path("w/a/in"), options: $0) }
  }

  @Test("A move into another collection needs confirmation, one within the collection does not")
  func moves() throws {
    let made = try workspace.move(folder.path("w/a/one.yml"), to: folder.path("w/a/in"), at: 0)
    try asks { _ = try workspace.move(made.path, to: folder.path("w/b"), at: 0, options: $0) }
    try asks { _ = try workspace.move(folder.path("w/a/in"), to: folder.path("w/b"), at: 0, options: $0) }
  }

  @Test("The secrets of both the target and the source collection are checked")
  func both() throws {
    try workspace.secretStore(of: folder.path("w/a")).set([:], of: "dev")
    try workspace.secretStore(of: folder.path("w/b")).set(["token": "s3cret"], of: "dev")
    try asks { _ = try workspace.move(folder.path("w/a/one.yml"), to: folder.path("w/b"), at: 0, options: $0) }
  }

  @Test("Copying an environment needs confirmation")
  func environments() throws {
    try folder.write("w/a/environments/odd.yml", "name: odd\nvariables:\n  - name: x\n    value: s3cret\n")
    try asks { _ = try workspace.duplicateEnvironment("odd", of: folder.path("w/a"), as: "copy", options: $0) }
  }

  @Test("Restoring by undo needs no confirmation")
  func undo() throws {
    let deleted = try workspace.delete(folder.path("w/a/one.yml"))
    try workspace.perform(deleted.undo)
    #expect(try folder.readText("w/a/one.yml").contains("s3cret"))
  }
}
