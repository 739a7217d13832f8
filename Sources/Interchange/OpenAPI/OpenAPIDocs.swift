import Basics
import Workspaces

/// The descriptions of a document, collected as the documentation of a collection or a request.
enum OpenAPIDocs {
  static func collection(_ document: JSONValue) -> String {
    let info = document["info"]
    func named(_ node: JSONValue?) -> String? {
      let words = [node?["name"], node?["identifier"], node?["email"], node?["url"]].compactMap { $0?.string }
      return words.isEmpty ? nil : words.joined(separator: ", ")
    }
    return joined([
      info?["summary"]?.string, info?["description"]?.string,
      info?["version"].map { "Version: \(ForeignText.scalar($0))" },
      named(info?["contact"]).map { "Contact: \($0)" }, named(info?["license"]).map { "License: \($0)" },
      info?["termsOfService"]?.string.map { "Terms: \($0)" }, more(document),
    ])
  }

  static func operation(_ operation: JSONValue, in item: JSONValue, _ references: JSONReferences) -> String {
    // The request's title is one of the two; the other goes into the documentation.
    let isNamed = operation["summary"]?.string?.utf8.contains { $0 > 0x20 } ?? false
    let body = references.resolved(operation["requestBody"] ?? .null)
    return joined([
      operation["description"]?.string, item["summary"]?.string, item["description"]?.string,
      isNamed ? operation["operationId"]?.string.map { "operationId: \($0)" } : nil,
      body["description"]?.string.map { "Body: \($0)" },
      operation["deprecated"]?.bool == true ? "Deprecated." : nil, more(operation),
    ])
  }

  static func tag(_ tag: JSONValue) -> String { joined([tag["description"]?.string, more(tag)]) }

  /// The description of a parameter or header.
  static func parameter(_ node: JSONValue) -> String {
    let isOld = node["deprecated"]?.bool == true
    return [node["description"]?.string, isOld ? "Deprecated." : nil].compactMap(\.self).joined(separator: " ")
  }

  private static func more(_ node: JSONValue) -> String? {
    guard let docs = node["externalDocs"] else { return nil }
    return joined([docs["description"]?.string, docs["url"]?.string.map { "See \($0)" }])
  }

  private static func joined(_ parts: [String?]) -> String {
    parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}
