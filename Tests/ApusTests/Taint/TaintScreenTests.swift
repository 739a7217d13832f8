import Foundation
import TestSupport
import Testing
import Workspaces

@testable import apus

/// A screen that sends, copies, edits, deletes and crashes while it knows secrets: searches for them in the input of
/// other programs and in remaining files.
@Suite("The screen leaks no secret to programs or files", .serialized) struct TaintScreenTests {
  let sample: TaintSample
  let home: TemporaryDirectory
  private var state: String { sample.folder.path("state") }
  /// The command lines of the other programs.
  private var seen: String { home.path("seen") }

  init() throws {
    sample = try TaintSample(round: 2)
    home = try TemporaryDirectory("home")
    let workspace = try Workspace.open(sample.folder.path("w"), stateFolder: state + "/apus")
    try sample.keep(in: workspace)
    // Each script records its own command line and that of its parent.
    let note =
      "for process in $$ $PPID; do tr '\\0' ' ' < /proc/$process/cmdline; echo; done >> '\(seen)' 2> /dev/null\n"
      + "echo \"${0##*/} $*\" >> '\(seen)'\n"
    for name in ["editor", "bin/pager", "bin/xclip", "bin/wl-copy", "bin/pbcopy", "bin/curl"] {
      _ = try home.write("\(name).made", "")
      // An editor has the terminal, the others read a pipe.
      _ = try home.writeProgram(name, "#!/bin/sh\n\(note)" + (name == "editor" ? "" : "cat > /dev/null\n"))
    }
    _ = try home.write("tmp/made", "")
  }

  private func start() throws -> Journey {
    let path = home.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
    return try Journey(
      [try Program.path(), sample.folder.path("w"), "--env", "local"], home: home,
      environment: [
        "XDG_STATE_HOME": state, "PATH": path, "TMPDIR": home.path("tmp"), "DISPLAY": ":9", "PAGER": "pager",
        "EDITOR": home.path("editor"),
      ])
  }

  /// The numbers of the secrets that are not written in a file by hand.
  private var numbers: Set<String> {
    Set(TaintSample.places.filter { !$0.isLiteral }.map { TaintSample.number($0, sample.round) })
  }

  private func expectNone(in bytes: some Sequence<UInt8>, _ what: String) {
    let found = TaintDetector.found(in: Array(bytes)).intersection(numbers)
    let names = TaintSample.places.filter { found.contains(TaintSample.number($0, sample.round)) }.map(\.name)
    #expect(found.isEmpty, "\(what): \(names)")
  }

  private func lines() -> [Substring] { ((try? home.readText("seen")) ?? "").split(separator: "\n") }

  /// Searches everything in the workspace, home, temporary folder and state, except the secret store.
  private func searchFiles() throws -> Int {
    let places = [sample.folder, home]
    var count = 0
    for place in places {
      for name in place.files() where !name.hasPrefix("state/apus/secrets/") {
        expectNone(in: (try? place.read(name)) ?? [], name)
        count += 1
      }
    }
    let kept = sample.folder.files().filter { $0.hasPrefix("state/apus/secrets/") }
    let stored = try kept.reduce(into: Set<String>()) {
      $0.formUnion(TaintDetector.found(in: try sample.folder.read($1)))
    }
    // The secrets are in the store, which proves that the search can find them.
    #expect(stored.isSuperset(of: numbers.subtracting([TaintSample.number(TaintSample.places[10], sample.round)])))
    return count
  }

  @Test("Editors, pagers and clipboards are started without secrets, and copies contain none")
  func children() throws {
    let journey = try start()
    try journey.open("get", see: "{{base_url}}/get")
    try journey.type("\u{12}", see: "200")
    try journey.type(":copy the request as", see: "Copy the request as cURL")
    try journey.type("\r", see: "Copied")
    expectNone(in: try #require(journey.copied).utf8, "what was copied")
    try journey.wait(until: "xclip is there") { lines().contains { $0.hasPrefix("xclip") } }
    try journey.type(":open the body", see: "Open the body in $EDITOR")
    try journey.type("\r")
    try journey.wait(until: "the editor is there") { lines().contains { $0.hasPrefix("editor") } }
    try journey.type(":pipe the body", see: "Pipe the body to a command")
    try journey.type("\r", see: "$PAGER)")
    try journey.type("\r", see: "succeeded")
    #expect(lines().contains { $0.hasPrefix("pager") })
    expectNone(in: lines().joined(separator: "\n").utf8, "what others were started with")
    try journey.quit()
    #expect(home.files().filter { $0.hasPrefix("tmp/") } == ["tmp/made"])
    #expect(try searchFiles() > 5)
  }

  @Test("Drafts, the trash and crash leftovers contain no secrets", arguments: [SIGKILL, SIGABRT, SIGSEGV])
  func leftovers(_ signal: Int32) throws {
    let journey = try start()
    try journey.open("get", see: "{{base_url}}/get")
    try journey.type("\u{12}", see: "200")
    try journey.type("\u{0C}", see: "Esc done")
    try journey.type("\u{1B}[F&more=1\r", see: "●")
    func files(_ folder: String) -> [String] { sample.folder.files().filter { $0.hasPrefix("w/.apus/\(folder)/") } }
    try journey.wait(until: "the draft is kept") {
      files("drafts").contains { ((try? sample.folder.readText($0)) ?? "").contains("more=1") }
    }
    try journey.open("json", see: "{{base_url}}/json")
    try journey.type("\u{1B}[Z\u{1B}[3~", see: "u restores it")
    try journey.type("E", see: "s_path")
    try journey.type("X", see: "Delete the environment")
    try journey.type("y", see: "Deleted environment local")
    #expect(!files("trash").isEmpty)
    kill(journey.terminal.process, signal)
    try journey.end()
    #expect(try searchFiles() > 5)
  }
}
