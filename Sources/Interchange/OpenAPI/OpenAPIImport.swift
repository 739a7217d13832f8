import Networking
import Workspaces

/// Reads OpenAPI 3.0 and 3.1 documents, in JSON or YAML: a folder for each tag, a request for each operation.
public enum OpenAPIImport {
  /// - Throws: `ImportError` when the text is no OpenAPI 3 document.
  public static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let document: JSONNode
    do {
      document = try ForeignText.node(bytes)
    } catch {
      throw ImportError("openapi", error.message)
    }
    guard let version = document["openapi"].map({ PostmanReader.scalar($0) }) else {
      let isOld = document["swagger"] != nil
      throw ImportError(
        "openapi", isOld ? "this is Swagger 2: convert it to OpenAPI 3" : "there is no member named openapi")
    }
    guard version.hasPrefix("3.") else {
      throw ImportError("openapi", "version \(version) is not known: 3.0 and 3.1 are")
    }
    var reader = OpenAPIReader(document)
    let root = reader.root(named: name)
    return ImportedCollection(
      format: "openapi-" + version.split(separator: ".").prefix(2).joined(separator: "."), root: root,
      notices: reader.notices)
  }

  static func recognizes(_ node: JSONNode) -> Bool {
    node["openapi"] != nil || (node["swagger"] != nil && node["paths"] != nil)
  }
}

/// A text that may be JSON or YAML.
enum ForeignText {
  struct Failure: Error {
    var message: String
  }

  static func node(_ bytes: [UInt8]) throws(Failure) -> JSONNode {
    let first = bytes.first { $0 > 0x20 && $0 < 0x80 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      do { return try JSONNode(parsing: bytes) } catch {
        // A flow mapping of YAML starts with a brace too; the complaint about JSON says more to people.
        guard let node = try? JSONNode(yaml: bytes) else { throw Failure(message: error.description) }
        return node
      }
    }
    do { return try JSONNode(yaml: bytes) } catch { throw Failure(message: "line \(error)") }
  }
}
