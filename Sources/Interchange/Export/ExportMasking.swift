import Networking
import Workspaces

extension ImportedCollection {
  /// The same collection without literal secrets; the name of a variable reveals nothing.
  var masked: ImportedCollection {
    var copy = self
    copy.root = Self.masked(root)
    for index in copy.environments.indices {
      copy.environments[index].variables = environments[index].variables.map { variable in
        var variable = variable
        variable.row = variable.isSecret ? variable.row : variable.row.maskedVariable
        return variable
      }
    }
    return copy
  }

  private static func masked(_ folder: Folder) -> Folder {
    var folder = folder
    folder.settings.headers = folder.settings.headers.map(\.maskedHeader)
    folder.settings.authentication = folder.settings.authentication.masked
    folder.settings.variables = folder.settings.variables.map(\.maskedVariable)
    folder.settings.certificates = folder.settings.certificates.map { certificate in
      var copy = certificate
      copy.passphrase = Literal.masked(copy.passphrase)
      return copy
    }
    if var proxy = folder.settings.proxy {
      proxy.password = Literal.masked(proxy.password)
      folder.settings.proxy = proxy
    }
    folder.items = folder.items.map { item in
      switch item {
      case .folder(let inner): .folder(masked(inner))
      case .request(let request, let options): .request(request.masked, options: options)
      }
    }
    return folder
  }
}

/// A literal value in a file.
private enum Literal {
  /// A reference to a variable reveals nothing.
  static func masked(_ value: String) -> String {
    value.isEmpty || value.contains("{{") ? value : Redaction.standard.mask
  }
}

extension RequestDefinition {
  fileprivate var masked: RequestDefinition {
    var copy = self
    copy.url = Self.masked(url: url)
    copy.params = params.map { Parameter($0.place, $0.row.maskedParameter) }
    copy.headers = headers.map(\.maskedHeader)
    copy.body = body.masked
    copy.authentication = authentication.masked
    copy.variables = variables.map(\.maskedVariable)
    for index in examples.indices {
      let type = examples[index].answer.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
      copy.examples[index].url = Self.masked(url: examples[index].url)
      copy.examples[index].params = examples[index].params.map { Parameter($0.place, $0.row.maskedParameter) }
      copy.examples[index].headers = examples[index].headers.map(\.maskedHeader)
      copy.examples[index].body = examples[index].body.masked
      copy.examples[index].answer.headers = examples[index].answer.headers.map(\.maskedHeader)
      copy.examples[index].answer.body = BodyDefinition.masked(examples[index].answer.body, type: type)
    }
    return copy
  }

  /// Row by row: a variable in one row does not expose the others.
  private static func masked(url: String) -> String {
    guard url.contains("{{") else { return Redaction.standard.masked(url: url) }
    guard let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) else { return url }
    let (query, rest) = url[url.utf8.index(after: mark)...].cut(at: "#")
    return url[...mark] + maskedRows(query) + rest
  }

  fileprivate static func maskedRows(_ form: Substring) -> String {
    let rows = form.split(separator: "&", omittingEmptySubsequences: false).map { row in
      row.contains("{{") ? String(row) : Redaction.standard.masked(form: String(row))
    }
    return rows.joined(separator: "&")
  }
}

extension Substring {
  /// The text before the mark, and the rest including it.
  fileprivate func cut(at mark: Character) -> (Substring, Substring) {
    let place = firstIndex(of: mark) ?? endIndex
    return (self[..<place], self[place...])
  }
}

extension BodyDefinition {
  fileprivate var masked: BodyDefinition {
    switch self {
    case .text(let kind, let text): return .text(kind, Self.masked(text, type: ""))
    case .form(let rows): return .form(rows.map(\.maskedParameter))
    case .multipart(let parts):
      return .multipart(
        parts.map { part in
          guard case .text(let text) = part.content else { return part }
          var copy = part
          copy.content = .text(Row(part.name, text).maskedParameter.value)
          return copy
        })
    case .graphql(let query, let variables):
      return .graphql(query: query, variables: Self.masked(variables, type: ""))
    case .none, .file: return self
    }
  }

  /// Value by value: a variable in one value does not expose the others.
  static func masked(_ text: String, type: String) -> String {
    guard !text.contains("{{") else {
      let isForm = type.lowercased().hasPrefix("application/x-www-form-urlencoded")
      return isForm
        ? RequestDefinition.maskedRows(text[...]) : Redaction.standard.masked(json: text, keepingValuesWith: ["{{"])
    }
    return String(decoding: Redaction.standard.masked(bytes: Array(text.utf8), type: type), as: UTF8.self)
  }
}

extension Row {
  fileprivate func with(value: String) -> Row {
    var copy = self
    copy.value = value
    return copy
  }

  /// Masks a header whose name means a secret.
  fileprivate var maskedHeader: Row {
    value.contains("{{") ? self : with(value: Redaction.standard.masked(Header(name, value)).value)
  }

  /// Masks a parameter or field with such a name.
  fileprivate var maskedParameter: Row {
    value.contains("{{") ? self : with(value: Redaction.standard.masked(value, ofPart: name))
  }

  fileprivate var maskedVariable: Row {
    let copy = maskedHeader.maskedParameter
    return VariableTable.namesSecret(name) ? copy.with(value: Literal.masked(value)) : copy
  }
}

extension Authentication {
  fileprivate var masked: Authentication {
    var copy = self
    for index in copy.fields.indices where scheme.isSecret(copy.fields[index].name) {
      copy.fields[index].value = Literal.masked(copy.fields[index].value)
    }
    for index in copy.parameters.indices where VariableTable.namesSecret(copy.parameters[index].name) {
      copy.parameters[index].value = Literal.masked(copy.parameters[index].value)
    }
    return copy
  }
}
