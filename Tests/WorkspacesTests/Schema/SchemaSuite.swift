import Basics
import Foundation
import TestSupport
import Testing

@testable import Workspaces

/// One file of the official test suite of JSON Schema.
struct SchemaSuite: CustomTestStringConvertible {
  static let drafts = ["draft7", "draft2020-12"]

  /// `draft7/ref.json`
  let name: String
  private let path: String

  var testDescription: String { name }
  var isOptional: Bool { name.contains("/optional/") }
  /// Indicates whether it concerns `format`, which is an annotation here.
  var isAboutFormats: Bool { name.contains("/format/") || name.hasSuffix("/format-assertion.json") }

  /// None without the corpus, in which case the tests that read them are skipped.
  static let files: [SchemaSuite] = {
    guard let root = try? Corpora.folder("json-schema") else { return [] }
    let files = (try? Corpora.files("json-schema", extensions: ["json"])) ?? []
    return files.compactMap { path in
      let name = String(path.dropFirst("\(root)/tests/".count))
      let isTest = path.hasPrefix("\(root)/tests/") && drafts.contains { name.hasPrefix("\($0)/") }
      return isTest ? SchemaSuite(name: name, path: path) : nil
    }
  }()

  /// The number of verdicts, a line for each that differs from the suite, and the number of valid values among these
  /// that are rejected.
  func judged() throws -> (count: Int, wrong: [String], refused: Int) {
    let groups = try JSONValue(parsing: Data(contentsOf: URL(fileURLWithPath: path))).array ?? []
    var (count, refused) = (0, 0)
    var wrong: [String] = []
    for group in groups {
      let compiled = Result { try Self.compiled(group["schema"] ?? .null, isOlder: name.hasPrefix("draft7")) }
      for test in group["tests"]?.array ?? [] {
        count += 1
        let verdict = Result { try compiled.get().problems(in: test["data"] ?? .null) }
        let words = "\(group["description"]?.string ?? "") | \(test["description"]?.string ?? "")"
        switch verdict {
        case .success(let problems):
          if problems.isEmpty != test["valid"]?.bool {
            refused += problems.isEmpty ? 0 : 1
            wrong.append("\(words): \(problems.map { $0.words() })")
          }
        case .failure(let fault):
          refused += test["valid"]?.bool == true ? 1 : 0
          wrong.append("\(words): \(fault)")
        }
      }
    }
    return (count, wrong, refused)
  }

  private static func compiled(_ schema: JSONValue, isOlder: Bool) throws -> JSONSchema {
    try JSONSchema(schema, at: "", usual: isOlder ? .draft7 : .draft2020, isOurs: false, load: remote)
  }

  /// The remotes of the suite are files; nothing is fetched.
  private static func remote(_ address: String) throws(SchemaFault) -> JSONValue? {
    let prefix = "http://localhost:1234/"
    guard address.hasPrefix(prefix), let root = try? Corpora.folder("json-schema"),
      let data = FileManager.default.contents(atPath: "\(root)/remotes/\(address.dropFirst(prefix.count))")
    else { throw .remote(reference: address, place: "") }
    return try? JSONValue(parsing: data)
  }
}
