import Workspaces

/// The foreign formats that can be read, and how to tell them apart.
public enum ImportFormat: String, CaseIterable, Sendable {
  case curl, har, postman

  /// Judged by the content alone; `nil` where it is none of them.
  public static func detect(_ bytes: [UInt8]) -> ImportFormat? {
    // A text that is no JSON may still be another format.
    if let node = try? JSONNode(parsing: bytes) {
      if node["log"]?["entries"] != nil || HARImport.isRequest(node) { return .har }
      return PostmanImport.recognizes(node) ? .postman : nil
    }
    return CurlImport.recognizes(String(decoding: bytes.prefix(1 << 20), as: UTF8.self)) ? .curl : nil
  }

  /// Reads a text of this format.
  /// - Parameter name: what the collection is called where the text does not say.
  public func read(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings = CurlImport.Surroundings()
  ) throws(ImportError) -> ImportedCollection {
    switch self {
    case .curl:
      let result = CurlImport.read(String(decoding: bytes, as: UTF8.self), surroundings: surroundings)
      guard !result.requests.isEmpty else {
        throw ImportError(rawValue, result.notices.first?.description ?? "there is no curl command")
      }
      let items = result.requests.map { ImportedCollection.Item.request($0.request, options: $0.options) }
      return ImportedCollection(
        format: rawValue, root: ImportedCollection.Folder(name: name, items: items), notices: result.notices)
    case .har: return try HARImport.read(bytes, name: name)
    case .postman: return try PostmanImport.read(bytes, name: name)
    }
  }
}
