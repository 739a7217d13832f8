import Bytes
import Networking
import Workspaces

/// Reads one `.bru` file: a request, or the settings of a collection or folder.
public enum BruImport {
  /// - Throws: `ImportError` when the text has no block.
  public static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ImportError("bruno", "the text is no UTF-8")
    }
    let document = BruDocument(text)
    guard !document.blocks.isEmpty else { throw ImportError("bruno", "there is no block such as meta { … }") }
    var reader = BruReader(document)
    var root = ImportedCollection.Folder(name: name)
    if reader.isRequest {
      root.items = [.request(reader.request(named: name), options: TransferOptions())]
    } else {
      root = reader.folder(named: name)
    }
    reader.tellOthers()
    return ImportedCollection(format: "bruno", root: root, notices: reader.notices)
  }

  static func recognizes(_ text: String) -> Bool {
    let lines = text.unicodeScalars.prefix(4_000).split(separator: "\n")
    guard let first = lines.first(where: { $0.contains { !$0.isBlank && $0 != "\r" } }) else { return false }
    let name = String(first).prefix { $0 != " " && $0 != ":" }
    let known = ["meta", "headers", "auth", "vars", "docs", "script", "tests", "http", "query"] + BruReader.methods
    return HTTPFileReader.trimmed(String(first).filter { $0 != "\r" }).hasSuffix("{") && known.contains(String(name))
  }
}

/// Finds each block its place.
struct BruReader {
  static let methods = ["get", "post", "put", "delete", "patch", "options", "head", "connect", "trace"]

  let document: BruDocument
  private(set) var notices: [Notice] = []
  private var used: Set<String> = []

  init(_ document: BruDocument) {
    self.document = document
  }

  private var requestBlock: String? { (Self.methods + ["http"]).first { document.block($0) != nil } }
  var isRequest: Bool { requestBlock != nil }

  private mutating func entries(_ name: String) -> [BruDocument.Entry] {
    used.insert(name)
    return document.entries(name)
  }

  private mutating func text(_ name: String) -> String? {
    used.insert(name)
    return document.block(name)?.text
  }

  private mutating func rows(_ name: String) -> [Row] {
    entries(name).map { Row($0.name, $0.value, isEnabled: $0.isEnabled, note: $0.note) }
  }

  mutating func request(named name: String) -> RequestDefinition {
    let block = requestBlock ?? "http"
    let http = entries(block)
    func field(_ name: String) -> String { http.first { $0.name == name }?.value ?? "" }
    let meta = entries("meta")
    var request = RequestDefinition(name: meta.first { $0.name == "name" }?.value ?? name)
    request.kind = meta.first { $0.name == "type" }?.value == "graphql" ? .graphql : .http
    request.sequence = meta.first { $0.name == "seq" }.flatMap { Double($0.value) }
    request.tags = meta.first { $0.name == "tags" }?.list ?? []
    request.method = block == "http" ? field("method") : block.uppercased()
    request.url = field("url")
    let query = document.block("params:query") != nil ? rows("params:query") : rows("query")
    request.params = query.map { Parameter(.query, $0) } + rows("params:path").map { Parameter(.path, $0) }
    request.headers = rows("headers")
    request.body = body(field("body"))
    request.authentication = authentication(field("auth"))
    addShared(to: &request)
    return request
  }

  private mutating func addShared(to request: inout RequestDefinition) {
    request.variables = rows("vars:pre-request")
    request.captures = entries("vars:post-response").map { entry in
      let isLocal = entry.name.hasPrefix("@")
      return Capture(
        variable: isLocal ? String(entry.name.dropFirst()) : entry.name, scope: isLocal ? "request" : "runtime",
        expression: entry.value, isEnabled: entry.isEnabled)
    }
    request.assertions = entries("assert").map { Self.assertion($0) }
    request.scripts = scripts()
    request.docs = text("docs") ?? ""
    let settings = entries("settings")
    func value(_ name: String) -> String? { settings.first { $0.name == name }?.value }
    request.settings.encodeURL = value("encodeUrl").map { $0 == "true" }
    request.settings.followRedirects = value("followRedirects").map { $0 == "true" }
    request.settings.maxRedirects = value("maxRedirects").flatMap { Int($0) }
    request.settings.timeout = value("timeout").flatMap { Double($0) }
  }

  mutating func folder(named name: String) -> ImportedCollection.Folder {
    var folder = ImportedCollection.Folder(name: entries("meta").first { $0.name == "name" }?.value ?? name)
    folder.settings.headers = rows("headers")
    folder.settings.variables = rows("vars:pre-request") + rows("vars")
    folder.settings.docs = text("docs") ?? ""
    folder.settings.authentication = authentication(entries("auth").first { $0.name == "mode" }?.value ?? "")
    folder.scripts = scripts()
    return folder
  }

  /// One notice for each block that found no place, and for lines outside of blocks.
  mutating func tellOthers() {
    for block in document.blocks where !used.contains(block.name) {
      notices.append(Notice(.warning, "line \(block.line)", "the block \(block.name) is not carried"))
    }
    if let first = document.strays.first {
      notices.append(Notice(.warning, "line \(first)", "\(document.strays.count) lines stand outside of a block"))
    }
  }

  private mutating func scripts() -> [Script] {
    let names = [
      ("script:pre-request", "before-request"), ("script:post-response", "after-response"), ("tests", "tests"),
    ]
    return names.compactMap { name, phase in text(name).map { Script(phase: phase, code: $0) } }
  }

  private static func assertion(_ entry: BruDocument.Entry) -> Assertion {
    let words = entry.value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let unary = [
      "isEmpty", "isNotEmpty", "isNull", "isUndefined", "isDefined", "isTruthy", "isFalsy", "isJson", "isNumber",
      "isString", "isBoolean", "isArray",
    ]
    let binary = [
      "eq", "neq", "gt", "gte", "lt", "lte", "in", "notIn", "contains", "notContains", "length", "matches",
      "notMatches", "startsWith", "endsWith", "between",
    ]
    let first = words.first ?? ""
    let isKnown = unary.contains(first) || (binary.contains(first) && words.count == 2)
    let value = isKnown ? (words.count > 1 ? words[1] : "") : entry.value
    return Assertion(entry.name, isKnown ? first : "eq", value, isEnabled: entry.isEnabled, note: entry.note)
  }
}

extension BruReader {
  private mutating func body(_ mode: String) -> BodyDefinition {
    switch mode {
    case "json": return .text(.json, text("body:json") ?? text("body") ?? "")
    case "text": return .text(.text, text("body:text") ?? "")
    case "xml": return .text(.xml, text("body:xml") ?? "")
    case "sparql": return .text(.sparql, text("body:sparql") ?? "")
    case "form-urlencoded", "formUrlEncoded": return .form(rows("body:form-urlencoded"))
    case "multipart-form", "multipartForm": return .multipart(entries("body:multipart-form").map(Self.part))
    case "file": return .file(entries("body:file").map(Self.file))
    case "graphql":
      return .graphql(query: text("body:graphql") ?? "", variables: text("body:graphql:vars") ?? "")
    default: return .none
    }
  }

  /// `@name(…)` taken out of a value.
  private static func annotation(_ name: String, in value: inout String) -> String? {
    guard let start = value.utf8.range(ofBytes: "@\(name)("),
      let end = value[start.upperBound...].utf8.firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let inner = String(value[start.upperBound..<end])
    value = HTTPFileReader.trimmed(String(value[..<start.lowerBound]) + String(value[value.utf8.index(after: end)...]))
    return inner
  }

  private static func part(_ entry: BruDocument.Entry) -> FormPart {
    var value = entry.value
    let type = annotation("contentType", in: &value) ?? ""
    let files = annotation("file", in: &value)?.split(separator: "|").map(String.init)
    let content: FormPart.Content = files.map { .files($0) } ?? .text(value)
    return FormPart(entry.name, content, contentType: type, isEnabled: entry.isEnabled, note: entry.note)
  }

  private static func file(_ entry: BruDocument.Entry) -> BodyDefinition.FileChoice {
    var value = entry.value
    let type = annotation("contentType", in: &value) ?? ""
    return BodyDefinition.FileChoice(
      path: annotation("file", in: &value) ?? value, contentType: type, isSelected: entry.isEnabled)
  }

  private mutating func authentication(_ mode: String) -> Authentication {
    let schemes: [String: Authentication.Scheme] = [
      "basic": .basic, "bearer": .bearer, "digest": .digest, "ntlm": .ntlm, "awsv4": .awsv4, "wsse": .wsse,
      "apikey": .apikey, "oauth1": .oauth1, "oauth2": .oauth2,
    ]
    if mode == "inherit" { return .inherit }
    guard !mode.isEmpty, mode != "none" else { return .none }
    let fields = entries("auth:\(mode)").map { Authentication.Field($0.name, $0.value) }
    guard let scheme = schemes[mode] else { return Authentication(.other(mode), fields) }
    guard scheme == .oauth2 else { return Authentication(scheme, fields) }
    let names = [
      "grant_type": "flow", "callback_url": "callbackUrl", "authorization_url": "authorizationUrl",
      "access_token_url": "accessTokenUrl", "refresh_token_url": "refreshTokenUrl",
      "client_id": "credentials.clientId", "client_secret": "credentials.clientSecret",
      "credentials_placement": "credentials.placement",
    ]
    return Authentication(.oauth2, fields.map { Authentication.Field(names[$0.name] ?? $0.name, $0.value) })
  }
}
