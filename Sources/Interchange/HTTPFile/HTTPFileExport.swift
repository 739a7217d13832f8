import Workspaces

/// Writes `.http` files for the clients of JetBrains and Visual Studio Code.
enum HTTPFileExport {
  static let boundary = "ApusFormBoundary"

  static func write(_ collection: ImportedCollection) -> ExportedText {
    var blocks: [String] = []
    var notices: [Notice] = []
    let variables = collection.root.settings.variables.filter(\.isEnabled)
    if !variables.isEmpty { blocks.append(variables.map { "@\($0.name) = \($0.value)\n" }.joined()) }
    for (request, layers) in collection.layered {
      let exported = ExportedRequest(request, layers: layers)
      var writer = Writer(exported)
      let text = writer.text()
      blocks.append(text)
      // What cannot be read back is reported as a missing request.
      let read = try? HTTPFileImport.read(Array(text.utf8), name: "")
      notices += writer.notices + ExportCheck.notices(exported, readBack: read?.requests ?? [])
    }
    return ExportedText(text: blocks.joined(separator: "\n"), notices: notices)
  }

  private struct Writer {
    private var request: ExportedRequest
    var notices: [Notice] { request.notices }

    init(_ request: ExportedRequest) {
      self.request = request
    }

    mutating func text() -> String {
      let definition = request.definition
      var text = "### \(Self.oneLine(definition.name))\n"
      for line in definition.docs.split(separator: "\n", omittingEmptySubsequences: false)
      where !definition.docs.isEmpty {
        if !line.isEmpty { text += "# @description \(line)\n" }
      }
      if !definition.tags.isEmpty { text += "# @tag \(definition.tags.joined(separator: " "))\n" }
      if definition.settings.followRedirects == false { text += "# @no-redirect\n" }
      let isGraphQL = if case .graphql = definition.body { true } else { false }
      text += "\(isGraphQL ? "GRAPHQL" : definition.method) \(Self.oneLine(request.url))\n"
      if let login = request.login {
        let scheme = login.scheme == .digest ? "Digest" : "Basic"
        text += "Authorization: \(scheme) \(Self.oneLine("\(login.user) \(login.password)"))\n"
      }
      for header in request.enabledHeaders { text += Self.oneLine("\(header.name): \(header.value)") + "\n" }
      return text + body(definition.body)
    }

    private mutating func body(_ body: BodyDefinition) -> String {
      switch body {
      case .none: return ""
      case .text(_, let text):
        return "\n\(text)\n"
      case .form(let rows):
        let type = typeHeader("application/x-www-form-urlencoded")
        return "\(type)\n\(ExportedRequest.text(of: rows))\n"
      case .file: return request.file.map { "\n< \($0)\n" } ?? ""
      case .graphql(let query, let variables):
        let rest = variables.utf8.contains { $0 > 0x20 } ? "\n\(variables)\n" : ""
        return "\n\(query)\n\(rest)"
      case .multipart(let parts):
        let type = typeHeader("multipart/form-data; boundary=\(boundary)")
        return type + "\n" + parts.filter(\.isEnabled).map(part).joined() + "--\(boundary)--\n"
      }
    }

    private func typeHeader(_ type: String) -> String {
      let isThere = request.enabledHeaders.contains { $0.name.lowercased() == "content-type" }
      return isThere ? "" : "Content-Type: \(type)\n"
    }

    private func part(_ part: FormPart) -> String {
      let type = part.contentType.isEmpty ? "" : "Content-Type: \(part.contentType)\n"
      func head(_ fileName: String?) -> String {
        let name = fileName.map { "; filename=\"\($0)\"" } ?? ""
        return "--\(boundary)\nContent-Disposition: form-data; name=\"\(part.name)\"\(name)\n\(type)\n"
      }
      switch part.content {
      case .text(let text): return head(part.fileName) + text + "\n"
      case .files(let paths):
        return paths.filter { !$0.isEmpty }.map { path in
          let last = path.split(separator: "/").last.map(String.init) ?? path
          return head(part.fileName ?? last) + "< \(path)\n"
        }.joined()
      }
    }

    private static func oneLine(_ text: String) -> String {
      text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}

extension ImportedCollection {
  /// Every request with the settings of the folders around it, from the collection inwards.
  var layered: [(request: RequestDefinition, layers: [SharedSettings])] { Self.layered(root, above: []) }

  private static func layered(
    _ folder: Folder, above: [SharedSettings]
  ) -> [(request: RequestDefinition, layers: [SharedSettings])] {
    let layers = above + [folder.settings]
    return folder.items.flatMap { item -> [(request: RequestDefinition, layers: [SharedSettings])] in
      switch item {
      case .folder(let inner): return layered(inner, above: layers)
      case .request(let request, _):
        if request.kind.otherThanHTTP != nil { return [] }
        return [(request, layers)]
      }
    }
  }
}
