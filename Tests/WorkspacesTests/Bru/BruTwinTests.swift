import Foundation
import TestSupport
import Testing

@testable import Workspaces

@Suite("Bruno's older format compared with upstream's reader") struct BruTwinTests {
  private func twin(of file: String) throws -> BruTwin.Object? {
    let beside = String(file.dropLast(4)) + ".json"
    let paths = [beside, beside.replacingOccurrences(of: "/bru/", with: "/json/")]
    guard let data = paths.lazy.compactMap({ FileManager.default.contents(atPath: $0) }).first else { return nil }
    return try JSONSerialization.jsonObject(with: data) as? BruTwin.Object
  }

  @Test(
    "Every file of the corpus gives exactly what upstream reads, and any surplus is reported", .corpora("bruno"))
  func corpus() throws {
    let files = try Corpora.files("bruno", extensions: ["bru"])
    var compared = 0
    for path in files {
      let file = try BruFile([UInt8](Data(contentsOf: URL(fileURLWithPath: path))), environmentName: "x")
      guard var twin = try twin(of: path) else { continue }
      let text = try String(contentsOfFile: path, encoding: .utf8)
      // Upstream adds defaults that the file omits: a sequence number, the status text.
      if !text.contains("\n  seq:"), var meta = twin["meta"] as? BruTwin.Object {
        meta["seq"] = nil
        twin["meta"] = meta as NSObject
      }
      let saysStatus = text.contains("      text:")
      let ours: BruTwin
      switch file.content {
      case .request(let request): ours = BruTwin(request)
      case .settings(let settings): ours = BruTwin(settings, name: file.name ?? "")
      case .environment: continue
      }
      let theirs = BruTwin(twin, saysStatus: saysStatus)
      for (mine, wanted) in zip(ours.lines, theirs.lines) { #expect(mine == wanted, "\(path)") }
      #expect(ours.lines.count == theirs.lines.count, "\(path)")
      compared += 1
      // A request cannot hold bodies and logins that are not selected.
      let body = twin["body"] as? BruTwin.Object ?? [:]
      let auth = twin["auth"] as? BruTwin.Object ?? [:]
      let http = twin["http"] as? BruTwin.Object ?? [:]
      let mode = http["body"] as? String ?? "none"
      for kind in ["json", "text", "xml", "sparql"] where body[kind] != nil && kind != mode {
        #expect(file.losses.contains { $0.message == "the block body:\(kind) is not carried over" }, "\(path)")
      }
      for scheme in auth.keys where scheme != "mode" && scheme != (http["auth"] ?? auth["mode"]) as? String {
        #expect(file.losses.contains { $0.message == "the block auth:\(scheme) is not carried over" }, "\(path)")
      }
    }
    #expect(compared >= 14)
    Notice.show("bruno: \(compared) of \(files.count) files have a twin, and equal it")
  }

  @Test("An environment has its color, multi-line texts, and secrets on one line or several")
  func environment() throws {
    let text =
      "vars {\n  a: 1\n  ~off: 2\n  key: '''\n    one\n      two\n  '''\n}\nvars:secret [\n  s,\n  ~t\n]\ncolor: #2E8A54\n"
    guard case .environment(let made) = try BruFile(Array(text.utf8), environmentName: "dev").content else {
      Issue.record("no environment")
      return
    }
    #expect(made.name == "dev" && made.color == "#2E8A54")
    #expect(
      made.variables == [
        .init(Row("a", "1")), .init(Row("off", "2", isEnabled: false)), .init(Row("key", "one\n  two")),
        .init(Row("s"), isSecret: true), .init(Row("t", isEnabled: false), isSecret: true),
      ])
    guard case .environment(let short) = try BruFile(Array("vars:secret [a, b]\n".utf8), environmentName: "e").content
    else {
      Issue.record("no environment")
      return
    }
    #expect(short.variables.map(\.row.name) == ["a", "b"] && short.variables.allSatisfy(\.isSecret))
  }

  private static let noted = """
    meta {
      name: N
      type: http
    }

    get {
      url: http://h
      auth: oauth2
    }

    headers {
      @description("above")
      a: 1
      b: 2 @description("behind \\"it\\"")
      c: 3 @description('''
        two
        lines
      ''')
      d: 4
    }

    auth:oauth2 {
      grant_type: password
      username: u
      pkce: true
      token_placement: url
      token_query_key: tok
    }

    auth:oauth2:additional_params:access_token_req:body {
      audience: api
      ~off: x
    }

    settings {
      forwardAuthorizationHeader: true
    }
    """

  @Test("A note may be above a row or after its value, and OAuth 2 keeps every field and additional parameter")
  func notes() throws {
    let file = try BruFile(Array(Self.noted.utf8), environmentName: "x")
    guard case .request(let made) = file.content else {
      Issue.record("no request")
      return
    }
    #expect(
      made.headers == [
        Row("a", "1", note: "above"), Row("b", "2", note: "behind \"it\""), Row("c", "3", note: "two\nlines"),
        Row("d", "4"),
      ])
    #expect(
      made.authentication
        == Authentication(
          .oauth2,
          [
            .init("flow", "resource_owner_password_credentials"), .init("resourceOwner.username", "u"),
            .init("pkce.disabled", "false"), .init("tokenConfig.placement.query", "tok"),
          ], parameters: [.init(.token, .body, "audience", "api")]))
    #expect(made.settings.forwardAuthorization == true)
    #expect(file.losses == [.init(line: 30, message: "off is disabled and not carried over")])
    let tree = RequestWriter.file(made)
    let again = try RequestFile(path: "/x.yml", bytes: YAMLEmitter.file(tree)).definition
    #expect(again.authentication.parameters == made.authentication.parameters)
    #expect(Set(again.authentication.fields) == Set(made.authentication.fields))
  }
}
