import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Every value of a foreign file must be imported, or a notice must give its location and name.
@Suite("No part of a foreign file is lost silently")
struct LeavesTests {
  private struct Leaf {
    var path: [String]
    var text: String

    var pointer: String { path.map { "/" + $0 }.joined() }
  }

  /// Members that only matter to the originating program, or repeat others.
  private static let ignored: [ImportFormat: Set<String>] = [
    .postman: [
      "_postman_id", "_exporter_id", "_collection_link", "id", "uid", "uuid", "schema", "type", "mode", "listen",
      "language", "_postman_previewlanguage", "_postman_variable_scope", "_postman_exported_at",
      "_postman_exported_using", "protocol", "host", "port", "path", "in",
      "timestamp",
    ],
    .insomnia: [
      "_id", "parentId", "_type", "__export_format", "__export_date", "__export_source", "modified", "created",
      "schema_version",
      "metaSortKey", "id", "sortKey", "type", "environmentPropertyOrder", "dataPropertyOrder", "scope", "mimeType",
    ],
    .har: ["headersSize", "bodySize", "size", "httpVersion", "version", "mimeType"],
  ]

  private static func leaves(_ node: JSONValue, _ path: [String] = []) -> [Leaf] {
    switch node {
    case .object(let members): members.flatMap { leaves($0.value, path + [$0.name]) }
    case .array(let items): items.enumerated().flatMap { leaves($0.element, path + ["\($0.offset)"]) }
    case .string(let text): text.isEmpty ? [] : [Leaf(path: path, text: text)]
    case .number(let digits): [Leaf(path: path, text: digits)]
    case .null, .bool: []
    }
  }

  /// The text without blanks, and with variables in our syntax, so that texts can be searched in each other.
  private static func plain(_ text: String) -> String {
    text.filter { !$0.isWhitespace }.replacing("{{_.", with: "{{")
  }

  /// All imported text, with and without percent escapes.
  private static func content(_ imported: ImportedCollection) -> String {
    var imported = imported
    imported.notices = []
    let all = plain(leaves(imported.json).map(\.text).joined(separator: "\n"))
    return all + (all.removingPercentEncoding ?? "")
  }

  private static func words(_ text: String) -> [String] {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }

  private static func isNamed(_ leaf: Leaf, _ notices: [Workspaces.Notice]) -> Bool {
    notices.contains { notice in
      let isHere = !notice.location.hasPrefix("/") || leaf.pointer.hasPrefix(notice.location)
      let words = words(notice.message)
      let keys = leaf.path.filter { Int($0) == nil }
      return isHere && keys.contains { key in words.contains { $0.hasPrefix(key) } }
        || plain(notice.description).utf8.holds(plain(leaf.text))
    }
  }

  @Test(
    "Each leaf of each Postman, Insomnia and HAR file is imported or reported",
    .corpora("postman", "insomnia", "har/requests"),
    arguments: [
      (ImportFormat.postman, "postman", Set(["json"])), (.insomnia, "insomnia", Set(["json", "yaml"])),
      (.har, "har/requests", Set(["json"])),
    ])
  func leaves(format: ImportFormat, folder: String, endings: Set<String>) throws {
    var (count, named) = (0, 0)
    for file in try Corpora.files(folder, extensions: endings) {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      guard let imported = try? Self.read(bytes, format), let node = try? ForeignText.node(bytes) else { continue }
      let content = Self.content(imported)
      for leaf in Self.leaves(node) {
        let keys = leaf.path.filter { Int($0) == nil }
        if let last = keys.last, Self.ignored[format]?.contains(last) == true { continue }
        // The parts of a URL that is also stored as text.
        if keys.contains("host") || keys.contains("path") || Self.isImplied(leaf) { continue }
        count += 1
        if content.utf8.holds(Self.plain(leaf.text)) { continue }
        named += 1
        #expect(Self.isNamed(leaf, imported.notices), "\(file) \(leaf.pointer): \(leaf.text.prefix(80))")
      }
    }
    #expect(count > 0)
    Notice.show("\(folder): \(count) leaves, \(named) of them named in a notice")
  }

  /// Leaves represented without their text: the base environment is the collection, a form implies its type, `global`
  /// is the default, and the creator of an archive is not part of it.
  private static func isImplied(_ leaf: Leaf) -> Bool {
    if leaf.path.contains("auth"), leaf.path.last == "key" { return true }
    // The position of a token in Postman's terms, the name that its window shows, and the only supported PKCE method.
    let words = ["header", "queryParams", "Access token", "S256"]
    if leaf.path.contains("oauth2"), words.contains(leaf.text) { return true }
    if leaf.path == ["environments", "name"] || leaf.path == ["log", "creator", "name"] { return true }
    let isFormType = ["content-type", "multipart/form-data"].contains(leaf.text.lowercased())
    return isFormType || ["Base Environment", "Default Jar", "global"].contains(leaf.text)
  }

  /// All notices separately, which would be too verbose for people.
  private static func read(_ bytes: [UInt8], _ format: ImportFormat) throws -> ImportedCollection {
    switch format {
    case .postman: try PostmanImport.read(bytes, name: "x")
    case .insomnia: try InsomniaImport.read(bytes, name: "x")
    default: try HARImport.read(bytes, name: "x")
    }
  }
}
