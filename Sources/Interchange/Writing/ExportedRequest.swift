import Basics
import Workspaces

/// A request with everything that it inherits and implies written out, for formats that only have a request line,
/// headers and a body.
struct ExportedRequest {
  var definition: RequestDefinition
  /// With the values of path parameters filled in.
  private(set) var url: String
  /// In the order in which they are sent.
  private(set) var headers: [Row]
  /// Basic, digest and similar schemes; a scheme that is just a header is among the headers.
  private(set) var login: (scheme: AuthenticationScheme, user: String, password: String)?
  /// Whom it and the folders around it trust.
  let trust: EffectiveTrust
  private(set) var notices: [Notice] = []

  /// - Parameter layers: from the collection inwards.
  init(_ definition: RequestDefinition, layers: [SharedSettings]) {
    let context = SendContext(layers: layers.map { SendContext.Layer(path: "", name: "", settings: $0) })
    self.definition = definition
    trust = EffectiveTrust(context.trustLevels(of: definition))
    headers = context.inheritedHeaders(of: definition).map(\.row) + definition.headers
    url = Self.url(definition)
    let authentication = context.authentication(of: definition).0
    addAuthentication(authentication)
    addContentType()
    tellLosses()
  }

  /// The headers written to the file, as they are sent.
  var enabledHeaders: [Row] { headers.filter { $0.isEnabled && !$0.name.isEmpty } }

  private static func url(_ definition: RequestDefinition) -> String {
    var url = definition.url
    for parameter in definition.params where parameter.place == .path && parameter.row.isEnabled {
      // Only dots would be relative path segments.
      let isDots = parameter.row.value == "." || parameter.row.value == ".."
      let encoded = FormEncoding.encode(parameter.row.value).replacing("+", with: "%20")
      // A missing value is a variable for those tools.
      let value =
        parameter.row.value.isEmpty
        ? "{{\(parameter.row.name)}}" : isDots ? encoded.replacing(".", with: "%2E") : encoded
      guard let range = url.utf8.range(ofBytes: "/:\(parameter.row.name)") else { continue }
      let next = url[range.upperBound...].unicodeScalars.first
      guard next == nil || "/?#".unicodeScalars.contains(next ?? "/") else { continue }
      url.replaceSubrange(range, with: "/" + value)
    }
    // A parameter without a row has no value either.
    for name in QueryText.pathNames(of: url) {
      guard let range = url.utf8.range(ofBytes: "/:\(name)") else { continue }
      url.replaceSubrange(range, with: "/{{\(name)}}")
    }
    return url
  }

  private mutating func addAuthentication(_ authentication: Authentication) {
    let hasHeader = headers.contains { $0.isEnabled && $0.name.lowercased() == "authorization" }
    switch authentication.carriage {
    case .nothing: return
    case .login(let user, let password, _):
      if !hasHeader { login = (authentication.scheme, user, password) }
    case .header(let name, let value):
      if !hasHeader || name != "Authorization" { headers.append(Row(name, value)) }
    case .query(let name, let value):
      url = QueryText.url(url, with: QueryText.pairs(of: url) + [QueryText.Pair(name, FormEncoding.encode(value))])
    case .computed: tell("authentication by \(authentication.scheme.word) is not carried over")
    }
  }

  /// The content type that the kind of the body implies.
  private mutating func addContentType() {
    guard !headers.contains(where: { $0.isEnabled && $0.name.lowercased() == "content-type" }) else { return }
    if let type = definition.body.contentType { headers.append(Row("Content-Type", type)) }
  }

  /// The selected file.
  var file: String? {
    guard case .file(let choices) = definition.body else { return nil }
    return choices.first { $0.isSelected && !$0.path.isEmpty }?.path
  }

  /// A form as sent, with variables kept.
  static func text(of form: [Row]) -> String {
    form.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }
      .map { FormEncoding.encodeForm($0.name) + "=" + FormEncoding.encodeForm($0.value) }.joined(separator: "&")
  }

  private mutating func tellLosses() {
    for parameter in definition.params where parameter.place == .path && parameter.row.value.contains("{{") {
      tell("the path parameter \(parameter.row.name) is a variable, whose value is no longer encoded for the path")
    }
  }

  mutating func tell(_ what: String) { notices.append(Notice(.warning, definition.name, what)) }
}
