import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Each text and number of the corpora must be imported, or a notice must name its owner.
@Suite("OpenAPI documents leaf by leaf")
struct OpenAPILeafTests {
  /// Members that are interpreted rather than shown: they describe a serialization.
  private static let structure: Set<String> = [
    "openapi", "swagger", "$ref", "in", "type", "format", "style", "explode", "collectionFormat", "scheme", "flow",
    "schemes", "required", "deprecated", "basePath", "host", "consumes",
  ]
  /// Words of a notice that covers everything below a member.
  private static let spoken: [(words: String, member: String)] = [
    ("schemas become example values", "schema"), ("schemas become example values", "schemas"),
    ("schemas become example values", "definitions"), ("schemas become example values", "items"),
    ("schemas become example values", "enum"), ("schemas become example values", "pattern"),
    ("schemas become example values", "maximum"), ("schemas become example values", "minimum"),
    ("schemas become example values", "maxLength"), ("schemas become example values", "minLength"),
    ("schemas become example values", "multipleOf"), ("schemas become example values", "maxItems"),
    ("the schema of answers without an example", "responses"), ("links between answers", "links"),
    ("callbacks are", "callbacks"), ("a webhook is called", "webhooks"), ("descriptions of a login's scopes", "scopes"),
    ("further examples of the body", "examples"), ("examples of parameters other than", "examples"),
    ("a body in other formats", "content"), ("a body in other formats", "consumes"),
    ("one of several security schemes", "security"), ("one of several security schemes", "securitySchemes"),
    ("one of several security schemes", "securityDefinitions"), ("scopes of a login", "security"),
    ("a tag without requests", "tags"), ("there is no security scheme", "security"),
    ("an unused login", "securitySchemes"), ("an unused login", "securityDefinitions"),
    ("an unused part", "parameters"), ("an unused part", "responses"),
    ("an unused part", "components"), ("other values of server variables", "variables"),
    ("a sample of the whole schema", "schema"), ("the first server of the operation", "servers"),
    ("has no target", "parameters"), ("references to", "parameters"), ("references to", "paths"),
    ("a key belongs", "securityDefinitions"), ("a key belongs", "securitySchemes"),
    ("one of several bodies", "parameters"),
    ("is not supported", "securityDefinitions"), ("is not supported", "securitySchemes"),
  ]

  private struct Leaf {
    var path: [String]
    var text: String
  }

  private func leaves(_ node: JSONValue, _ path: [String], into found: inout [Leaf]) {
    switch node {
    case .string(let text) where text.utf8.count > 3: found.append(Leaf(path: path, text: text))
    case .number(let text) where text.utf8.count > 3: found.append(Leaf(path: path, text: text))
    case .array(let items):
      for (index, item) in items.enumerated() { leaves(item, path + ["\(index)"], into: &found) }
    case .object(let members):
      // The name of a body has no meaning, and a server is shown with its variables replaced.
      let isBody = node["in"]?.string == "body"
      for member in members
      where !(isBody && member.name == "name") && !(member.name == "url" && node["variables"] != nil) {
        leaves(member.value, path + [member.name], into: &found)
      }
    default: break
    }
  }

  /// All texts of the collection, and those in JSON that it contains.
  private func texts(_ imported: ImportedCollection) -> Set<String> {
    var found: [Leaf] = []
    var node = imported
    node.notices = []
    leaves(node.json, [], into: &found)
    var texts: Set<String> = []
    var index = 0
    while index < found.count {
      let text = found[index].text
      texts.insert(text.trimmingCharacters(in: .whitespacesAndNewlines))
      texts.insert(String(decoding: FormEncoding.decodePercent(text).utf8, as: UTF8.self))
      if let first = text.first, "{[\"".contains(first), let inner = try? JSONValue(parsing: text.utf8) {
        leaves(inner, [], into: &found)
      }
      index += 1
    }
    return texts
  }

  private func gone(_ document: JSONValue, _ imported: ImportedCollection) -> [String] {
    let arrived = texts(imported)
    var named: Set<String> = []
    for notice in imported.notices {
      let word = notice.message.prefix { $0 != " " }
      named.insert(String(word))
      for (words, member) in Self.spoken where notice.message.contains(words) { named.insert(member) }
    }
    let hasExtensions = imported.notices.contains { $0.message.hasPrefix("extensions are not carried over") }
    var all: [Leaf] = []
    leaves(document, [], into: &all)
    // The rest is searched for in longer texts, such as descriptions.
    let rest = all.filter { leaf in
      let text = leaf.text.trimmingCharacters(in: .whitespacesAndNewlines)
      if arrived.contains(text) || Self.structure.contains(leaf.path.last { Int($0) == nil } ?? "") { return false }
      // JSON written as a text may be imported as its value.
      if text.first == "{", let inner = try? JSONValue(parsing: text.utf8) {
        var parts: [Leaf] = []
        leaves(inner, [], into: &parts)
        if parts.allSatisfy({ arrived.contains($0.text) }) { return false }
      }
      if hasExtensions, leaf.path.contains(where: { $0.hasPrefix("x-") }) { return false }
      return named.isDisjoint(with: leaf.path)
    }
    guard !rest.isEmpty else { return [] }
    let long = arrived.joined(separator: "\n")
    return rest.filter { leaf in
      !isReplaced(leaf.path, document) && !isSpread(leaf.path, document)
    }.filter { !long.contains($0.text.trimmingCharacters(in: .whitespacesAndNewlines)) }.map {
      "/\($0.path.joined(separator: "/")): \($0.text.prefix(60))"
    }
  }

  private func node(_ path: ArraySlice<String>, of document: JSONValue) -> JSONValue? {
    var node: JSONValue? = document
    for step in path {
      if let items = node?.array {
        node = Int(step).flatMap { items.indices.contains($0) ? items[$0] : nil }
      } else {
        node = node?[step]
      }
    }
    return node
  }

  /// The document's `produces` if each operation overrides it, or there is none.
  private func isReplaced(_ path: [String], _ document: JSONValue) -> Bool {
    guard path.first == "produces", case .object(let paths) = document["paths"] ?? .null else { return false }
    let operations = paths.flatMap { path -> [JSONValue] in
      guard case .object(let members) = path.value else { return [] }
      return members.filter { OpenAPIReader.methods.contains($0.name) }.map(\.value)
    }
    return operations.allSatisfy { $0["produces"] != nil }
  }

  /// The name of an object in a query that is sent as one row per property, each with its own name.
  private func isSpread(_ path: [String], _ document: JSONValue) -> Bool {
    guard path.last == "name", let parameter = node(path.dropLast(), of: document),
      parameter["in"]?.string == "query", parameter["style"] == nil, parameter["explode"] == nil,
      let reference = parameter["schema"]?["$ref"]?.string, reference.hasPrefix("#/")
    else { return false }
    let steps = reference.split(separator: "/").dropFirst().map { String($0) }
    let schema = node(steps[...], of: document)
    return schema?["properties"] != nil
  }

  @Test(
    "No part of any document is lost silently", .corpora("openapi", "swagger2"),
    arguments: ["openapi", "swagger2"])
  func corpus(_ corpus: String) throws {
    let files = try Corpora.files(corpus, extensions: ["json", "yaml", "yml"])
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      // Other tests cover invalid documents.
      guard let imported = try? OpenAPIImport.read(bytes, name: "x") else { continue }
      let document = file.hasSuffix("json") ? try JSONValue(parsing: bytes) : try JSONValue(yaml: bytes)
      let gone = gone(document, imported)
      #expect(gone.isEmpty, "\(file) \(gone.count)\n\(gone.prefix(5).joined(separator: "\n"))")
    }
  }

  @Test("The comparison finds what an import drops silently")
  func finds() throws {
    let text = """
      {"openapi": "3.1.0", "info": {"title": "Title", "version": "1.0.0"}, "paths": {"/a": {"get": {"summary": "Words"}}}}
      """
    let document = try JSONValue(parsing: text.utf8)
    var imported = try OpenAPIImport.read(Array(text.utf8), name: "x")
    #expect(gone(document, imported).isEmpty)
    imported.root.items = []
    #expect(gone(document, imported) == ["/paths//a/get/summary: Words"])
  }
}
