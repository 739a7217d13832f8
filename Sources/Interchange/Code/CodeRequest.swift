import Basics
import HTTPTypes
import HTTPModel
import Workspaces

/// A request for a short program with one library: its secrets masked, fitted to the abilities of the library, and
/// without the headers that the library adds itself.
struct CodeRequest {
  let method: String
  let url: String
  /// The headers in sending order, without the type of a form: the code that writes the form chooses the boundary.
  let headers: [CodeHeader]
  let body: CodeBody
  /// The timeout in seconds.
  let timeout: Double?
  let followsRedirects: Bool
  let verifies: Bool
  /// `nil` for the proxy of the environment, empty for none.
  let proxy: String?
  /// The differences of a program with this library from Apus, one sentence each.
  let notices: [String]

  init(_ request: Request, _ redaction: Redaction, for library: CodeLibrary) {
    let options = request.options
    var notices: [String] = []
    var body = CodeBody(of: request, redaction, hasForms: library.hasForms)
    if body == nil { notices.append("a body produced while sending is not written") }
    method = library.fitted(request.method.rawValue, body: &body, &notices)
    url = library.fitted(url: redaction.masked(url: request.url), &notices)
    headers = library.fitted(Self.headers(of: request, redaction, &notices), body: body, redaction.mask, &notices)
    self.body = body ?? .none
    timeout = options.totalTimeout.map { $0 / .seconds(1) }.flatMap { $0 > 0 ? $0 : nil }
    followsRedirects = options.redirects?.follows ?? true
    verifies = options.tls.map { $0.verification(of: request.url) != .nothing } ?? true
    proxy = options.proxy.map { redaction.masked(url: $0) }
    notices += library.lacking(followsRedirects: followsRedirects, verifies: verifies, proxy: proxy)
    self.notices = notices + Self.lacking(options, request.url).map { "\($0) is not carried over" }
  }

  /// Adds the login: Basic is an ordinary header; the other schemes answer a challenge or sign.
  private static func headers(
    of request: Request, _ redaction: Redaction, _ notices: inout [String]
  ) -> [Header] {
    let fields = redaction.masked(request.headers).fields
    guard let login = request.options.authentication else { return fields }
    guard login.scheme == .basic else {
      notices.append("the authentication is not carried over: it answers the server or signs the request")
      return fields
    }
    let field = Header("Authorization", "Basic \(Base64.encode(Array("\(login.user):\(login.password)".utf8)))")
    return fields + [redaction.masked(field)]
  }

  /// Notices of the options that programs in another language do not implement.
  static func lacking(_ options: TransferOptions, _ url: String) -> [String] {
    let tls = options.tls
    let all: [(String, Bool)] = [
      ("the client certificate", tls?.certificateFile != nil || options.clientCertificates?.isEmpty == false),
      (
        "the trusted certificates",
        tls?.caFile(for: url) != nil || tls?.pinnedPublicKeys != nil || tls?.trusted.isEmpty == false
          || tls?.revocationList != nil
      ),
      ("the Unix socket", options.unixSocket != nil),
      ("the address to connect to", !(options.resolve ?? []).isEmpty || !(options.connectTo ?? []).isEmpty),
      ("the interface", options.interface != nil),
      ("the request target", options.requestTarget != nil),
    ]
    return all.filter(\.1).map(\.0)
  }
}

extension CodeRequest {
  /// The timeout in whole milliseconds, at least one.
  var milliseconds: Int? { timeout.map { max(1, Int($0 * 1000)) } }

  /// `http://h:80`
  var origin: String {
    let parts = URLParts(url)
    return "\(parts.scheme ?? "http")://\(parts.authority ?? "")"
  }

  /// The path and query, as on the request line.
  var target: String { URLParts(url).requestTarget }

  var isSecure: Bool { URLParts(url).scheme?.asciiLowercased == "https" }

  func header(_ name: String) -> String? { headers.first { $0.name.equalsIgnoringCase(name) }?.value }

  var headersByName: [(name: String, values: [CodeHeader])] {
    var made: [(name: String, values: [CodeHeader])] = []
    for header in headers {
      if let index = made.firstIndex(where: { $0.name.equalsIgnoringCase(header.name) }) {
        made[index].values.append(header)
      } else {
        made.append((header.name, [header]))
      }
    }
    return made
  }
}

/// A header for a library to send.
struct CodeHeader: Equatable {
  let name: String
  var value: String
  /// True if the value has characters beyond ASCII, which are sent as UTF-8. Libraries that encode text differently get
  /// bytes. A mask stays text, so that a person can replace it.
  let isWide: Bool
}

/// A body in the form in which a program can write it.
enum CodeBody {
  case none
  /// The pieces in order, at least one.
  case content([CodePiece])
  /// The parts of a form, for a library with its own support for forms.
  case form([CodePart])

  /// `nil` for a body that cannot be written as code.
  init?(of request: Request, _ redaction: Redaction, hasForms: Bool) {
    let type = request.headers["Content-Type"] ?? ""
    if hasForms, let form = request.parts, Self.isForm(type) {
      let parts = form.parts.compactMap { CodePart($0, redaction) }
      if parts.count == form.parts.count, !parts.isEmpty {
        self = .form(parts)
        return
      }
    }
    func literal(_ bytes: [UInt8]) -> CodePiece { CodePiece(redaction.masked(bytes: bytes, type: type)) }
    switch request.body {
    case .none: self = .none
    case .file(let path, _): self = .content([.file(path)])
    case .bytes(let bytes): self = .content([literal(bytes)])
    case .stream(let stream):
      guard let content = stream.content else { return nil }
      self = .content([literal(content)])
    case .sequence(let pieces):
      self = .content(
        pieces.map { piece in
          switch piece {
          case .bytes(let bytes): literal(bytes)
          case .file(let path, _): .file(path)
          }
        })
    }
  }

  /// True if the library would set the same type itself.
  private static func isForm(_ type: String) -> Bool {
    let parts = type.utf8.split(separator: UInt8(ascii: ";"))
    return parts.count == 2 && String(Substring(parts[0])).trimmed.asciiLowercased == "multipart/form-data"
  }

  var isNone: Bool { if case .none = self { true } else { false } }

  /// The pieces, unless it is a form.
  var pieces: [CodePiece] { if case .content(let pieces) = self { pieces } else { [] } }

  var parts: [CodePart] { if case .form(let parts) = self { parts } else { [] } }

  /// The body as one text; `nil` if it is not text.
  var text: String? {
    if case .content(let pieces) = self, pieces.count == 1, case .text(let text) = pieces[0] { text } else { nil }
  }

  var hasBytes: Bool { (pieces + parts.map(\.content)).contains { if case .bytes = $0 { true } else { false } } }

  var hasFiles: Bool { (pieces + parts.map(\.content)).contains { if case .file = $0 { true } else { false } } }
}

/// A piece of a body.
enum CodePiece: Equatable {
  case text(String)
  case bytes([UInt8])
  /// The content of the file at this path.
  case file(String)

  init(_ bytes: [UInt8]) { self = String(validating: bytes, as: UTF8.self).map(CodePiece.text) ?? .bytes(bytes) }
}

/// A part of a form that every library writes the same way: a text, or a file with its name and type.
struct CodePart {
  let name: String
  let content: CodePiece
  let file: (name: String, type: String)?

  /// `nil` for a part that libraries write differently.
  init?(_ part: Multipart.Part, _ redaction: Redaction) {
    guard part.headers.isEmpty, part.head == nil, Self.isPlain(part.name) else { return nil }
    name = redaction.masked(text: part.name)
    switch part.content {
    case .text(let text): content = .text(redaction.masked(text, ofPart: part.name))
    case .data(let bytes): content = CodePiece(redaction.masked(bytes: bytes, type: part.sentContentType ?? ""))
    case .file(let path): content = .file(path)
    case .stream: return nil
    }
    switch (part.sentFileName, part.sentContentType) {
    case (let name?, let type?) where Self.isPlain(name) && Self.isPlain(type): file = (name, type)
    case (nil, nil):
      // Browsers normalize the line ends of a text.
      guard case .text(let text) = content, !text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
      file = nil
    default: return nil
    }
  }

  /// True if no form encoding escapes any of its characters.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
  }
}
