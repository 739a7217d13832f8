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
      environments: reader.environments, notices: reader.notices + OpenAPILosses(document, reader.references).notices)
  }

  static func recognizes(_ node: JSONNode) -> Bool {
    node["openapi"] != nil || (node["swagger"] != nil && node["paths"] != nil)
  }
}
