import Workspaces

/// The foreign formats that can be read, and how to tell them apart.
public enum ImportFormat: String, CaseIterable, Sendable {
  case curl, har, postman, openapi, insomnia, http, bruno

  /// Judged by the content alone; `nil` where it is none of them.
  public static func detect(_ bytes: [UInt8]) -> ImportFormat? {
    let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
    if CurlImport.recognizes(text) { return .curl }
    if HTTPFileImport.recognizes(text) { return .http }
    if BruImport.recognizes(text) { return .bruno }
    // A text that is neither JSON nor YAML is none of the others.
    guard let node = try? ForeignText.node(bytes) else { return nil }
    if node["log"]?["entries"] != nil || HARImport.isRequest(node) { return .har }
    if OpenAPIImport.recognizes(node) { return .openapi }
    if InsomniaImport.recognizes(node) { return .insomnia }
    return PostmanImport.recognizes(node) ? .postman : nil
  }

  /// Reads a text of this format.
  /// - Parameter name: what the collection is called where the text does not say.
  public func read(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings = CurlImport.Surroundings()
  ) throws(ImportError) -> ImportedCollection {
    switch self {
    case .curl: return try curl(bytes, name: name, surroundings)
    case .har: return try HARImport.read(bytes, name: name)
    case .postman: return try PostmanImport.read(bytes, name: name)
    case .openapi: return try OpenAPIImport.read(bytes, name: name)
    case .insomnia: return try InsomniaImport.read(bytes, name: name)
    case .http: return try HTTPFileImport.read(bytes, name: name)
    case .bruno: return try BruImport.read(bytes, name: name)
    }
  }

  private func curl(
    _ bytes: [UInt8], name: String, _ surroundings: CurlImport.Surroundings
  ) throws(ImportError) -> ImportedCollection {
    let result = CurlImport.read(String(decoding: bytes, as: UTF8.self), surroundings: surroundings)
    guard !result.requests.isEmpty else {
      let reason = result.notices.first { $0.severity == .error } ?? result.notices.first
      throw ImportError(rawValue, reason?.description ?? "there is no curl command")
    }
    var notices = result.savingNotices
    // The one header that a saved request sends and these commands do not; said once, however many they are.
    if let plain = result.requests.first(where: { $0.options.decompresses == false }) {
      notices.append(
        ImportNotice(
          .warning, line: plain.line,
          "without --compressed curl asks for no compression, a saved request does (Accept-Encoding)"))
    }
    let items = result.requests.map { ImportedCollection.Item.request($0.request, options: $0.options) }
    return ImportedCollection(
      format: rawValue, root: ImportedCollection.Folder(name: name, items: items), notices: notices)
  }
}
