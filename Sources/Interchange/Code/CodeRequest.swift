import Basics
import HTTPTypes
import Networking
import Workspaces

/// A request as a program of a few lines can send it: with its secrets masked, without what the library adds by itself.
struct CodeRequest {
  enum Body {
    case none
    case text(String)
    case bytes([UInt8])
    case file(String)
    case parts([Part])
  }

  /// A part of a multipart body. A file has a name, even if it is empty.
  struct Part {
    enum Content {
      case text(String)
      case bytes([UInt8])
      case file(String)
    }

    var name: String
    var content: Content
    var fileName: String?
    var contentType: String?
  }

  let method: String
  let url: String
  /// In the order sent. Without the type of a multipart body: who writes the body chooses the boundary.
  private(set) var headers: [Header]
  let body: Body
  /// In seconds.
  let timeout: Double?
  let followsRedirects: Bool
  let verifies: Bool
  /// `nil` for that of the environment.
  let proxy: String?
  /// What no program of these has, one sentence each.
  private(set) var notices: [String] = []

  init(_ request: Request, _ redaction: Redaction) {
    let options = request.options
    method = request.method.rawValue
    url = redaction.masked(url: request.url)
    headers = redaction.masked(request.headers).fields
    timeout = options.totalTimeout.map { $0 / .seconds(1) }.flatMap { $0 > 0 ? $0 : nil }
    followsRedirects = options.redirects?.follows ?? true
    verifies = options.tls?.verifies ?? true
    proxy = options.proxy.map { redaction.masked(url: $0) }
    let body = Self.body(of: request, redaction)
    self.body = body ?? .none
    if body == nil { notices.append("a body that is produced while it is sent is not written") }
    if case .parts = self.body { headers.removeAll { $0.name.equalsIgnoringCase("Content-Type") } }
    addLogin(options.authentication, redaction)
    notices += Self.lacking(options).map { "\($0) is not carried over" }
  }

  /// `nil` for a body that cannot be written down.
  private static func body(of request: Request, _ redaction: Redaction) -> Body? {
    let type = request.headers["Content-Type"] ?? ""
    if let parts = request.parts {
      let written = parts.parts.compactMap { part($0, redaction) }
      return written.count == parts.parts.count ? .parts(written) : nil
    }
    switch request.body {
    case .none: return Body.none
    case .file(let path, _): return .file(path)
    case .sequence: return nil
    case .stream(let stream): return stream.content.map { literal(redaction.masked(bytes: $0, type: type)) }
    case .bytes(let bytes): return literal(redaction.masked(bytes: bytes, type: type))
    }
  }

  private static func literal(_ bytes: [UInt8]) -> Body {
    String(validating: bytes, as: UTF8.self).map(Body.text) ?? .bytes(bytes)
  }

  private static func part(_ part: Multipart.Part, _ redaction: Redaction) -> Part? {
    let content: Part.Content
    switch part.content {
    case .text(let text): content = .text(redaction.masked(text, ofPart: part.name))
    case .data(let bytes):
      let text = String(validating: bytes, as: UTF8.self)
      content =
        text.map { .text(redaction.masked($0, ofPart: part.name)) }
        ?? .bytes(redaction.masked(bytes: bytes, type: part.sentContentType ?? ""))
    case .file(let path): content = .file(path)
    case .stream: return nil
    }
    return Part(
      name: redaction.masked(text: part.name), content: content, fileName: part.sentFileName,
      contentType: part.sentContentType)
  }

  /// Basic is a header like any other; the other schemes answer a challenge or sign.
  private mutating func addLogin(_ login: TransportAuthentication?, _ redaction: Redaction) {
    guard let login else { return }
    guard login.scheme == .basic else {
      notices.append("the authentication is not carried over: it answers the server or signs what is sent")
      return
    }
    let field = Header("Authorization", "Basic \(Base64.encode(Array("\(login.user):\(login.password)".utf8)))")
    headers.append(redaction.masked(field))
  }

  private static func lacking(_ options: TransferOptions) -> [String] {
    let tls = options.tls
    let all: [(String, Bool)] = [
      ("the client certificate", tls?.certificateFile != nil || options.clientCertificates?.isEmpty == false),
      ("whom the request trusts", tls?.caFile != nil || tls?.pinnedPublicKeys != nil || tls?.trusted.isEmpty == false),
      ("the Unix socket", options.unixSocket != nil),
      ("the address to connect to", !(options.resolve ?? []).isEmpty || !(options.connectTo ?? []).isEmpty),
      ("the interface", options.interface != nil),
      ("the request target", options.requestTarget != nil),
    ]
    return all.filter(\.1).map(\.0)
  }
}
