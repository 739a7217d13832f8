import Foundation
import TestSupport
import Testing

@testable import apus

/// Runs the scripts of the corpus with `apus curl` in place of curl, and compares with curl itself.
@Suite("The corpus of curl commands through the program")
struct CurlCorpusTests {
  @Test("A script sends the same requests with apus curl as with curl", .corpora("curl-commands"))
  func scripts() async throws {
    let files = try Corpora.files("curl-commands", extensions: ["sh"])
    let server = try WireServer()
    let real = try CurlWrapper.make(server, agent: "apus/\(ProgramVersion.text)")
    let ours = try CurlWrapper.make(server, program: "'\(try Program.path())' curl")
    var passed = 0
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let (wanted, theirErrors) = try Self.requests(text, wrapper: real, server)
      let (sent, ourErrors) = try Self.requests(text, wrapper: ours, server)
      #expect(sent == wanted, "\(name)\n\(theirErrors)\n\(ourErrors)")
      if sent == wanted { passed += 1 }
    }
    Notice.show("curl-commands through apus curl: \(passed)/\(files.count)")
  }

  private static func requests(
    _ text: String, wrapper: TemporaryDirectory, _ server: WireServer
  ) throws -> ([String], String) {
    let folder = try TemporaryDirectory("corpus")
    try CurlCorpusFiles.fill(folder)
    let run = try ShellRun(
      text, shell: "/bin/bash", in: folder, variables: ["FILENAME": "named.txt"],
      path: "\(wrapper.path):/usr/bin:/bin")
    return (server.take().map { $0.canonical() }, run.errors)
  }
}
