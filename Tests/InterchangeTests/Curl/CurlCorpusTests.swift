import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

/// Every command of the corpus, run by a real shell with a real curl whose connections go to our server, compared with
/// what its import sends, what the exported command sends, and what the import of that sends.
@Suite("The corpus of curl commands")
struct CurlCorpusTests {
  private static let variables = ["FILENAME": "named.txt"]
  private static let agent = "apus/test"

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
      // A command substitution is text for us: what runs for real has the same text, quoted.
      let kept = KeptSubstitutions(in: CurlImport.read(text).notices)
      try kept.fill(folder)
      let run = try ShellRun(
        kept.quoted(in: text), shell: "/bin/bash", in: folder, variables: Self.variables,
        path: "\(wrapper.path):/usr/bin:/bin")
      let real = server.take().map { $0.canonical() }.sorted()
      let (arrived, result) = try await client.send(
        commands: text, in: folder, variables: Self.variables, redirecting: true)
      let ours = arrived.map { $0.canonical() }.sorted()
      if real.isEmpty {
        #expect(result.isRefused && ours.isEmpty, "\(name): curl says \(run.errors)")
        if result.isRefused, ours.isEmpty { refused += 1 }
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
    Notice.show("curl-commands: \(passed)/\(files.count - refused) as \(tool) sends them, \(refused) refused by both")
  }

  @Test(
    "A command substitution is sent as it is written, wherever it occurs",
    arguments: [
      ("curl h/p -d \"a$(touch pwned)b\" -d `touch pwned`", "curl h/p -d 'a$(touch pwned)b' -d '`touch pwned`'"),
      ("curl -H \"X-A: $(touch pwned)\" h/`id`/x", "curl -H 'X-A: $(touch pwned)' 'h/`id`/x'"),
      ("curl h/$(touch${IFS}pwned) -u \"me:$(id)\"", "curl 'h/$(touch${IFS}pwned)' -u 'me:$(id)'"),
      ("curl h -F \"f=$(cat <(ls) | wc)\" -b \"a=`id`\"", "curl h -F 'f=$(cat <(ls) | wc)' -b 'a=`id`'"),
      ("curl \"h/?q=$(date +%s)\" -A `id`", "curl 'h/?q=$(date +%s)' -A '`id`'"),
      ("curl h --data-urlencode \"x=$(id -u)\"", "curl h --data-urlencode 'x=$(id -u)'"),
    ])
  func substitutions(pasted: String, meant: String) async throws {
    let server = try WireServer()
    let wrapper = try CurlWrapper.make(server, agent: Self.agent)
    let folder = try TemporaryDirectory("kept")
    let run = try ShellRun(meant, shell: "/bin/bash", in: folder, path: "\(wrapper.path):/usr/bin:/bin")
    let real = server.take().map { $0.canonical() }
    let (arrived, result) = try await WireClient(server, agent: Self.agent).send(
      commands: pasted, in: folder, redirecting: true)
    #expect(arrived.map { $0.canonical() } == real, "\(run.errors) \(result.notices)")
    // Both reject a blank in the URL.
    #expect(result.isRefused == real.isEmpty && folder.files().isEmpty)
    #expect(result.notices.contains { $0.message.contains("not executed") })
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
