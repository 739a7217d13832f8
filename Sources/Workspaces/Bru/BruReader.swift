/// Reads the files of Bruno's older format into the model. They are shown, sent and converted, never written.
struct BruReader {
  let document: BruDocument
  private static let verbs = ["get", "post", "put", "delete", "patch", "options", "head", "trace", "connect"]

  /// `nil` for a file without a request.
  func definition() -> RequestDefinition? {
    let type = document.value("meta", "type") ?? "http"
    let name = document.value("meta", "name") ?? ""
    guard let block = Self.verbs.first(where: { document[$0] != nil }) ?? (document["http"] != nil ? "http" : nil)
    else {
      guard type != "http", type != "graphql", document["meta"] != nil else { return nil }
      return RequestDefinition(kind: .unsupported(type), name: name, authentication: .none)
    }
    let isGraphQL = type == "graphql"
    var made = RequestDefinition(
      kind: isGraphQL ? .graphql : .http, name: name.isEmpty ? "Untitled Request" : name,
      method: block == "http" ? document.value("http", "method") ?? "GET" : block.uppercased(),
      url: document.value(block, "url") ?? "")
    made.sequence = document.value("meta", "seq").flatMap(Double.init)
    made.tags = document.value("meta", "tags").map { $0.split(separator: "\n").map(String.init) } ?? []
    made.params =
      rows("params:query", "query").map { Parameter(.query, $0) } + rows("params:path").map { Parameter(.path, $0) }
    made.headers = rows("headers")
    made.body = body(isGraphQL ? "graphql" : document.value(block, "body") ?? "none")
    made.authentication = authentication(document.value(block, "auth") ?? "none")
    made.variables = rows("vars:pre-request", "vars")
    made.captures = document.pairs("vars:post-response").map { pair in
      Capture(variable: pair.name, expression: pair.value, isEnabled: pair.isEnabled)
    }
    made.assertions = document.pairs("assert").map(assertion)
    made.scripts = scripts
    made.docs = document.text("docs") ?? ""
    made.settings = settings
    return made
  }

  /// Of `folder.bru` and `collection.bru`.
  var shared: SharedSettings {
    let mode = document.value("auth", "mode") ?? "none"
    return SharedSettings(
      headers: rows("headers"), authentication: authentication(mode), variables: rows("vars:pre-request"),
      docs: document.text("docs") ?? "")
  }

  func environment(named name: String) -> Environment {
    var made = Environment(name: name)
    made.color = document["color"] == nil ? nil : document.text("color")
    made.variables = rows("vars").map { Environment.Variable($0) }
    for line in document["vars:secret"]?.lines ?? [] {
      var word = BruText.trimmed(line)
      if word.hasSuffix(",") { word.removeLast() }
      guard !word.isEmpty else { continue }
      let isEnabled = !word.hasPrefix("~")
      made.variables.append(
        Environment.Variable(Row(isEnabled ? word : String(word.dropFirst()), isEnabled: isEnabled), isSecret: true))
    }
    return made
  }

  private func rows(_ names: String...) -> [Row] {
    names.first { document[$0] != nil }.map { document.pairs($0).map(\.row) } ?? []
  }

  private func body(_ mode: String) -> BodyDefinition {
    switch mode {
    case "json": .text(.json, document.text("body:json") ?? document.text("body") ?? "")
    case "text": .text(.text, document.text("body:text") ?? "")
    case "xml": .text(.xml, document.text("body:xml") ?? "")
    case "sparql": .text(.sparql, document.text("body:sparql") ?? "")
    case "formUrlEncoded", "form-urlencoded": .form(rows("body:form-urlencoded"))
    case "multipartForm", "multipart-form": .multipart(document.pairs("body:multipart-form").map(part))
    case "file": .file(document.pairs("body:file").map(choice))
    case "graphql":
      .graphql(query: document.text("body:graphql") ?? "", variables: document.text("body:graphql:vars") ?? "")
    default: .none
    }
  }

  private func part(_ pair: BruDocument.Pair) -> FormPart {
    let type = BruText.argument("contentType", in: pair.value) ?? ""
    if let files = BruText.argument("file", in: pair.value) {
      let paths = files.split(separator: "|").map(String.init)
      return FormPart(pair.name, .files(paths), contentType: type, isEnabled: pair.isEnabled, note: pair.note)
    }
    var text = pair.value
    if let mark = text.firstRange(of: "@contentType(") { text = BruText.trimmed(text[..<mark.lowerBound]) }
    return FormPart(pair.name, .text(text), contentType: type, isEnabled: pair.isEnabled, note: pair.note)
  }

  private func choice(_ pair: BruDocument.Pair) -> BodyDefinition.FileChoice {
    BodyDefinition.FileChoice(
      path: BruText.argument("file", in: pair.value) ?? pair.value,
      contentType: BruText.argument("contentType", in: pair.value) ?? "", isSelected: pair.isEnabled)
  }

  private func authentication(_ mode: String) -> Authentication {
    let scheme = AuthenticationReader.scheme(mode)
    if scheme == .none || scheme == .inherit { return Authentication(scheme) }
    let fields = document.pairs("auth:\(mode)").map { pair in
      Authentication.Field(scheme == .oauth2 ? Self.oauth2[pair.name] ?? pair.name : pair.name, pair.value)
    }
    return Authentication(scheme, fields)
  }

  private static let oauth2 = [
    "grant_type": "flow", "callback_url": "callbackUrl", "authorization_url": "authorizationUrl",
    "access_token_url": "accessTokenUrl", "refresh_token_url": "refreshTokenUrl", "client_id": "credentials.clientId",
    "client_secret": "credentials.clientSecret", "credentials_placement": "credentials.placement",
    "username": "resourceOwner.username", "password": "resourceOwner.password", "credentials_id": "tokenConfig.id",
    "token_source": "tokenConfig.source", "auto_fetch_token": "settings.autoFetchToken",
    "auto_refresh_token": "settings.autoRefreshToken",
  ]

  /// `res.status: eq 200`; without a known word first, everything is the value.
  private func assertion(_ pair: BruDocument.Pair) -> Assertion {
    let words = pair.value.split(separator: " ", maxSplits: 1).map(String.init)
    let first = words.first ?? ""
    guard Self.operators.contains(first) else {
      return Assertion(pair.name, "eq", pair.value, isEnabled: pair.isEnabled, note: pair.note)
    }
    return Assertion(pair.name, first, words.count > 1 ? words[1] : "", isEnabled: pair.isEnabled, note: pair.note)
  }

  private static let operators: Set<String> = [
    "eq", "neq", "gt", "gte", "lt", "lte", "in", "notIn", "contains", "notContains", "length", "matches", "notMatches",
    "startsWith", "endsWith", "between", "isEmpty", "isNotEmpty", "isNull", "isUndefined", "isDefined", "isTruthy",
    "isFalsy", "isJson", "isNumber", "isString", "isBoolean", "isArray",
  ]

  private var scripts: [Script] {
    let blocks = [
      ("script:pre-request", "before-request"), ("script:post-response", "after-response"), ("tests", "tests"),
    ]
    return blocks.compactMap { block, phase in document.text(block).map { Script(phase: phase, code: $0) } }
  }

  private var settings: RequestSettings {
    func flag(_ name: String) -> Bool? { document.value("settings", name).flatMap { Bool($0) } }
    return RequestSettings(
      encodeURL: flag("encodeUrl"), timeout: document.value("settings", "timeout").flatMap(Double.init),
      followRedirects: flag("followRedirects"),
      maxRedirects: document.value("settings", "maxRedirects").flatMap { Int($0) },
      forwardAuthorization: flag("forwardAuthorizationHeader"))
  }
}
