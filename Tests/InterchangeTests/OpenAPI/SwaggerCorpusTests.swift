import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

@Suite("The corpus of Swagger 2.0 documents")
struct SwaggerCorpusTests {
  private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch"]

  /// Counted with Foundation's JSON parser.
  private func operations(json bytes: [UInt8]) throws -> Int {
    typealias Object = [String: NSObject]
    let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? Object ?? [:]
    let paths = (document["paths"] as? Object ?? [:]).values.compactMap { $0 as? Object }
    return paths.reduce(0) { sum, item in
      sum + item.count { Self.methods.contains($0.key) && $0.value is Object }
    }
  }

  /// Counted line by line: the members of the members of `paths`, by indentation.
  private func operations(yaml text: String) -> Int {
    var (isInPaths, pathIndent, methodIndent, path) = (false, -1, -1, "")
    var counts: [String: Int] = [:]
    /// Paths that refer to another path.
    var like: [String] = []
    // Some documents are indented as a whole.
    var root = -1
    for line in text.split(whereSeparator: \.isNewline) {
      let indent = line.prefix { $0 == " " }.count
      let words = line.dropFirst(indent)
      if words.isEmpty || words.hasPrefix("#") || words.hasPrefix("---") { continue }
      if root < 0 { root = indent }
      if indent <= root {
        isInPaths = words.hasPrefix("paths:") || words.hasPrefix("\"paths\":")
        (pathIndent, methodIndent) = (-1, -1)
        continue
      }
      guard isInPaths else { continue }
      if pathIndent < 0 { pathIndent = indent }
      if indent <= pathIndent {
        methodIndent = -1
        path = String(words.prefix { $0 != ":" })
        continue
      }
      if methodIndent < 0 { methodIndent = indent }
      let key = words.prefix { $0 != ":" }.filter { $0 != "\"" && $0 != "'" }
      if indent == methodIndent, Self.methods.contains(String(key)) { counts[path, default: 0] += 1 }
      if indent == methodIndent, key == "$ref", let name = words.split(separator: "~1").last {
        like.append("/" + name.filter { $0 != "\"" && $0 != "'" })
      }
    }
    return counts.values.reduce(0, +) + like.reduce(0) { $0 + (counts[$1] ?? 0) }
  }

  /// Documents that a YAML parser must reject: a key is repeated.
  private func isBroken(_ bytes: [UInt8]) -> Bool { (try? JSONValue(yaml: bytes)) == nil }

  @Test(
    "Every document is imported with all its operations, and an invalid one reports the location of the fault",
    .corpora("swagger2"))
  func corpus() throws {
    let files = try Corpora.files("swagger2", extensions: ["json", "yaml", "yml"])
    var (read, broken, total, requests) = (0, 0, 0, 0)
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(ImportFormat.detect(bytes) == .openapi, "\(file)")
      let isJSON = file.hasSuffix("json")
      do {
        let imported = try OpenAPIImport.read(bytes, name: "x")
        let wanted = isJSON ? try operations(json: bytes) : operations(yaml: String(decoding: bytes, as: UTF8.self))
        #expect(imported.requests.count == wanted, "\(file)")
        #expect(imported.format == "swagger-2.0")
        for request in imported.requests {
          #expect(request.url.hasPrefix("{{baseUrl}}/"), "\(file) \(request.url)")
          #expect(!request.name.isEmpty)
        }
        let base = imported.root.settings.variables.first?.value ?? "-"
        #expect(base.isEmpty || base.hasPrefix("/") ? !base.hasSuffix("/") : base.contains("://"), "\(file) \(base)")
        read += 1
        total += wanted
        requests += imported.requests.count
      } catch let error as ImportError {
        #expect(!isJSON && isBroken(bytes) && error.message.hasPrefix("line "), "\(file) \(error)")
        broken += 1
      }
    }
    Notice.show("swagger2: \(read)/\(files.count) read, \(broken) broken; \(requests) of \(total) operations")
    #expect(read >= 300 && total > 1_000)
  }
}
