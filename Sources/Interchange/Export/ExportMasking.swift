import HTTPModel
package import Workspaces

extension ImportedCollection {
  /// The same collection without literal secrets. Names of variables are kept.
  ///
  /// Sensitive names and known secrets are both applied to the original texts: a mask inserted by name would break up a
  /// known secret around it.
  /// - Parameter secrets: the known secrets.
  func masked(_ secrets: Set<String> = []) -> ImportedCollection {
    let redaction = secrets.isEmpty ? Redaction.standard : Redaction.standard.adding(secrets)
    var copy = self
    copy.root = Self.masked(root, redaction)
    for index in copy.environments.indices {
      copy.environments[index].variables = environments[index].variables.map { variable in
        var variable = variable
        variable.row = variable.isSecret ? variable.row : variable.row.maskedVariable(redaction)
        return variable
      }
    }
    return copy
  }

  private static func masked(_ folder: Folder, _ redaction: Redaction) -> Folder {
    var folder = folder
    folder.settings.headers = folder.settings.headers.map { $0.maskedHeader(redaction) }
    folder.settings.authentication = folder.settings.authentication.masked
    folder.settings.variables = folder.settings.variables.map { $0.maskedVariable(redaction) }
    folder.settings.graphQL = folder.settings.graphQL.masked(redaction)
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
      case .folder(let inner): .folder(masked(inner, redaction))
      case .request(let request, let options): .request(request.masked(redaction), options: options)
      }
    }
    return folder
  }
}

/// A literal value in a file.
private enum Literal {
  /// Masks a value, unless it is a reference to a variable.
  static func masked(_ value: String) -> String {
    value.isEmpty || value.contains("{{") ? value : Redaction.standard.mask
  }
}

extension RequestDefinition {
  fileprivate func masked(_ redaction: Redaction) -> RequestDefinition {
    var copy = self
    copy.url = redaction.masked(url: url, keepingValuesWith: ["{{"])
    copy.params = params.map { Parameter($0.place, $0.row.maskedParameter(redaction)) }
    copy.headers = headers.map { $0.maskedHeader(redaction) }
    copy.body = body.masked(redaction)
    copy.graphQL = graphQL.masked(redaction)
    copy.authentication = authentication.masked
    copy.variables = variables.map { $0.maskedVariable(redaction) }
    for index in examples.indices {
      let type = examples[index].answer.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
      copy.examples[index].url = redaction.masked(url: examples[index].url, keepingValuesWith: ["{{"])
      copy.examples[index].params = examples[index].params.map {
        Parameter($0.place, $0.row.maskedParameter(redaction))
      }
      copy.examples[index].headers = examples[index].headers.map { $0.maskedHeader(redaction) }
      copy.examples[index].body = examples[index].body.masked(redaction)
      copy.examples[index].answer.headers = examples[index].answer.headers.map { $0.maskedHeader(redaction) }
      copy.examples[index].answer.body = BodyDefinition.masked(examples[index].answer.body, type: type, redaction)
    }
    return copy
  }
}

extension GraphQLSettings {
  fileprivate func masked(_ redaction: Redaction) -> GraphQLSettings {
    var copy = self
    copy.connectionInit = BodyDefinition.masked(connectionInit, type: "application/json", redaction)
    copy.schema = redaction.masked(url: schema, keepingValuesWith: ["{{"])
    return copy
  }
}

extension BodyDefinition {
  fileprivate func masked(_ redaction: Redaction) -> BodyDefinition {
    switch self {
    case .text(let kind, let text): return .text(kind, Self.masked(text, type: "", redaction))
    case .form(let rows): return .form(rows.map { $0.maskedParameter(redaction) })
    case .multipart(let parts):
      return .multipart(
        parts.map { part in
          guard case .text(let text) = part.content else { return part }
          var copy = part
          copy.content = .text(Row(part.name, text).maskedParameter(redaction).value)
          return copy
        })
    case .graphql(let query, let variables):
      return .graphql(query: query, variables: Self.masked(variables, type: "", redaction))
    case .none, .file: return self
    }
  }

  /// Masks value by value, so that a variable in one value does not expose the others.
  static func masked(_ text: String, type: String, _ redaction: Redaction = .standard) -> String {
    guard !text.contains("{{") else {
      let isForm = type.lowercased().hasPrefix("application/x-www-form-urlencoded")
      return isForm
        ? redaction.masked(form: text, keepingValuesWith: ["{{"])
        : redaction.masked(json: text, keepingValuesWith: ["{{"])
    }
    return String(decoding: redaction.masked(bytes: Array(text.utf8), type: type), as: UTF8.self)
  }
}

extension Row {
  fileprivate func with(value: String) -> Row {
    var copy = self
    copy.value = value
    return copy
  }

  fileprivate func maskedHeader(_ redaction: Redaction) -> Row {
    value.contains("{{") ? self : with(value: redaction.masked(Header(name, value)).value)
  }

  /// Masks a parameter or field with a sensitive name.
  fileprivate func maskedParameter(_ redaction: Redaction) -> Row {
    value.contains("{{") ? self : with(value: redaction.masked(value, ofPart: name))
  }

  fileprivate func maskedVariable(_ redaction: Redaction) -> Row {
    let copy = maskedHeader(redaction).maskedParameter(redaction)
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

extension ImportedCollection {
  /// One notice about the credentials that the files contain in clear text and that an export would mask.
  ///
  /// A specification only contains samples, which need no masking.
  package var credentialsInClear: [Notice] {
    guard !format.hasPrefix(ImportFormat.openapi.rawValue) else { return [] }
    let hidden = masked()
    let environments = zip(environments, hidden.environments).filter { $0 != $1 }.map { $0.0.name }
    let places = Self.differences(root, hidden.root) + environments
    let notices = places.map { place in
      Notice(
        .warning, place,
        "the file contains a credential in clear text; move it to a secret variable before you share the file")
    }
    return notices.grouped
  }

  /// The names of the folders and requests that differ themselves. Both trees have the same shape.
  private static func differences(_ plain: Folder, _ hidden: Folder) -> [String] {
    let own = plain.settings == hidden.settings ? [] : [plain.name]
    return own
      + zip(plain.items, hidden.items).flatMap { plain, hidden in
        switch (plain, hidden) {
        case (.folder(let plain), .folder(let hidden)): differences(plain, hidden)
        case (.request(let plain, _), .request(let hidden, _)): plain == hidden ? [] : [plain.name]
        default: [String]()
        }
      }
  }
}
