import Workspaces

/// Writes `.http` files for the clients of JetBrains and Visual Studio Code.
enum HTTPFileExport {
  static func write(_ collection: ImportedCollection) -> ExportedText {
    var blocks = ExportBlocks()
    for place in collection.places {
      var writer = Writer(request: ExportedRequest(place))
      let text = writer.text()
      // A text that cannot be parsed counts as having no request.
      let read = try? HTTPFileImport.read(Array(text.utf8), name: "")
      blocks.add(text, of: writer.request, readBack: read)
    }
    var notices: [Notice] = []
    var written = blocks.text(below: variables(of: collection, reporting: &notices))
    written.notices = notices + written.notices
    return written
  }

  /// The variables that survive a round trip; the others are reported.
  private static func variables(of collection: ImportedCollection, reporting notices: inout [Notice]) -> String {
    var text = ""
    for row in collection.root.settings.variables where row.isEnabled {
      let line = "@\(row.name) = \(HTTPFileValues.foreign(row.value))\n"
      let read = HTTPFileReader.variables(in: line)
      if read == [Row(row.name, row.value)] {
        text += line
      } else {
        notices.warn(collection.root.name, "the variable would be read back differently and is left out: \(row.name)")
      }
    }
    return text
  }

  private struct Writer {
    var request: ExportedRequest

    mutating func text() -> String {
      let definition = request.definition
      var text = "### \(Self.oneLine(definition.name))\n"
      if !definition.docs.isEmpty {
        for line in definition.docs.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
          text += line.isEmpty ? "# @description\n" : "# @description \(line)\n"
        }
      }
      if !definition.tags.isEmpty { text += "# @tag \(Self.oneLine(definition.tags.joined(separator: " ")))\n" }
      text += settings(definition.settings)
      // Code is written as it is: templates in it mean nothing.
      let before = scripts(of: "before-request")
      let preamble = HTTPFileValues.foreign(text)
      text = ""
      let isGraphQL = if case .graphql = definition.body { true } else { false }
      // The line GRAPHQL implies POST.
      let isPost = definition.method == "POST"
      text += "\(isGraphQL && isPost ? "GRAPHQL" : definition.method) \(Self.oneLine(request.url))\n"
      if isGraphQL, !isPost { text += "X-Request-Type: GraphQL\n" }
      text += login
      for header in request.enabledHeaders where !isReplaced(header) {
        text += Self.oneLine("\(header.name): \(header.value)") + "\n"
      }
      let after = scripts(of: "after-response")
      text = HTTPFileValues.foreign(text + body(definition.body))
      return preamble + before + text + (after.isEmpty ? "" : "\n" + after)
    }

    private func scripts(of phase: String) -> String {
      request.definition.scripts.filter { $0.phase == phase }.compactMap(HTTPFileScript.text).joined()
    }

    /// Empty for a login whose words would be ambiguous.
    private var login: String {
      guard let login = request.login else { return "" }
      let word = login.scheme == .digest ? "Digest" : "Basic"
      let value = "\(word) \(login.user) \(login.password)"
      guard case .login(let read) = HTTPFileLogin(value), read["username"] == login.user,
        read["password"] == login.password
      else { return "" }
      return "Authorization: \(Self.oneLine(value))\n"
    }

    private func settings(_ settings: RequestSettings) -> String {
      var text = ""
      if settings.followRedirects == false { text += "# @no-redirect\n" }
      if let timeout = settings.timeout, timeout > 0, timeout.isFinite { text += "# @timeout \(timeout) ms\n" }
      if settings.cookies == .off { text += "# @no-cookie-jar\n" }
      if settings.history == .off { text += "# @no-log\n" }
      return text
    }

    /// True for the type of a multipart body, which is written with the boundary used here.
    private func isReplaced(_ header: Row) -> Bool {
      guard request.definition.body.kind == .multipart else { return false }
      return header.name.lowercased() == "content-type" && header.value.lowercased().hasPrefix("multipart/form-data")
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
      case .multipart(let parts): return multipart(parts.filter(\.isEnabled))
      }
    }

    private func typeHeader(_ type: String) -> String {
      let isThere = request.enabledHeaders.contains { $0.name.lowercased() == "content-type" && !isReplaced($0) }
      return isThere ? "" : "Content-Type: \(type)\n"
    }

    private func multipart(_ parts: [FormPart]) -> String {
      let contents = parts.flatMap(sections)
      // No part may contain the boundary.
      var boundary = "ApusFormBoundary"
      var number = 2
      while contents.contains(where: { $0.contains(boundary) }) {
        boundary = "ApusFormBoundary\(number)"
        number += 1
      }
      let type = typeHeader("multipart/form-data; boundary=\(boundary)")
      return type + "\n" + contents.map { "--\(boundary)\n\($0)" }.joined() + "--\(boundary)--\n"
    }

    /// The header and the content of a part, once for each file.
    private func sections(_ part: FormPart) -> [String] {
      let type = part.contentType.isEmpty ? "" : "Content-Type: \(part.contentType)\n"
      func head(_ fileName: String?) -> String {
        let name = fileName.map { "; filename=\"\($0)\"" } ?? ""
        return "Content-Disposition: form-data; name=\"\(part.name)\"\(name)\n\(type)\n"
      }
      switch part.content {
      case .text(let text): return [head(part.fileName) + text + "\n"]
      case .files(let paths):
        return paths.filter { !$0.isEmpty }.map { path in
          let last = path.split(separator: "/").last.map(String.init) ?? path
          return head(part.fileName ?? last) + "< \(path)\n"
        }
      }
    }

    private static func oneLine(_ text: String) -> String {
      text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
