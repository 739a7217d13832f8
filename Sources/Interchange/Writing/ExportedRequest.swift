import Basics
package import Workspaces

/// A request of a collection with its folders.
struct RequestPlace {
  /// The names of its folders and its own name, without that of the collection.
  var id: String
  var definition: RequestDefinition
  /// The settings from the collection inwards.
  var layers: [SharedSettings]
}

extension ImportedCollection {
  /// Every request over HTTP, in order.
  var places: [RequestPlace] { Self.places(in: root, "", []) }

  private static func places(in folder: Folder, _ path: String, _ above: [SharedSettings]) -> [RequestPlace] {
    let layers = above + [folder.settings]
    return folder.items.flatMap { item -> [RequestPlace] in
      switch item {
      case .folder(let inner): return places(in: inner, path + inner.name + "/", layers)
      case .request(let request, _):
        if request.kind.otherThanHTTP != nil { return [] }
        return [RequestPlace(id: path + request.name, definition: request, layers: layers)]
      }
    }
  }
}

/// A request with all inherited and implied parts written out, for formats that only have a request line, headers and a
/// body.
struct ExportedRequest {
  var definition: RequestDefinition
  /// The URL with the values of path parameters.
  private(set) var url: String
  /// The headers in sending order.
  private(set) var headers: [Row]
  /// The login for Basic, digest and similar schemes; other schemes are among the headers.
  private(set) var login: (scheme: AuthenticationScheme, user: String, password: String)?
  /// The trust settings of the request and its folders.
  let trust: EffectiveTrust
  private(set) var notices: [Notice] = []

  init(_ place: RequestPlace) { self.init(place.definition, layers: place.layers) }

  /// - Parameter layers: the settings from the collection inwards.
  init(_ definition: RequestDefinition, layers: [SharedSettings]) {
    let context = SendContext(layers: layers.map { SendContext.Layer(path: "", name: "", settings: $0) })
    self.definition = definition
    trust = EffectiveTrust(context.trustLevels(of: definition))
    headers = context.inheritedHeaders(of: definition).map(\.row) + definition.headers
    url = Self.url(definition)
    let authentication = context.authentication(of: definition).0
    addAuthentication(authentication)
    addContentType()
    reportLosses()
  }

  /// The headers that the file contains, as sent.
  var enabledHeaders: [Row] { headers.filter { $0.isEnabled && !$0.name.isEmpty } }

  private static func url(_ definition: RequestDefinition) -> String {
    var url = definition.url
    for parameter in definition.params where parameter.place == .path && parameter.row.isEnabled {
      // Only dots would be relative path segments.
      let isDots = parameter.row.value == "." || parameter.row.value == ".."
      let encoded = FormEncoding.encodePath(parameter.row.value)
      // A missing value becomes a variable for those tools.
      let value =
        parameter.row.value.isEmpty
        ? "{{\(parameter.row.name)}}" : isDots ? encoded.replacing(".", with: "%2E") : encoded
      guard let range = url.utf8.range(ofBytes: "/:\(parameter.row.name)") else { continue }
      let next = url[range.upperBound...].unicodeScalars.first
      guard next == nil || "/?#".unicodeScalars.contains(next ?? "/") else { continue }
      url.replaceSubrange(range, with: "/" + value)
    }
    // A parameter without a row has no value, either.
    for name in QueryText.pathNames(of: url) {
      guard let range = url.utf8.range(ofBytes: "/:\(name)") else { continue }
      url.replaceSubrange(range, with: "/{{\(name)}}")
    }
    return url
  }

  private mutating func addAuthentication(_ authentication: Authentication) {
    func hasHeader(_ name: String) -> Bool { headers.contains { $0.isEnabled && $0.isNamed(name) } }
    switch authentication.carriage {
    case .nothing: return
    case .login(let user, let password, _):
      if !hasHeader("Authorization") { login = (authentication.scheme, user, password) }
    case .header(let name, let value):
      if !hasHeader(name) { headers.append(Row(name, value)) }
    case .query(let name, let value):
      url = QueryText.url(url, with: QueryText.pairs(of: url) + [QueryText.Pair(name, FormEncoding.encode(value))])
    case .computed: report("authentication by \(authentication.scheme.word) is not carried over")
    }
  }

  /// The content type that the kind of the body implies.
  private mutating func addContentType() {
    guard !headers.contains(where: { $0.isEnabled && $0.name.lowercased() == "content-type" }) else { return }
    // Tools set the type of a body that they encode.
    guard ![.form, .multipart, .graphql].contains(definition.body.kind) else { return }
    if let type = definition.body.contentType { headers.append(Row("Content-Type", type)) }
  }

  /// The selected file.
  var file: String? {
    definition.body.choices.first { $0.isSelected && !$0.path.isEmpty }?.path
  }

  /// A form as sent, with variables kept.
  static func text(of form: [Row]) -> String {
    form.filter { $0.isEnabled && !($0.name.isEmpty && $0.value.isEmpty) }
      .map { FormEncoding.encodeForm($0.name) + "=" + FormEncoding.encodeForm($0.value) }.joined(separator: "&")
  }

  private mutating func reportLosses() {
    if case .graphql = definition.body, definition.method.uppercased() == "GET" {
      report("a GraphQL query is written as a body, not into the URL as GET sends it")
    }
    for parameter in definition.params where parameter.place == .path && parameter.row.value.contains("{{") {
      report("the path parameter \(parameter.row.name) is a variable; its value is no longer encoded for the path")
    }
  }

  mutating func report(_ what: String) { notices.warn(definition.name, what) }
}

/// A text in a foreign format, with notices of everything it cannot express.
package struct ExportedText: Hashable, Sendable {
  package var text: String
  package var notices: [Notice]
  /// The number of omitted requests, which would be parsed as something else.
  package var leftOut = 0
}

/// Collects the requests of an export as text blocks. A request that would be parsed as something else is omitted and
/// reported.
struct ExportBlocks {
  private var blocks: [String] = []
  private var notices: [Notice] = []
  private var leftOut = 0

  /// - Parameter readBack: the result of importing this text alone; `nil` if the import fails.
  mutating func add(_ text: String, of request: ExportedRequest, readBack: ImportedCollection?) {
    notices += request.notices
    if let breach = ExportBreach.words(request, readBack) {
      notices.append(Notice(.error, request.definition.name, "not exported: it would be read back \(breach)"))
      leftOut += 1
    } else {
      blocks.append(text)
      notices += ExportCheck.notices(request, readBack: readBack?.requests ?? [])
    }
  }

  /// - Parameter head: the text before the first request, if any.
  func text(below head: String = "") -> ExportedText {
    let isEmpty = blocks.isEmpty && leftOut > 0
    let texts = isEmpty || head.isEmpty ? blocks : [head] + blocks
    return ExportedText(text: texts.joined(separator: "\n"), notices: notices, leftOut: leftOut)
  }
}
