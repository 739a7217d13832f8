import Basics
import Networking

extension RequestBuilder {
  mutating func body() throws(SendRefusal) -> RequestConfig.Body {
    switch definition.body {
    case .none: return .none
    case .text(let kind, let text):
      return .text(try resolve(text, .body(row: nil), "body"), contentType: kind.contentType)
    case .form(let rows): return .form(try form(rows))
    case .multipart(let parts): return .multipart(try multipart(parts))
    case .file(let choices): return try file(choices)
    case .graphql(let query, let variables): return try graphQL(query, variables)
    }
  }

  private mutating func form(_ rows: [Row]) throws(SendRefusal) -> Form {
    var form = Form()
    for (index, row) in rows.enumerated() where row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) {
      let place = "form row \(index + 1), \(row.name)"
      form.append(
        try resolve(row.name, .body(row: index), place), try resolve(row.value, .body(row: index), place))
    }
    return form
  }

  private mutating func multipart(_ parts: [FormPart]) throws(SendRefusal) -> Multipart {
    var multipart = Multipart()
    for (index, part) in parts.enumerated() where part.isEnabled {
      let place = "form row \(index + 1), \(part.name)"
      let name = try resolve(part.name, .body(row: index), place)
      let written = try resolve(part.contentType, .body(row: index), place)
      let type = written.isEmpty ? nil : written
      switch part.content {
      case .text(let text):
        if name.isEmpty, text.isEmpty { continue }
        let value = try resolve(text, .body(row: index), place)
        multipart.parts.append(Multipart.Part(name, .text(value), fileName: part.fileName, contentType: type))
      case .files(let paths):
        for path in paths where !path.isEmpty {
          let full = try filePath(path, row: index, place)
          multipart.parts.append(
            Multipart.Part(name, .file(path: full.path), fileName: part.fileName ?? full.name, contentType: type))
        }
      }
    }
    return multipart
  }

  private mutating func file(_ choices: [BodyDefinition.FileChoice]) throws(SendRefusal) -> RequestConfig.Body {
    guard let index = choices.firstIndex(where: { $0.isSelected && !$0.path.isEmpty }) else { return .none }
    let path = try filePath(choices[index].path, row: index, "file \(index + 1)").path
    let type = try resolve(choices[index].contentType, .body(row: index), "file \(index + 1)")
    return .file(path, contentType: type.isEmpty ? nil : type)
  }

  /// Absolute; relative paths start from the collection. Returns also the file name to send, if it differs from the
  /// path's.
  mutating func filePath(
    _ path: String, row: Int, _ place: String, isRead: Bool = false
  ) throws(SendRefusal) -> (path: String, name: String?) {
    let resolved = try resolve(path, .body(row: row), place)
    let full = resolved.hasPrefix("/") ? resolved : FilePaths.join(context.folder, resolved)
    guard let checked = checkedFile(full, written: path, to: .server, .body(row: row), place, isRead: isRead) else {
      return (full, nil)
    }
    hasCheckedFiles = true
    let name = FilePaths.name(of: full)
    return (checked, name == FilePaths.name(of: checked) ? nil : name)
  }
}
