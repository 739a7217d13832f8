import Foundation
import TestSupport
import Testing

/// `Scripts/api-breakage` in a separate repository, with a compiler that reports a break if a file `broken` exists.
@Suite("The API from release to release") struct APIBreakageTests {
  let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory("breakage")
    for name in ["Scripts/api-breakage", "Scripts/library-flags"] {
      try folder.write(name, try Data(contentsOf: Repository.root.appendingPathComponent(name)))
    }
    try folder.write("Sources/CThing/module.modulemap", "")
    try folder.write("bin/swift", "#!/bin/sh\necho \"$PWD $*\" >>\"$ASKED\"\n")
    try folder.write(
      "bin/swift-api-digester",
      """
      #!/bin/sh
      echo "$*" >>"$ASKED"
      if [ "$1" = -diagnose-sdk ]; then cat broken 2>/dev/null; exit 0; fi
      for file; do :; done
      cat dump.json >"$file"

      """)
    try folder.write("dump.json", #"{"ABIRoot": {}}"#)
    try shell(
      "chmod +x Scripts/* bin/*; git init -q; git config user.name A; git config user.email a@example.com; git add .; git commit -qm First"
    )
  }

  @discardableResult private func shell(_ line: String) throws -> String {
    try Tool.run(
      "/bin/sh", ["-c", "cd '\(folder.path)' && export PATH=\"$PWD/bin:$PATH\" ASKED=\"$PWD/asked\" && \(line)"])
  }

  @Test("Before the first release there is no comparison") func first() throws {
    try shell(
      "echo API breakage: f has been removed >broken; Scripts/api-breakage; Scripts/api-breakage 1.0.0; test ! -e asked"
    )
  }

  @Test("Both libraries are compared with the last release, not the one being made") func compared() throws {
    try shell("git tag v0.9.0; git tag v0.10.0; git commit -q --allow-empty -m Next; Scripts/api-breakage 0.11.0")
    try shell("git tag v0.11.0; Scripts/api-breakage")
    let asked = try shell("cat asked")
    let last = try shell("git rev-parse --short v0.10.0").trimmingCharacters(in: .newlines)
    #expect(asked.components(separatedBy: "/.build/api/\(last) build --quiet").count == 3)
    #expect(asked.components(separatedBy: "-dump-sdk -module HTTPModel -module Networking").count == 5)
    #expect(asked.contains("-diagnose-sdk -input-paths .build/api/last.json -input-paths .build/api/now.json"))
  }

  @Test(
    "An API break passes if the version announces it",
    arguments: [
      "git tag v1.2.3; git commit -q --allow-empty -m Next; Scripts/api-breakage 2.0.0",
      "git tag v0.2.3; git commit -q --allow-empty -m Next; Scripts/api-breakage 0.3.0",
      "git tag v1.2.3; git commit -q --allow-empty -m Next; git tag v2.0.0; Scripts/api-breakage",
    ])
  func announced(line: String) throws { try shell("echo API breakage: f has been removed >broken; \(line)") }

  @Test(
    "An unannounced API break is rejected",
    arguments: [
      "git tag v1.2.3; git commit -q --allow-empty -m Next; Scripts/api-breakage 1.3.0",
      "git tag v0.2.3; git commit -q --allow-empty -m Next; Scripts/api-breakage 0.2.4",
      "git tag v1.2.3; git commit -q --allow-empty -m Next; git tag v1.3.0; Scripts/api-breakage",
      "git tag v1.2.3; git commit -q --allow-empty -m Next; Scripts/api-breakage",
      "git commit -q --allow-empty -m 'Release: 0.2.0'; git commit -q --allow-empty -m Next; Scripts/api-breakage",
      "Scripts/api-breakage next",
    ])
  func refused(line: String) {
    #expect(throws: (any Error).self) { try shell("echo API breakage: f has been removed >broken; \(line)") }
  }

  @Test("A declaration may be removed if the last release deprecated it") func deprecated() throws {
    try folder.write(
      "dump.json",
      """
      {"ABIRoot": {"children": [{"printedName": "S", "declKind": "Struct", "children":
        [{"printedName": "old()", "declKind": "Func", "deprecated": true}, {"printedName": "new()", "declKind": "Func"}]}]}}
      """)
    try shell("git tag v1.2.3; git commit -q --allow-empty -m Next")
    try shell("echo 'API breakage: func S.old() has been removed' >broken; Scripts/api-breakage")
    #expect(throws: (any Error).self) {
      try shell("echo 'API breakage: func S.new() has been removed' >broken; Scripts/api-breakage")
    }
  }

  @Test("A build failure is not an announced break") func failed() throws {
    try shell("git tag v1.2.3; git commit -q --allow-empty -m Next; echo 'exit 1' >>bin/swift")
    #expect(throws: (any Error).self) { try shell("Scripts/api-breakage 2.0.0") }
  }
}
