import Basics
import Foundation
import TestSupport
import Testing

/// The Postman collections of the corpora, run whole with their scripts. One server takes the place of every host; what
/// is addressed otherwise reaches it as a proxy.
@Suite("Runs of public collections", .corpora("postman", "scripts"), .scriptEngine) struct CorpusRunTests {
  private let folder: TemporaryDirectory
  private let server: AnsweringServer
  private let program: Program

  init() throws {
    folder = try TemporaryDirectory("corpus-run")
    server = try AnsweringServer { _ in
      Answer.json(#"{"id": 1, "data": [{"id": 3}], "items": [], "access_token": "t"}"#)
    }
    var program = Program(in: folder.path)
    let url = server.url
    let proxies = ["http_proxy", "https_proxy"].map { ($0, url) }
    program.variables = Dictionary(uniqueKeysWithValues: proxies + [("NO_PROXY", "127.0.0.1")])
    self.program = program
  }

  @Test("Every collection runs to its end, and every missing name of Postman's is named before")
  func collections() async throws {
    let files = try Corpora.files("postman", extensions: ["json"]).filter { path in
      let json = try Basics.JSONValue(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
      return json["item"] != nil || json["requests"] != nil
    }
    #expect(files.count > 25)
    let faults = try await faults(
      files.map { path in
        { try Basics.JSONValue(parsing: [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))) }
      })
    #expect(faults == [])
    server.stop()
  }

  @Test("The scripts of public collections run in requests of their own, up to ten of each collection")
  func scripts() async throws {
    let file = URL(fileURLWithPath: "\(try Corpora.folder("scripts"))/scripts.jsonl")
    let lines = try Data(contentsOf: file).split(separator: 0x0A)
    let all = try lines.map { try JSONDecoder().decode(CorpusScript.self, from: $0) }
    let groups = Dictionary(grouping: all.filter { $0.tool == "postman" }) { "\($0.repository) \($0.file)" }
    #expect(groups.count > 50)
    let faults = try await faults(
      groups.sorted { $0.key < $1.key }.map { _, scripts in { collection(of: Array(scripts.prefix(10))) } })
    #expect(faults == [])
    server.stop()
  }

  private struct CorpusScript: Decodable, Sendable {
    var repository: String
    var file: String
    var tool: String
    var kind: String
    var script: String
  }

  private func collection(of scripts: [CorpusScript]) -> Basics.JSONValue {
    let items = scripts.enumerated().map { index, script in
      Basics.JSONValue.object([
        "name": .string("request \(index)"), "request": ["method": "POST", "url": .string("\(server.url)/\(index)")],
        "event": [["listen": .string(script.kind), "script": ["exec": .string(script.script)]]],
      ])
    }
    let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
    return ["info": ["name": "C", "schema": .string(schema)], "item": .array(items)]
  }

  /// The faults in the runs of these collections, of which two run at a time.
  private func faults(
    _ collections: [@Sendable () throws -> Basics.JSONValue]
  ) async throws -> [String] {
    try await withThrowingTaskGroup(of: [String].self) { group in
      var faults: [String] = []
      for (index, collection) in collections.enumerated() {
        if index >= 2 { faults += try await group.next() ?? [] }
        group.addTask { try await self.faults(of: collection(), name: "c\(index)") }
      }
      for try await found in group { faults += found }
      return faults
    }
  }

  private func faults(of collection: Basics.JSONValue, name: String) async throws -> [String] {
    let text = withoutHosts(collection).text
    try folder.write("\(name).json", text)
    let variables = Set(text.matches(of: /\{\{([A-Za-z0-9_.\-]+)\}\}/).map { String($0.1) }).sorted()
    let result = try await program.run(
      [
        "run", "\(name).json", "--allow-scripts", "--timeout-request", "10000", "-r", "json",
        "--reporter-json-export", "\(name).out",
      ] + variables.flatMap { ["--env-var", "\($0)=v"] })
    // Not more than failed tests, and requests that cannot be sent.
    guard [0, 1, 4, 5].contains(result.status) else { return ["\(name): status \(result.status)\n\(result.error)"] }
    let report = try JSONDecoder().decode(JSONValue.self, from: Data(folder.readText("\(name).out").utf8))
    guard !report["results"].array.isEmpty else { return ["\(name): no results\n\(result.error)"] }
    let verdicts = report["results"].array.flatMap { $0["tests"].array }
    return verdicts.compactMap { verdict in
      let message = verdict["message"].string ?? ""
      let isUnknown = verdict["error"].string == "ReferenceError" && !Self.isOwn(message)
      let isMissing = message.prefixMatch(of: /(pm|postman|_|CryptoJS|tv4)\.[\w.]* is not a function/) != nil
      // The run has named everything that Apus does not provide before it sent anything.
      let isNamed = result.error.contains("\(message.prefix { $0 != " " }) is not provided")
      let isFault = isUnknown || isMissing && !isNamed || message.contains("without an end")
      return isFault ? "\(name): \(message)" : nil
    }
  }

  /// Names that the collections define in requests or files that the corpus does not have.
  private static func isOwn(_ message: String) -> Bool {
    let own = ["utils", "f5_check_response", "f5_populate_env_vars", "undefFunction", "my"]
    return own.contains { message == "Can't find variable: \($0)" }
  }

  /// Leads every address of a collection to the server.
  private func withoutHosts(_ json: Basics.JSONValue, key: String = "") -> Basics.JSONValue {
    switch json {
    case .object(let members):
      return .object(
        members.map { member in
          guard member.name == "url" else { return .init(member.name, withoutHosts(member.value, key: member.name)) }
          let url = withoutHosts(member.value.string ?? member.value["raw"]?.string ?? "")
          return .init("url", .string(url.hasPrefix(server.url) ? url : "\(server.url)/\(url)"))
        })
    case .array(let items): return .array(items.map { withoutHosts($0, key: key) })
    case .string(let text): return key == "schema" ? json : .string(withoutHosts(text))
    default: return json
    }
  }

  private func withoutHosts(_ text: String) -> String {
    text.replacing(/https?:\/\/[A-Za-z0-9.\-]+(:[0-9]+)?/, with: server.url)
  }
}
