import Basics
import Networking
import Workspaces

/// The foreign formats that can be read, and their detection.
package enum ImportFormat: String, CaseIterable, Sendable {
  case curl, grpcurl, har, postman, openapi, insomnia, http, hurl, bruno, json

  /// Detects the format by content, and by the file's extension if the content is ambiguous; `nil` if it is none.
  /// - Parameter path: the file, if there is one.
  package static func detect(_ bytes: [UInt8], path: String = "") -> ImportFormat? {
    let bytes = ForeignText.plain(bytes)
    let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
    if let format = byEnding(of: path, text) { return format }
    if CurlImport.opens(text) { return .curl }
    if GRPCurlImport.opens(text) { return .grpcurl }
    if HurlImport.recognizes(text) { return .hurl }
    if HTTPFileImport.recognizes(text) { return .http }
    if BruImport.recognizes(text) { return .bruno }
    if let format = structured(bytes, text) { return format }
    // A command anywhere in a script; in JSON and YAML it would be a sample.
    return CurlImport.recognizes(text) ? .curl : nil
  }

  /// The content of hand-written request files also matches other formats: commands, answers, JSON.
  private static func byEnding(of path: String, _ text: String) -> ImportFormat? {
    switch path.split(separator: ".").last?.lowercased() {
    case "hurl" where HurlImport.holdsRequest(text): .hurl
    case "http" where HTTPFileImport.holdsRequest(text), "rest" where HTTPFileImport.holdsRequest(text): .http
    case "bru" where BruImport.recognizes(text): .bruno
    default: nil
    }
  }

  /// Formats based on JSON or YAML.
  private static func structured(_ bytes: [UInt8], _ text: String) -> ImportFormat? {
    // A text that is neither is not one of the others either.
    guard let node = try? ForeignText.node(bytes) else { return OpenAPIImport.claims(text) ? .openapi : nil }
    if node["log"]?["entries"] != nil || HARImport.isRequest(node) { return .har }
    if NeutralImport.recognizes(node) { return .json }
    if OpenAPIImport.recognizes(node) { return .openapi }
    if InsomniaImport.recognizes(node) { return .insomnia }
    return PostmanImport.recognizes(node) ? .postman : nil
  }

  /// Why a text that should be JSON or YAML, by its beginning or its file's name, cannot be read as that: no format is
  /// recognized in it then. `nil` for any other.
  package static func obstacle(in bytes: [UInt8], path: String = "") -> String? {
    let first = ForeignText.plain(bytes).first { $0 > 0x20 && $0 < 0x80 }
    let isNamed = ["json", "yaml", "yml"].contains(path.split(separator: ".").last?.lowercased())
    guard isNamed || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    do { _ = try ForeignText.node(bytes) } catch { return error.message }
    return nil
  }

  /// Reads a text of this format.
  /// - Parameters:
  ///   - name: the name of the collection if the text has none.
  ///   - origin: the source of the text; only OpenAPI refers to other files.
  package func read(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings = CurlImport.Surroundings(),
    from origin: ImportOrigin = ImportOrigin()
  ) throws(ImportError) -> ImportedCollection {
    let plain = ForeignText.plain(bytes)
    var imported =
      self == .openapi
      ? try OpenAPIImport.read(plain, name: name, from: origin)
      : try ungrouped(plain, name: name, surroundings: surroundings)
    imported.root = imported.root.sendable(&imported.notices)
    imported.notices = imported.notices.grouped
    return imported
  }

  /// With every notice separately, which is too much for people.
  func ungrouped(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings = CurlImport.Surroundings()
  ) throws(ImportError) -> ImportedCollection {
    switch self {
    case .curl: return try curl(bytes, name: name, surroundings)
    case .grpcurl: return try calls(bytes, name: name)
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

  private func calls(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let result = GRPCurlImport.read(String(decoding: bytes, as: UTF8.self))
    guard !result.requests.isEmpty else {
      throw ImportError(rawValue, result.notices.first?.description ?? "there is no grpcurl command")
    }
    let items = result.requests.map { ImportedCollection.Item.request($0, options: TransferOptions()) }
    return ImportedCollection(
      format: rawValue, root: ImportedCollection.Folder(name: name, items: items), notices: result.notices)
  }

  private func curl(
    _ bytes: [UInt8], name: String, _ surroundings: CurlImport.Surroundings
  ) throws(ImportError) -> ImportedCollection {
    let result = CurlImport.read(String(decoding: bytes, as: UTF8.self), surroundings: surroundings)
    guard !result.requests.isEmpty else {
      let reason = result.notices.first { $0.severity == .error } ?? result.notices.first
      throw ImportError(rawValue, reason?.description ?? "there is no curl command")
    }
    let (items, notices) = result.imported
    return ImportedCollection(
      format: rawValue, root: ImportedCollection.Folder(name: name, items: items), notices: notices)
  }
}

extension ImportedCollection.Folder {
  /// Without requests of unsupported kinds, which cannot be saved; GraphQL bodies give GraphQL requests.
  fileprivate func sendable(_ notices: inout [Notice]) -> ImportedCollection.Folder {
    var folder = self
    folder.items = items.compactMap { item in
      switch item {
      case .folder(let inner): return .folder(inner.sendable(&notices))
      case .request(var request, let options):
        if case .unsupported(let kind) = request.kind {
          notices.append(Notice(.warning, request.name, "a request of another kind is left out: \(kind)"))
          return nil
        }
        if case .graphql = request.body { request.kind = .graphql }
        return .request(request, options: options)
      }
    }
    return folder
  }
}
