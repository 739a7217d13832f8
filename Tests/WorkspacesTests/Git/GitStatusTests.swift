import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("The git status of files", .enabled(if: SampleRepository.git != nil)) struct GitStatusTests {
  let sample: SampleRepository

  init() throws { sample = try SampleRepository() }

  @Test("No file is marked after a commit")
  func clean() throws {
    try sample.touch("one.yml")
    #expect(try sample.marks() == GitMarks())
  }

  @Test("A changed, a staged, a removed and a new file are marked, and so are their folders")
  func marks() throws {
    try sample.folder.write("users/two.yml", "info: {name: Changed}\n")
    #expect(try sample.mark("users/two.yml") == .changed)
    #expect(try sample.mark("users") == .changed)
    #expect(try sample.mark("users/deep") == nil)
    #expect(try sample.mark("one.yml") == nil)
    try sample.run(["add", "users/two.yml"])
    #expect(try sample.mark("users/two.yml") == .changed)
    try sample.commit()
    try sample.folder.write("users/deep/new.yml", "info: {name: New}\n")
    #expect(try sample.mark("users/deep/new.yml") == .new)
    #expect(try sample.mark("users") == .new)
    try sample.folder.remove("users/deep/three.yml")
    #expect(try sample.mark("users/deep") == .changed)
    #expect(try sample.mark("users") == .changed)
    try sample.run(["mv", "one.yml", "renamed.yml"])
    #expect(try sample.mark("renamed.yml") == .changed)
  }

  @Test("All files in a new folder are new")
  func newFolder() throws {
    try sample.folder.write("orders/inner/four.yml", "info: {name: Four}\n")
    for name in ["orders", "orders/inner", "orders/inner/four.yml"] { #expect(try sample.mark(name) == .new) }
    #expect(try sample.mark("ordersX") == nil)
  }

  @Test("Git's short status agrees for every file, whatever its name")
  func differential() throws {
    let names = [
      "a b.yml", "ü/ñ.yml", "line\nbreak.yml", "quote\".yml", "-dash.yml", "tab\t.yml", ":colon.yml", "*.yml",
    ]
    for name in names.dropLast(3) { try sample.folder.write(name, "1") }
    try sample.commit()
    for (number, name) in names.enumerated() where number % 2 == 1 || number > 4 { try sample.folder.write(name, "22") }
    try sample.run(["add", "--", "./\(names[3])"])
    let listed = try sample.run(["status", "--porcelain", "-z", "--untracked-files=all", "--no-renames"])
    var expected: [String: GitMarks.Mark] = [:]
    for entry in listed.split(separator: "\0") {
      expected[String(entry.dropFirst(3))] = entry.hasPrefix("??") ? .new : .changed
    }
    #expect(expected.count >= 5)
    let marks = try #require(try sample.marks())
    for name in names + ["one.yml", "users/two.yml"] {
      #expect(marks[path: sample.folder.path(name)] == expected[name], "\(name)")
    }
  }

  @Test("A conflict counts as a change")
  func conflict() throws {
    try sample.run(["checkout", "--quiet", "-b", "other"])
    try sample.folder.write("one.yml", "theirs\n")
    try sample.commit()
    try sample.run(["checkout", "--quiet", "-"])
    try sample.folder.write("one.yml", "ours\n")
    try sample.commit()
    #expect(throws: (any Error).self) { try sample.run(["merge", "--quiet", "other"]) }
    #expect(try sample.mark("one.yml") == .changed)
  }

  @Test("A workspace in a folder of a repository has the marks of that folder, by the path it was opened with")
  func subfolder() throws {
    try sample.folder.write("users/two.yml", "info: {name: Changed}\n")
    try sample.folder.write("one.yml", "info: {name: Changed}\n")
    let links = try TemporaryDirectory("links")
    let link = links.path("workspace")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: sample.folder.path("users"))
    let marks = try #require(try sample.status.marks(of: link))
    #expect(marks[path: link + "/two.yml"] == .changed)
    #expect(marks[path: link] == .changed)
    #expect(marks[path: link + "/deep"] == nil)
    #expect(marks[path: sample.folder.path("one.yml")] == nil)
  }

  @Test("Files ignored by the repository or the user have no mark")
  func ignored() throws {
    try sample.folder.write(".gitignore", "a.yml\n")
    try sample.folder.write(".git/info/exclude", "b.yml\n")
    try sample.home.write(".gitconfig", "[core]\n\texcludesFile = ~/mine\n")
    try sample.home.write("mine", "c.yml\n")
    for name in ["a", "b", "c", "d"] { try sample.folder.write("\(name).yml", "1") }
    for name in ["a", "b", "c"] { #expect(try sample.mark("\(name).yml") == nil, "\(name)") }
    #expect(try sample.mark("d.yml") == .new)
  }

  @Test("A linked work tree, and a repository before its first commit, are read, too")
  func worktree() throws {
    let other = try TemporaryDirectory("worktree")
    try sample.run(["worktree", "add", "--quiet", other.path("tree")])
    try other.write("tree/one.yml", "changed\n")
    let marks = try sample.status.marks(of: other.path("tree"))
    #expect(marks?[path: other.path("tree/one.yml")] == .changed)
    #expect(marks?[path: other.path("tree/users")] == nil)
    let fresh = try TemporaryDirectory("fresh")
    try sample.run(["init", "--quiet"], in: fresh.path)
    try fresh.write("one.yml", "1")
    #expect(try sample.status.marks(of: fresh.path)?[path: fresh.path] == .new)
  }

  @Test("A repository with SHA-256 object names is read, too")
  func objects() throws {
    let sample = try SampleRepository("--object-format=sha256")
    try sample.folder.write("one.yml", "changed\n")
    #expect(try sample.mark("one.yml") == .changed)
    #expect(try sample.mark("users") == nil)
  }

  @Test("The repository is not changed, and no files are left behind")
  func untouched() throws {
    let temporary = try TemporaryDirectory("tmp")
    try sample.touch("one.yml")
    let before = try sample.folder.files().map { try sample.folder.read($0) }
    var environment = sample.environment
    environment["TMPDIR"] = temporary.path
    #expect(try #require(GitStatus(environment: environment)).marks(of: sample.folder.path) != nil)
    #expect(try sample.folder.files().map { try sample.folder.read($0) } == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
  }

  @Test("There are no marks without git, without a repository, and in one that is bare or broken")
  func none() throws {
    #expect(GitStatus(environment: ["PATH": sample.home.path]) == nil)
    #expect(GitStatus(environment: ["PATH": ".:bin"]) == nil)
    let status = try sample.status
    #expect(status.marks(of: sample.home.path) == nil)
    #expect(status.marks(of: "/nowhere/at/all") == nil)
    try sample.folder.write(".git/HEAD", "nonsense")
    #expect(try sample.marks() == nil)
    try sample.folder.remove(".git/HEAD")
    #expect(try sample.marks() == nil)
  }
}
