import Basics
import Networking
import Workspaces

/// Reads OpenAPI 3 and Swagger 2.0 documents, in JSON or YAML: a folder for each tag, a request for each operation.
package enum OpenAPIImport {
  /// - Throws: `ImportError` if the text is neither.
  package static func read(
    _ bytes: [UInt8], name: String, from origin: ImportOrigin = ImportOrigin()
  ) throws(ImportError) -> ImportedCollection {
    let document: JSONValue
    do {
      document = try ForeignText.node(bytes)
    } catch {
      throw ImportError("openapi", error.message)
    }
    let version = try Version(document)
    var loader = ReferenceLoader(document, from: origin)
    let references = loader.references()
    var context = OpenAPIContext(references, losses: loader.losses)
    let converted = version.isSwagger ? SwaggerConversion(document, references).converted(&context.losses) : document
    var origin = origin
    // A document may give its own URL (3.2).
    if origin.url == nil { origin.url = document["$self"]?.string }
    var reader = OpenAPIReader(converted, context, from: origin)
    let root = reader.root(named: name)
    let environments = reader.environments()
    return ImportedCollection(
      format: version.format, root: root, environments: environments,
      notices: OpenAPILosses(converted, reader.context).losses.notices)
  }

  static func recognizes(_ node: JSONValue) -> Bool {
    node["openapi"] != nil || (node["swagger"] != nil && node["info"] ?? node["paths"] ?? node["definitions"] != nil)
  }

  /// Whether a text that cannot be parsed looks like an OpenAPI document, so that its parse error is reported.
  static func claims(_ text: String) -> Bool {
    text.utf8.prefix(1 << 14).split(separator: 0x0A).contains { line in
      let key = String(Substring(line)).filter { $0 != "\"" && $0 != " " && $0 != "'" && $0 != "{" }
      return key.hasPrefix("swagger:2") || key.hasPrefix("openapi:3")
    }
  }

  /// The version in the document.
  private struct Version {
    let isSwagger: Bool
    let format: String

    init(_ document: JSONValue) throws(ImportError) {
      let old = document["swagger"] ?? document["swaggerVersion"]
      isSwagger = document["openapi"] == nil && old != nil
      guard let node = document["openapi"] ?? old else {
        throw ImportError("openapi", "there is no member named openapi or swagger")
      }
      let version = ForeignText.scalar(node)
      let known = isSwagger ? version == "2" || version.hasPrefix("2.") : version.hasPrefix("3.")
      guard known else {
        throw ImportError("openapi", "version \(version) is not known: OpenAPI 3.0 to 3.2 and Swagger 2.0 are")
      }
      let short = version.split(separator: ".").prefix(2).joined(separator: ".")
      format = isSwagger ? "swagger-2.0" : "openapi-" + short
    }
  }
}
