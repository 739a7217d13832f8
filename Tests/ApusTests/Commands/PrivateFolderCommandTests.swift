import Foundation
import TestSupport
import Testing

@Suite("Untrusted folders on the command line") struct PrivateFolderCommandTests {
  @Test("A send in a folder with links in .apus writes none of their targets")
  func links() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let victim = try TemporaryDirectory("victim")
    try victim.write("file", "kept\n")
    try sample.folder.write(".apus/.gitignore", "*\n")
    try FileManager.default.createDirectory(
      atPath: sample.folder.path(".apus/history"), withIntermediateDirectories: true)
    // Covers the current month, whatever it is.
    let months = (2024...2040).flatMap { year in (1...12).map { "\(year)-\($0 < 10 ? "0" : "")\($0).jsonl" } }
    for name in months.map({ "history/\($0)" }) + ["screen.json"] {
      try sample.folder.link(".apus/\(name)", to: victim.path("file"))
    }
    let sent = try await sample.program.run("send", "a", "-e", "local")
    #expect(sent.status == 0, "\(sent.error)")
    #expect(sent.error.split(separator: "\n").filter { $0.contains("apus adopt .apus-from-elsewhere") }.count == 1)
    #expect(try victim.readText("file") == "kept\n")
    #expect(try await sample.program.run("history").lines.count == 1)
    let again = try await sample.program.run("send", "a", "-e", "local")
    #expect(!again.error.contains("adopt"), "it is said once")
    // Even in a folder that was adopted on purpose, links are refused.
    #expect(try await sample.program.run("adopt").status == 0)
    let refused = try await sample.program.run("send", "a", "-e", "local")
    #expect(refused.status == 0)
    #expect(refused.error.contains("a symbolic link, which Apus does not follow here; remove it"), "\(refused.error)")
    #expect(try await sample.program.run("history", "clear", "--yes").status == 0)
    #expect(try victim.readText("file") == "kept\n")
  }

  @Test("With .apus as a link, a request is sent, and one line explains why nothing is recorded")
  func rootLink() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let victim = try TemporaryDirectory("victim")
    try sample.folder.link(".apus", to: victim.path)
    let sent = try await sample.program.run("send", "a", "-e", "local")
    #expect(sent.status == 0)
    #expect(sent.error.split(separator: "\n").filter { $0.contains(".apus") }.count == 1, "\(sent.error)")
    #expect(sent.error.contains("a symbolic link, which Apus does not follow here"))
    #expect(victim.files().isEmpty)
  }

  @Test(
    "An unused history is not shown as empty: each command explains why, with status 3",
    arguments: [["list"], ["list", "--json"], ["show", "last"], ["times"], ["resend", "last"], ["clear", "--yes"]])
  func unused(words: [String]) async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["a": Sample.request()])
    let victim = try TemporaryDirectory("victim")
    try sample.folder.link(".apus", to: victim.path)
    let result = try await sample.program.run(["history"] + words)
    #expect(result.status == 3 && result.output.isEmpty, "\(result.text)")
    #expect(result.error.split(separator: "\n").count == 1, "\(result.error)")
    #expect(result.error.contains("a symbolic link, which Apus does not follow here; remove it"), "\(result.error)")
  }

  @Test("An unwritable state folder loses the history, never the send")
  func withoutState() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    try sample.folder.write("state", "a file in the way")
    var program = sample.program
    program.variables["XDG_STATE_HOME"] = sample.folder.path("state")
    let sent = try await program.run("send", "a", "-e", "local")
    #expect(sent.status == 0)
    #expect(!sent.output.isEmpty)
    #expect(sent.error.contains("state"), "\(sent.error)")
  }

  @Test("Every sending command keeps the history within its limits")
  func pruned() async throws {
    let server = try AnsweringServer { _ in Answer.text("ok") }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request()])
    let program = sample.program
    #expect(try await program.run("send", "a", "-e", "local").status == 0)
    try sample.folder.write(".apus/screen.json", #"{"keepHistory":"3"}"#)
    let commands = [
      ["send", "a", "-e", "local"], ["send", "\(server.url)/echo"], ["curl", "\(server.url)/echo"],
      ["history", "resend", "last"], ["run", "-e", "local"],
    ]
    for command in commands {
      for _ in 0..<4 { #expect(try await program.run(command).status == 0, "\(command)") }
      #expect(try await program.run("history").lines.count == 3, "\(command)")
    }
  }
}
