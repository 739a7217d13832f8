import Foundation
import TestSupport
import Testing

@testable import Workspaces

/// A repository with a collection in one commit, made by git.
struct SampleRepository {
  static let git = Tool.path("git")
  let folder: TemporaryDirectory
  /// The home folder of the user, without a configuration.
  let home: TemporaryDirectory

  init(_ options: String...) throws {
    folder = try TemporaryDirectory("git")
    home = try TemporaryDirectory("home")
    try folder.write("opencollection.yml", "info: {name: Sample}\n")
    try folder.write("one.yml", "info: {name: One}\n")
    try folder.write("users/two.yml", "info: {name: Two}\n")
    try folder.write("users/deep/three.yml", "info: {name: Three}\n")
    try run(["init", "--quiet"] + options)
    try commit()
  }

  @discardableResult func run(_ arguments: [String], in folder: String? = nil) throws -> String {
    let git = try #require(Self.git)
    return try Tool.run(
      git,
      ["-C", folder ?? self.folder.path, "-c", "user.name=Ada", "-c", "user.email=ada@example.com"]
        + ["-c", "commit.gpgSign=false", "-c", "protocol.file.allow=always", "-c", "safe.directory=*"] + arguments)
  }

  func commit() throws {
    try run(["add", "--all"])
    try run(["commit", "--quiet", "--message", "Sample"])
  }

  var environment: [String: String] {
    ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": home.path]
  }

  var status: GitStatus {
    get throws { try #require(GitStatus(environment: environment)) }
  }

  func marks(of name: String = "") throws -> GitMarks? {
    try status.marks(of: name.isEmpty ? folder.path : folder.path(name))
  }

  func mark(_ name: String) throws -> GitMarks.Mark? { try marks()?[path: folder.path(name)] }

  /// Makes git compare the content of an unchanged file.
  func touch(_ name: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)], ofItemAtPath: folder.path(name))
  }

  func configure(_ text: String) throws {
    let now = try folder.readText(".git/config")
    try folder.write(".git/config", now + text)
  }
}
