import Foundation
import TestSupport
import Testing

@testable import Workspaces

/// A way in which a repository makes git run a program.
struct Bait: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var configuration: @Sendable (_ script: String) -> String
  var attributes = ""
  /// Indicates whether git needs an object that does not exist.
  var isPartial = false

  static let all: [Bait] = [
    Bait("fsmonitor") { "[core]\n\tfsmonitor = \($0)\n" },
    Bait("filter", attributes: "*.yml filter=bait\n") { "[filter \"bait\"]\n\tclean = \($0)\n\trequired = true\n" },
    Bait("process", attributes: "*.yml filter=bait\n") { "[filter \"bait\"]\n\tprocess = \($0)\n\trequired = true\n" },
    Bait("hooks") { "[core]\n\thooksPath = \($0.dropLast("/script".count))/hooks\n" },
    Bait("include") { "[include]\n\tpath = \($0).include\n" },
    Bait("transport", isPartial: true) {
      """
      [core]
      \trepositoryformatversion = 1
      \tsshCommand = \($0)
      [extensions]
      \tpartialClone = origin
      [remote "origin"]
      \turl = ssh://example.invalid/sample
      \tpromisor = true

      """
    },
  ]

  init(
    _ name: String, attributes: String = "", isPartial: Bool = false,
    _ configuration: @escaping @Sendable (String) -> String
  ) {
    testDescription = name
    self.configuration = configuration
    self.attributes = attributes
    self.isPartial = isPartial
  }
}

@Suite("A repository from a stranger", .enabled(if: SampleRepository.git != nil)) struct HostileRepositoryTests {
  let sample: SampleRepository
  let traps: TemporaryDirectory

  init() throws {
    sample = try SampleRepository()
    traps = try TemporaryDirectory("traps")
  }

  private var isSprung: Bool { traps.exists("sprung") }

  /// Writes a program that leaves a trace, also as a hook and in an included file.
  private func setTrap() throws -> String {
    // As a transport, it must not wait for git, which waits for it.
    let text = "#!/bin/sh\ntouch \(traps.path("sprung"))\ncase \"$*\" in *upload-pack*) exit 1 ;; esac\ncat\n"
    let script = try traps.writeProgram("script", text)
    try FileManager.default.createDirectory(atPath: traps.path("hooks"), withIntermediateDirectories: true)
    _ = try traps.writeProgram("hooks/post-index-change", text)
    try traps.write("script.include", "[core]\n\tfsmonitor = \(script)\n")
    return script
  }

  private func lay(_ baits: [Bait]) throws {
    let script = try setTrap()
    for bait in baits {
      let attributes = bait.attributes
      if !attributes.isEmpty { try sample.folder.write(".git/info/attributes", attributes) }
      try sample.configure(bait.configuration(script))
      guard bait.isPartial else { continue }
      let tree = try sample.run(["rev-parse", "HEAD^{tree}"]).trimmingCharacters(in: .whitespacesAndNewlines)
      try sample.folder.remove(".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))")
    }
    try sample.touch("one.yml")
  }

  @Test("Git itself runs the named program, but not when Apus calls it", arguments: Bait.all)
  func bait(_ bait: Bait) throws {
    try lay([bait])
    try sample.folder.write("users/two.yml", "changed\n")
    let marks = try sample.marks()
    #expect(!isSprung)
    if !bait.isPartial {
      #expect(marks?[path: sample.folder.path("one.yml")] == nil)
      #expect(marks?[path: sample.folder.path("users/two.yml")] == .changed)
    }
    // The bait works: git runs it.
    _ = try? sample.run(["status", "--porcelain=v2", "-z"])
    #expect(isSprung)
  }

  @Test("No other configuration makes git run a program, all at once, in a submodule and in the user's own")
  func everything() throws {
    try sample.run(["submodule", "--quiet", "add", sample.folder.path, "inner"])
    try sample.commit()
    let script = try setTrap()
    let more = """
      [core]
      \tpager = \(script)
      \teditor = \(script)
      \taskPass = \(script)
      \tgitProxy = \(script)
      \talternateRefsCommand = \(script)
      [pager]
      \tstatus = true
      [alias]
      \tstatus = !\(script)
      \tconfig = !\(script)
      [diff]
      \texternal = \(script)
      [diff "bait"]
      \ttextconv = \(script)
      \tcommand = \(script)
      [merge "bait"]
      \tdriver = \(script) %O
      [credential]
      \thelper = !\(script)
      [gpg]
      \tprogram = \(script)
      [status]
      \tsubmoduleSummary = true
      [uploadpack]
      \tpackObjectsHook = \(script)
      [extensions]
      \tworktreeConfig = true

      """
    try sample.folder.write(".git/config.worktree", "[core]\n\tfsmonitor = \(script)\n")
    try sample.home.write(".gitconfig", more + "[filter \"bait\"]\n\tclean = \(script)\n")
    try sample.configure(more)
    try sample.folder.write(".gitattributes", "*.yml filter=bait diff=bait merge=bait\n")
    let inner = sample.folder.path(".git/modules/inner/config")
    let text = try String(contentsOfFile: inner, encoding: .utf8)
    try (text + "[core]\n\tfsmonitor = \(script)\n").write(toFile: inner, atomically: true, encoding: .utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: sample.folder.path(".git/hooks")) {
      try? sample.folder.remove(".git/hooks/\(name)")
    }
    try FileManager.default.copyItem(
      atPath: traps.path("hooks/post-index-change"), toPath: sample.folder.path(".git/hooks/post-index-change"))
    try sample.touch("one.yml")
    try sample.touch("inner/one.yml")
    try sample.folder.write("users/two.yml", "changed\n")
    #expect(try sample.mark("users/two.yml") == .changed)
    #expect(try sample.marks(of: "inner") != nil)
    #expect(!isSprung)
    // The user's own configuration is not used either, because a stranger's file could name one of its filters.
    #expect(try sample.mark("one.yml") == nil)
    _ = try? sample.run(["status"])
    #expect(isSprung)
  }

  @Test("A repository of another user is not read", .enabled(if: geteuid() == 0))
  func anotherUser() throws {
    try sample.folder.write("one.yml", "changed\n")
    #expect(try sample.mark("one.yml") == .changed)
    try Tool.run("/usr/bin/env", ["chown", "12345", sample.folder.path(".git")])
    #expect(try sample.marks() == nil)
  }

  @Test("A pipe in place of a file does not block")
  func pipe() throws {
    for name in [".git/index", ".git/HEAD", ".git/config", ".git/info/exclude"] {
      let sample = try SampleRepository()
      let path = sample.folder.path(name)
      try? FileManager.default.removeItem(atPath: path)
      #expect(mkfifo(path, 0o600) == 0)
      guard name.hasSuffix("exclude") else {
        _ = try sample.marks()
        continue
      }
      // git waits at the pipe until its output is no longer wanted.
      let ending = Pipe()
      try ending.fileHandleForWriting.write(contentsOf: Data([1]))
      let status = try #require(
        GitStatus(environment: sample.environment, ending: ending.fileHandleForReading.fileDescriptor))
      #expect(status.marks(of: sample.folder.path) == nil)
    }
  }
}
