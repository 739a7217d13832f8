import Basics
import Foundation
import Interchange
import Networking
import TestSupport
import Testing
import Workspaces

@testable import apus

/// Plants secrets in every place of a request, in every spelling, and searches everything that is written.
///
/// A combination consists of a secret's place, its content, its spelling, and the output. Each first proves that the
/// secret could be found: the server received it, or the same output contains it if secrets are revealed.
@Suite("No output contains a secret") struct TaintTests {
  @Test(
    "Sends, runs and exports write no secret from any place in any spelling",
    arguments: TaintSample.middles.indices)
  func taint(round: Int) async throws {
    let sample = try TaintSample(round: round)
    let state = sample.folder.path("state")
    let workspace = try Workspace.open(sample.folder.path("w"), stateFolder: state + "/apus")
    try sample.keep(in: workspace)
    var program = Program(in: sample.folder.path("w"))
    program.variables = ["XDG_STATE_HOME": state]
    var count = 0
    for request in TaintSample.requests { count += try await send(request, sample, program) }
    count += try await run(sample, program)
    for request in TaintSample.requests { count += try export(request, sample, workspace) }
    count += files(sample)
    print("taint, \(TaintSample.middles[round].debugDescription): \(count) combinations")
    // All rounds together have thousands; a round that plants nothing fails here.
    #expect(count >= 500)
  }

  @Test("A method that contains a secret is masked with -v")
  func method() async throws {
    let sample = try TaintSample(round: 0)
    let state = sample.folder.path("state")
    let request = "info:\n  name: get\n  type: http\n\nhttp:\n  method: \"{{s_path}}\"\n  url: \"{{base_url}}/get\"\n"
    try sample.folder.write("w/get.yml", request)
    let workspace = try Workspace.open(sample.folder.path("w"), stateFolder: state + "/apus")
    try sample.keep(in: workspace)
    var program = Program(in: sample.folder.path("w"))
    program.variables = ["XDG_STATE_HOME": state]
    let shown = try await program.run("send", "get", "--env", "local", "-v")
    #expect(shown.status == 0 && shown.error.contains("* •••• http") && shown.error.contains("> •••• /get"))
    leaks(shown.error.utf8, "-v")
  }

  /// Numbers of the places that a text must not contain.
  private func leaks(_ text: some Sequence<UInt8>, _ what: String) {
    let found = TaintDetector.found(in: Array(text))
    let names = TaintSample.places.filter { place in
      TaintSample.middles.indices.contains { found.contains(TaintSample.number(place, $0)) }
    }
    #expect(found.isEmpty, "\(what): \(names.map(\.name)) \(found)")
  }

  private func send(_ request: String, _ sample: TaintSample, _ program: Program) async throws -> Int {
    let words = ["send", request, "--env", "local", "--var", sample.given, "--json"]
    let shown = try await program.run(words + ["-v"])
    #expect(shown.status == 0, "\(shown.error)")
    let revealed = try await program.run(words + ["--reveal-secrets"])
    let places = TaintSample.places(of: request)
    let numbers = Set(places.map { TaintSample.number($0, sample.round) })
    // The secret was sent, came back, and is detectable.
    let sent = try #require(sample.server.requests.last)
    #expect(TaintDetector.found(in: sent.head + sent.body).isSuperset(of: numbers), "\(request) was sent")
    #expect(TaintDetector.found(in: revealed.output).isSuperset(of: numbers), "\(request) came back")
    #expect(shown.text.contains("••••"))
    leaks(shown.output, "--json of \(request)")
    leaks(shown.error.utf8, "-v of \(request)")
    let history = try await program.run("history", "show", "last", "--json")
    #expect(history.text.contains("••••"))
    leaks(history.output, "history of \(request)")
    // In the JSON and the history: as sent, and in each spelling of the response. In the lines of -v: as sent.
    return places.reduce(0) { $0 + TaintForm.cases(of: $1).count * 2 + 1 }
  }

  private func run(_ sample: TaintSample, _ program: Program) async throws -> Int {
    let formats = ["junit", "json", "tap", "html"]
    let reports = formats.map { "\($0)=\(sample.folder.path("report.\($0)"))" }.joined(separator: ",")
    let result = try await program.run(
      "run", "--env", "local", "--var", sample.given, "--report", reports)
    #expect(result.status == 1, "\(result.error)")
    var count = 0
    let places = TaintSample.places.filter { $0.request != "parts" }
    for format in formats {
      let text = try sample.folder.read("report.\(format)")
      // The report contains the response, which repeats all of them.
      #expect(String(decoding: text, as: UTF8.self).contains("••••"), "\(format)")
      leaks(text, "report \(format)")
      count += places.reduce(0) { $0 + TaintForm.cases(of: $1).count }
    }
    leaks(result.output, "what the run says")
    return count
  }

  private func export(_ request: String, _ sample: TaintSample, _ workspace: Workspace) throws -> Int {
    let path = workspace.path + "/\(request).yml"
    let inputs = VariableInputs(commandLine: [.init("s_given", String(sample.given.dropFirst(8)))])
    let context = try workspace.context(for: path, environment: "local", inputs: inputs)
    let definition = try workspace.request(at: path).definition
    let prepared = try PreparedRequest(definition, in: context)
    var texts: [(name: String, masked: String, revealed: String)] = []
    for shell in CurlCommand.Shell.allCases {
      func text(_ reveals: Bool) -> String {
        CurlExport.command(for: prepared, shell: shell, revealsSecrets: reveals).text
      }
      texts.append(("curl for \(shell)", text(false), text(true)))
    }
    func archive(_ reveals: Bool) -> String {
      HARExport.log(of: [prepared], creator: ("t", "1"), time: "2026-01-01T00:00:00Z", revealsSecrets: reveals).pretty
    }
    texts.append(("HAR", archive(false), archive(true)))
    let root = ImportedCollection.Folder(name: "x", items: [.request(definition, options: TransferOptions())])
    let collection = ImportedCollection(format: "apus", root: root)
    for format in ExportFormat.allCases {
      let masked = format.write(collection, redaction: context.redaction()).text
      texts.append((format.rawValue, masked, format.write(collection, revealsSecrets: true).text))
    }
    var count = 0
    for (name, masked, revealed) in texts {
      let there = TaintDetector.found(in: Array(revealed.utf8))
      // In formats that keep variables, the name represents the secret.
      let real = TaintSample.places(of: request).filter {
        there.contains(TaintSample.number($0, sample.round)) || revealed.contains("{{s_\($0.name)}}")
      }
      #expect(!real.isEmpty, "\(name) of \(request)")
      leaks(masked.utf8, "\(name) of \(request)")
      count += real.count
    }
    return count
  }

  /// Searches everything in `.apus`, and the shared files except those with a handwritten secret.
  private func files(_ sample: TaintSample) -> Int {
    let all = sample.folder.files().filter { $0.hasPrefix("w/") }
    let byHand = Set(TaintSample.requests.map { "w/\($0).yml" })
    let searched = all.filter { !byHand.contains($0) }
    #expect(searched.contains { $0.hasSuffix(".jsonl") } && searched.contains { $0.contains("/bodies/") })
    for name in searched {
      // A file that has been deleted contains nothing.
      leaks((try? sample.folder.read(name)) ?? [], name)
    }
    return searched.count
  }
}
