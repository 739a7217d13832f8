import Foundation
import TestSupport
import Testing

/// `Scripts/release` in a separate repository with the files that it changes.
@Suite("Making a release") struct ReleaseTests {
  let folder: TemporaryDirectory
  private static let version = "Sources/apus/Output/ProgramVersion.swift"

  init() throws {
    folder = try TemporaryDirectory("release")
    for name in ["Scripts/release", "Scripts/api-breakage", "Scripts/version", Self.version, "Package.swift"] {
      let content = try Data(contentsOf: Repository.root.appendingPathComponent(name))
      _ = try folder.write(name, content)
    }
    _ = try folder.write(
      "CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n### Added\n\n- A thing.\n\n## 0.0.1\n\n- The first.\n")
    _ = try folder.write("Benchmarks/records/README", "Measurements of releases.\n")
    try shell(
      "chmod +x Scripts/*; git init -q; git config user.name A; git config user.email a@example.com; git add .; git commit -qm First"
    )
  }

  @discardableResult private func shell(_ line: String) throws -> String {
    try Tool.run("/bin/sh", ["-c", "cd '\(folder.path)' && \(line)"])
  }

  @Test("Version, heading and tag come from one argument, and nothing else changes") func made() throws {
    try shell("STEPS='prepare tag' Scripts/release 99.1.0")
    #expect(try shell("Scripts/version") == "99.1.0\n")
    #expect(try shell("git tag --points-at HEAD") == "v99.1.0\n")
    #expect(try shell("git status --porcelain") == "")
    #expect(try shell("git diff --name-only HEAD~1") == "CHANGELOG.md\n\(Self.version)\n")
    let log = try String(contentsOfFile: folder.path("CHANGELOG.md"), encoding: .utf8)
    let parts = log.split(separator: "\n\n").map(String.init)
    #expect(parts[1] == "## Unreleased" && parts[2].hasPrefix("## 99.1.0 - 20") && parts[4] == "- A thing.")
    #expect(try shell("Scripts/version --commit") == shell("git rev-parse --short=12 HEAD"))
  }

  @Test(
    "An invalid or older version, uncommitted changes and an empty changelog are rejected",
    arguments: [
      "Scripts/release", "Scripts/release next", "Scripts/release 0.0.0", "touch new; Scripts/release 99.1.0",
      "git tag v99.1.0; Scripts/release 99.1.0",
      "sed -i.old '/A thing/d;/### Added/d' CHANGELOG.md; rm *.old; git commit -qam Emptied; Scripts/release 99.1.0",
    ])
  func refused(line: String) throws {
    #expect(throws: (any Error).self) { try shell("export STEPS=prepare; \(line)") }
    #expect(try shell("git diff --name-only -- Sources") == "")
  }

  @Test("Release sources know their commit without git") func archived() throws {
    _ = try folder.write(".gitattributes", "Scripts/version export-subst\n")
    try shell("git add .; git commit -qm Attributes; mkdir out; git archive HEAD | tar -x -C out")
    #expect(try shell("out/Scripts/version --commit") == shell("git rev-parse --short=12 HEAD"))
  }
}
