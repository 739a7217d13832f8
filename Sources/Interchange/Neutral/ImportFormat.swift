import Workspaces

/// The foreign formats that can be read, and how to tell them apart.
public enum ImportFormat: String, CaseIterable, Sendable {
  case curl, har, postman, openapi, insomnia, http, hurl, bruno, json

  /// Judged by the content alone; `nil` where it is none of them.
  public static func detect(_ bytes: [UInt8]) -> ImportFormat? {
    let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
    if CurlImport.recognizes(text) { return .curl }
    if HurlImport.recognizes(text) { return .hurl }
    if HTTPFileImport.recognizes(text) { return .http }
    if BruImport.recognizes(text) { return .bruno }
    // A text that is neither JSON nor YAML is none of the others.
    guard let node = try? ForeignText.node(bytes) else { return OpenAPIImport.claims(text) ? .openapi : nil }
    if node["log"]?["entries"] != nil || HARImport.isRequest(node) { return .har }
    if NeutralImport.recognizes(node) { return .json }
    if OpenAPIImport.recognizes(node) { return .openapi }
    if InsomniaImport.recognizes(node) { return .insomnia }
    return PostmanImport.recognizes(node) ? .postman : nil
  }

  /// Reads a text of this format.
  /// - Parameters:
  ///   - name: what the collection is called where the text does not say.
  ///   - origin: where the text comes from; only OpenAPI refers to what is beside it.
  public func read(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings = CurlImport.Surroundings(),
    from origin: ImportOrigin = ImportOrigin()
  ) throws(ImportError) -> ImportedCollection {
    var imported =
      self == .openapi
      ? try OpenAPIImport.read(bytes, name: name, from: origin)
      : try collection(bytes, name: name, surroundings: surroundings)
    imported.root = imported.root.sendable(&imported.notices)
    return imported
  }

  private func collection(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings
  ) throws(ImportError) -> ImportedCollection {
    switch self {
    case .curl: return try curl(bytes, name: name, surroundings)
    case .har: return try HARImport.read(bytes, name: name)
    case .postman: return try PostmanImport.read(bytes, name: name)
    case .openapi: return try OpenAPIImport.read(bytes, name: name)
    case .insomnia: return try InsomniaImport.read(bytes, name: name)
    case .http: return try HTTPFileImport.read(bytes, name: name)
    case .hurl: return try HurlImport.read(bytes, name: name)
    case .bruno: return try BruImport.read(bytes, name: name)
    case .json: return try NeutralImport.read(bytes, name: name)
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

extension ImportedCollection.Folder {
  /// Without requests of other kinds, which no saved request could be; GraphQL bodies make GraphQL requests.
  fileprivate func sendable(_ notices: inout [Notice]) -> ImportedCollection.Folder {
    var folder = self
    folder.items = items.compactMap { item in
      switch item {
      case .folder(let inner): return .folder(inner.sendable(&notices))
      case .request(var request, let options):
        if case .unsupported(let kind) = request.kind {
          notices.append(Notice(.warning, request.name, "a request of the kind \(kind) is left out"))
          return nil
        }
        if case .graphql = request.body { request.kind = .graphql }
        return .request(request, options: options)
      }
    }
    return folder
  }
}
