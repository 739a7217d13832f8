import Foundation
import Interchange
import TestSupport
import Testing

/// Every command of the corpus, run by a real shell with a real curl whose connections go to a server of ours, against
/// what importing and sending it sends.
@Suite("The corpus of curl commands")
struct CurlCorpusTests {
  private static let variables = ["FILENAME": "named.txt"]

  /// The files that the commands name: text with line ends of both kinds.
  private func fill(_ folder: TemporaryDirectory) throws {
    let names = [
      "sample.sparql", "new_file", "myfile.jpg", "myfile.jg", "image.jpg", "47.htz", "file.txt", "my_file.txt",
      "input_redirected_file.txt", "test/fixtures/curl_commands/delete.sh", "named.txt", "startnamed.txtend",
    ]
    for name in names { try folder.write(name, "content of \(name)\r\n=é&\n") }
    for name in ["cookie.txt", "cookies.txt"] { try folder.write(name, "# Netscape HTTP Cookie File\n") }
  }

  @Test("Each command sends what real curl sends, or says what it cannot carry")
  func commands() async throws {
    let files = Corpora.files("curl-commands", extensions: ["sh"])
    guard !files.isEmpty else { return }
    let server = try WireServer()
    let wrapper = try CurlWrapper.make(server)
    let client = WireClient(server, agent: "apus/test")
    var passed = 0
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let folder = try TemporaryDirectory("corpus")
      try fill(folder)
      let run = try ShellRun(
        text, shell: "/bin/bash", in: folder, variables: Self.variables, path: "\(wrapper.path):/usr/bin:/bin")
      let real = server.take().map { $0.canonical(.corpora) }.sorted()
      let (arrived, result) = try await client.send(
        commands: text, in: folder, variables: Self.variables, redirecting: true)
      let ours = arrived.map { $0.canonical(.corpora) }.sorted()
      let substitutes = result.notices.contains { $0.message.contains("not executed") }
      let isRight = real.isEmpty ? result.isRefused && ours.isEmpty : (ours == real || substitutes)
      #expect(
        isRight,
        "\(name): \(run.errors) \(result.notices)\n--- curl\n\(real.joined(separator: "\n"))\n--- Apus\n\(ours.joined(separator: "\n"))"
      )
      if isRight { passed += 1 }
    }
    let version = try TemporaryDirectory("version")
    _ = try ShellRun("curl --version | head -n 1 > version", in: version)
    Notice.show("curl-commands: \(passed)/\(files.count) as \(try version.readText("version").prefix(12)) sends them")
  }
}
