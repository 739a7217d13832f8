import Basics
import HTTPModel
package import Workspaces

/// The supported foreign formats and their detection.
package enum ImportFormat: String, CaseIterable, Sendable {
  case curl, grpcurl, har, postman, openapi, insomnia, http, hurl, bruno, json

  /// Detects the format by content, or by the file's extension if the content is ambiguous; `nil` if it is unknown.
  /// - Parameter path: the path of the file, if any.
  package static func detect(_ bytes: [UInt8], path: String = "") -> ImportFormat? {
    let bytes = ByteOrderMark.removed(from: bytes)
    let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
    if HTTPFileEnvironments.isName(path) { return .http }
    if let format = byEnding(of: path, text) { return format }
    if CurlImport.opens(text) { return .curl }
    if GRPCurlImport.opens(text) { return .grpcurl }
    if HurlImport.recognizes(text) { return .hurl }
    if HTTPFileImport.recognizes(text) { return .http }
    if BruImport.recognizes(text) { return .bruno }
    if let format = structured(bytes, text) { return format }
    // A script may contain a command anywhere; in JSON and YAML it would only be a sample.
    return CurlImport.recognizes(text) ? .curl : nil
  }

  /// Detects hand-written request files by extension: their content also matches other formats.
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
    // A text that is neither JSON nor YAML has no other structured format.
    guard let node = try? ForeignText.node(bytes) else { return OpenAPIImport.claims(text) ? .openapi : nil }
    if node["log"]?["entries"] != nil || HARImport.isRequest(node) { return .har }
    if NeutralImport.recognizes(node) { return .json }
    if node[HTTPFileEnvironments.setting] != nil { return .http }
    if OpenAPIImport.recognizes(node) { return .openapi }
    if InsomniaImport.recognizes(node) { return .insomnia }
    return PostmanImport.recognizes(node) ? .postman : nil
  }

  /// The reason why a text that should be JSON or YAML, by its beginning or its file's name, cannot be parsed, so that
  /// no format is detected; `nil` for any other text.
  package static func obstacle(in bytes: [UInt8], path: String = "") -> String? {
    let first = ByteOrderMark.removed(from: bytes).first { $0 > 0x20 && $0 < 0x80 }
    let isNamed = ["json", "yaml", "yml"].contains(path.split(separator: ".").last?.lowercased())
    guard isNamed || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    do { _ = try ForeignText.node(bytes) } catch { return error.message }
    return nil
  }

  /// Reads a text of this format.
  /// - Parameters:
  ///   - name: the name of the collection if the text has none.
  ///   - origin: the source of the text, for formats that refer to other files.
  package func read(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings = CurlImport.Surroundings(),
    from origin: ImportOrigin = ImportOrigin()
  ) throws(ImportError) -> ImportedCollection {
    let plain = ByteOrderMark.removed(from: bytes)
    var imported = try ungrouped(plain, name: name, surroundings: surroundings, from: origin)
    imported.root = imported.root.sendable(&imported.notices)
    if self == .postman || self == .insomnia { imported.notices += imported.unknownDynamicNotices }
    for index in imported.environments.indices {
      imported.environments[index].name = RequestName.oneLine(imported.environments[index].name)
    }
    imported.notices = imported.notices.grouped
    if [.postman, .insomnia, .http].contains(self) { imported.notices += imported.scriptNotices }
    return imported
  }

  /// The same with every notice separate, which is too verbose for people.
  func ungrouped(
    _ bytes: [UInt8], name: String, surroundings: CurlImport.Surroundings = CurlImport.Surroundings(),
    from origin: ImportOrigin = ImportOrigin()
  ) throws(ImportError) -> ImportedCollection {
    switch self {
    case .curl: return try curl(bytes, name: name, surroundings)
    case .grpcurl: return try calls(bytes, name: name)
    case .har: return try HARImport.read(bytes, name: name)
    case .postman: return try PostmanImport.read(bytes, name: name)
    case .openapi: return try OpenAPIImport.read(bytes, name: name, from: origin)
    case .insomnia: return try InsomniaImport.read(bytes, name: name)
    case .http: return try HTTPFileImport.read(bytes, name: name, from: origin)
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
  /// The folder without requests of unsupported kinds, which cannot be saved. GraphQL bodies give GraphQL requests, and
  /// all names are on one line.
  fileprivate func sendable(_ notices: inout [Notice]) -> ImportedCollection.Folder {
    var folder = self
    folder.name = RequestName.oneLine(name)
    folder.items = items.compactMap { item in
      switch item {
      case .folder(let inner): return .folder(inner.sendable(&notices))
      case .request(var request, let options):
        if case .unsupported(let kind) = request.kind {
          notices.warn(request.name, "a request of another kind is left out: \(kind)")
          return nil
        }
        if case .graphql = request.body { request.kind = .graphql }
        request.name = RequestName.oneLine(request.name)
        return .request(request, options: options)
      }
    }
    return folder
  }
}

extension ImportedCollection {
  /// One notice about all scripts.
  package var scriptNotices: [Notice] {
    let count = root.scriptCount
    if count == 0 { return [] }
    let words = count == 1 ? "1 script; it runs once allowed" : "\(count) scripts; they run once allowed"
    return [Notice(.warning, root.name, words)]
  }

  /// Notices of dynamic variables that Apus does not support: requests with them are rejected when they are sent.
  var unknownDynamicNotices: [Notice] {
    requests.flatMap { request -> [Notice] in
      let texts = (request.importedTexts + request.params.map(\.row.value)).filter { $0.utf8.holds("{{$") }
      let names = ShellVariables.names(in: texts).filter { name in
        name.hasPrefix("$") && !DynamicValues.knows(String(name.dropFirst()))
      }
      return names.sorted().map {
        Notice(.warning, request.name, "an unknown dynamic variable is refused when sent: \($0)")
      }
    }
  }
}
