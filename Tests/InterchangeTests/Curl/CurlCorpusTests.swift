import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

/// Runs every command of the corpus in a real shell with a real curl connected to our server, and compares it with its
/// import, the exported command, and the import of that.
@Suite("The corpus of curl commands")
struct CurlCorpusTests {
  private static let variables = ["FILENAME": "named.txt"]
  private static let agent = "apus/test"
  /// Scripts in which curl reads a pipe, a here-document, the output of a command, or an upload from a redirected input.
  private static let unsupported: Set<String> = [
    "bash_redirect_heredoc.sh", "multiple_commands.sh", "pipelines.sh", "redirect_command_data.sh",
    "redirect_command_url_query.sh",
  ]

  @Test(
    "Each command sends what real curl sends, and so do its export and the import of that",
    .corpora("curl-commands"))
  func commands() async throws {
    let files = try Corpora.files("curl-commands", extensions: ["sh"])
    let server = try WireServer()
    let wrapper = try CurlWrapper.make(server, agent: Self.agent)
    let client = WireClient(server, agent: Self.agent)
    var passed = 0
    var refused = 0
    for file in files {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let folder = try TemporaryDirectory("corpus")
      try CurlCorpusFiles.fill(folder)
      let run = try ShellRun(
        text, shell: "/bin/bash", in: folder, variables: Self.variables, path: "\(wrapper.path):/usr/bin:/bin")
      let real = server.take().map { $0.canonical() }.sorted()
      let (arrived, result) = try await client.send(
        commands: text, in: folder, variables: Self.variables, redirecting: true)
      let ours = arrived.map { $0.canonical() }.sorted()
      if Self.unsupported.contains(name) {
        let isNamed = result.notices.contains {
          $0.message.contains("not carried over") || $0.message.contains("not run")
            || $0.message.contains("not supported")
        }
        #expect(isNamed && result.isRefused && ours.count < real.count, "\(name): \(result.notices)")
        refused += 1
        continue
      }
      if real.isEmpty {
        // An import keeps the requests of a command line that can be read.
        #expect(result.isRefused, "\(name): curl says \(run.errors)")
        if result.isRefused { refused += 1 }
        continue
      }
      let isRight = ours == real
      #expect(isRight, "\(name): \(run.errors) \(result.notices)\n--- curl\n\(real)\n--- Apus\n\(ours)")
      let isRound = try await roundTrips(result, ours: ours, name, client, wrapper, folder)
      if isRight, isRound { passed += 1 }
    }
    let version = try TemporaryDirectory("version")
    _ = try ShellRun("curl --version | head -n 1 > version", in: version)
    let tool = try version.readText("version").prefix(12)
    Notice.show("curl-commands: \(passed)/\(files.count - refused) as \(tool) sends them, \(refused) refused")
  }

  /// Exported, run in both shells, and imported again: the same bytes each time.
  private func roundTrips(
    _ result: CurlImport.Result, ours: [String], _ name: String, _ client: WireClient, _ wrapper: TemporaryDirectory,
    _ folder: TemporaryDirectory
  ) async throws -> Bool {
    var isRight = true
    for shell in ShellRun.shells {
      var exported: [String] = []
      var commands: [String] = []
      for imported in result.requests {
        let prepared = try client.prepared(imported, in: folder)
        let command = client.command(for: prepared, shell: shell.name == "bash" ? .bash : .sh)
        commands.append(command)
        let run = try ShellRun(command, shell: shell.path, in: folder, path: "\(wrapper.path):/usr/bin:/bin")
        let arrived = client.server.take().map { $0.canonical() }
        #expect(arrived.count == 1, "\(name), \(shell.name): \(run.errors)\n\(command)")
        exported += arrived
      }
      #expect(exported.sorted() == ours, "\(name), exported for \(shell.name):\n\(commands)")
      let again = try await client.send(commands: commands.joined(separator: "\n"), in: folder, redirecting: true)
      let imported = again.arrived.map { $0.canonical() }.sorted()
      #expect(imported == ours, "\(name), imported again from \(shell.name):\n\(commands)\n\(again.result.notices)")
      isRight = isRight && exported.sorted() == ours && imported == ours
    }
    return isRight
  }
}
