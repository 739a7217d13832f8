import Basics
import Foundation
import GraphQL
import TestSupport
import Testing

/// graphql-core in a separate process, queried one line at a time; `make conformance` queries it far more.
private final class Oracle {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// A Python with graphql-core installed.
  static let python: String? = ([Tool.path("python3"), "/usr/bin/python3"] as [String?]).compactMap(\.self).first {
    (try? Tool.run($0, ["-c", PythonPeer.graphQLCore])) != nil
  }

  init(_ python: String) throws {
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [Repository.root.appending(path: "Tests/GraphQLTests/Oracle/oracle.py").path]
    process.standardInput = input
    process.standardOutput = output
    try process.start()
  }

  deinit { kill(process.processIdentifier, SIGKILL) }

  func ask(_ question: JSONValue) throws -> JSONValue {
    try input.fileHandleForWriting.write(contentsOf: Data(question.compact + [0x0A]))
    var line: [UInt8] = []
    while line.last != 0x0A {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { break }
      line += data
    }
    return try JSONValue(parsing: line)
  }
}

@Suite("GraphQL compared with graphql-core")
struct OracleTests {
  private static let valid = [
    "query Q($a: Role, $n: Int = 3, $f: UserFilter) { users(role: $a, first: $n, filter: $f) { ...F friends(first: 1) { id } } version @skip(if: true) }"
      + " fragment F on User { id role ... on Node { id } }",
    "mutation M($i: RenameInput!) { rename(input: $i) { n: name name __typename } }",
    "subscription S { changed(id: \"\"\"a\"\"\") { id friends { name } } }",
    "{ search(text: \"\\u00e9\") { ... on Page { title(upper: false) author { ... { id } } } ... on User { id } __typename } node(id: 3) { id } }",
    "mutation { rename(input: {id: 1, name: \"n\", role: ADMIN, by: {id: \"2\"}}) { id login } }",
  ]

  @Test(
    "Valid documents and mutations of them get the same verdict",
    .enabled(if: Oracle.python != nil, "no python3 with graphql-core"))
  func verdicts() throws {
    let oracle = try Oracle(#require(Oracle.python))
    let schema = try Sample.schema()
    _ = try oracle.ask(["do": "schema", "name": "a", "text": .string(Sample.text)])
    var random = SeededGenerator(seed: 3)
    var differing: [String] = []
    for text in Self.valid
      + (0..<400).map({ _ in Self.changed(Self.valid.randomElement(using: &random) ?? "", &random) })
    {
      let answer = try oracle.ask(["do": "validate", "schema": "a", "text": .string(text)])
      let issues = schema.issues(in: text, limit: 1_000)
      let theirs = (answer["rules"]?.array ?? []).compactMap(\.string)
      let ours = Set(issues.map(\.rule.rawValue)).sorted().filter { !theirs.contains("?\($0)") }
      let expected = answer["syntax"] == .null ? theirs.filter { !$0.hasPrefix("?") } : ["syntax"]
      if ours != expected { differing.append("\(text)\n  ours: \(ours), graphql-core's: \(expected)") }
    }
    #expect(differing == [])
  }

  @Test(
    "Schemas and mutations of them get the same verdict",
    .enabled(if: Oracle.python != nil, "no python3 with graphql-core"))
  func definitions() throws {
    let oracle = try Oracle(#require(Oracle.python))
    var random = SeededGenerator(seed: 5)
    let texts = [DefinitionSample.text] + (0..<400).map { _ in DefinitionSample.changed(&random) }
    var (differing, invalid): ([String], Set<String>) = ([], [])
    for text in texts {
      let answer = try oracle.ask(["do": "definitions", "text": .string(text)])
      let expected = answer["syntax"] == .null ? (answer["rules"]?.array ?? []).compactMap(\.string) : ["syntax"]
      let ours = DefinitionSample.rules(text)
      invalid.formUnion(expected)
      // Apus leaves some of the demands on whole types to the server.
      if ours == [], expected == ["Types"] { continue }
      if ours != expected { differing.append("\(text)\n  ours: \(ours), graphql-core's: \(expected)") }
    }
    #expect(differing == [])
    #expect(invalid.count > 8, "\(invalid)")
  }

  /// Replaces one or two words with others of all texts, or omits or repeats them.
  private static func changed(_ text: String, _ random: inout SeededGenerator) -> String {
    var words = text.split(separator: " ").map(String.init)
    let others =
      valid.joined(separator: " ").split(separator: " ").map(String.init) + [
        "@nope", "$x", "[1]", "...F", "on", "null",
      ]
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let place = Int.random(in: 0..<words.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: words[place] = others.randomElement(using: &random) ?? ""
      case 1: words.insert(words[place], at: place)
      default: words.remove(at: place)
      }
    }
    return words.joined(separator: " ")
  }
}
