import Networking
import Workspaces

/// The formats in which requests are written with their variables left as `{{name}}`, so that another tool can go on
/// with them.
public enum ExportFormat: String, CaseIterable, Sendable {
  case http, hurl, postman, json

  /// A text in a foreign format, and what it cannot say.
  public struct Result: Hashable, Sendable {
    public var text: String
    public var notices: [Notice]
  }

  /// Writes a collection, a folder or a single request (a root with one item).
  public func write(_ collection: ImportedCollection, revealsSecrets: Bool = false) -> Result {
    let source = revealsSecrets ? collection : collection.masked
    switch self {
    case .http: return HTTPFileExport.write(source).telling(of: source, self)
    case .hurl: return HurlExport.write(source).telling(of: source, self)
    case .postman: return PostmanExport.write(source).telling(of: source, self)
    case .json:
      let text = source.json.pretty + "\n"
      // What was written a moment ago can be read.
      let isWhole = (try? NeutralImport.read(Array(text.utf8), name: "")) == source
      let notice = Notice(.warning, source.root.name, "some options of the transfer are not carried")
      return Result(text: text, notices: isWhole ? [] : [notice])
    }
  }
}

extension ExportFormat.Result {
  /// With what no format but our own has words for.
  fileprivate func telling(of source: ImportedCollection, _ format: ExportFormat) -> ExportFormat.Result {
    var result = self
    result.notices += ExportLosses(source, in: format).notices
    func tell(_ name: String, _ what: String) { result.notices.append(Notice(.warning, name, what)) }
    if !source.environments.isEmpty {
      let names = source.environments.map(\.name).joined(separator: ", ")
      tell(source.root.name, "the environments \(names) are not carried; --env writes the variables of one")
    }
    for (request, options) in source.transfers where options != TransferOptions() {
      tell(request.name, "the options of the transfer are not carried")
    }
    return result
  }
}

extension ImportedCollection {
  /// Every request with how it is carried.
  fileprivate var transfers: [(request: RequestDefinition, options: TransferOptions)] { Self.transfers(in: root) }

  private static func transfers(in folder: Folder) -> [(request: RequestDefinition, options: TransferOptions)] {
    folder.items.flatMap { item -> [(request: RequestDefinition, options: TransferOptions)] in
      switch item {
      case .folder(let inner): transfers(in: inner)
      case .request(let request, let options): [(request, options)]
      }
    }
  }

  /// The same without the secrets that are written out; what names a variable tells nothing.
  var masked: ImportedCollection {
    var copy = self
    copy.root = Self.masked(root)
    for index in copy.environments.indices {
      copy.environments[index].variables = environments[index].variables.map { variable in
        var variable = variable
        variable.row = variable.isSecret ? variable.row : variable.row.masked
        return variable
      }
    }
    return copy
  }

  private static func masked(_ folder: Folder) -> Folder {
    var folder = folder
    folder.settings.headers = folder.settings.headers.map(\.masked)
    folder.settings.authentication = folder.settings.authentication.masked
    folder.settings.variables = folder.settings.variables.map(\.masked)
    folder.settings.certificates = folder.settings.certificates.map { certificate in
      var copy = certificate
      let isOpen = !copy.passphrase.isEmpty && !copy.passphrase.contains("{{")
      if isOpen { copy.passphrase = Redaction.standard.mask }
      return copy
    }
    if let word = folder.settings.proxy?.password, !word.isEmpty, !word.contains("{{") {
      folder.settings.proxy?.password = Redaction.standard.mask
    }
    folder.items = folder.items.map { item in
      switch item {
      case .folder(let inner): return .folder(masked(inner))
      case .request(var request, let options):
        request.headers = request.headers.map(\.masked)
        request.authentication = request.authentication.masked
        request.variables = request.variables.map(\.masked)
        for index in request.examples.indices {
          request.examples[index].headers = request.examples[index].headers.map(\.masked)
        }
        request.url = request.url.contains("{{") ? request.url : Redaction.standard.masked(url: request.url)
        return .request(request, options: options)
      }
    }
    return folder
  }
}

extension Row {
  /// A header or a variable with a name that means a secret.
  fileprivate var masked: Row {
    guard !value.contains("{{") else { return self }
    var copy = self
    copy.value = Redaction.standard.masked(Header(name, value)).value
    if copy.value == value, !value.isEmpty, Redaction.standard.parameterNames.contains(name.lowercased()) {
      copy.value = Redaction.standard.mask
    }
    return copy
  }
}

extension Authentication {
  fileprivate var masked: Authentication {
    let secret: Set<String> = [
      "password", "token", "value", "secretAccessKey", "sessionToken", "credentials.clientSecret",
      "resourceOwner.password",
    ]
    var copy = self
    for index in copy.fields.indices where secret.contains(copy.fields[index].name) {
      let value = copy.fields[index].value
      if !value.isEmpty, !value.contains("{{") { copy.fields[index].value = Redaction.standard.mask }
    }
    return copy
  }
}
