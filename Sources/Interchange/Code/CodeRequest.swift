import Basics
import HTTPTypes
import Networking
import Workspaces

/// A request as a program of a few lines can send it with one library: its secrets masked, fitted to what the library
/// can send, and without what the library adds by itself.
struct CodeRequest {
  let method: String
  let url: String
  /// In the order sent. Without the type of a form: who writes the form chooses the boundary.
  let headers: [CodeHeader]
  let body: CodeBody
  /// In seconds.
  let timeout: Double?
  let followsRedirects: Bool
  let verifies: Bool
  /// `nil` for that of the environment, empty for none.
  let proxy: String?
  /// What a program with this library does not do as Apus does, one sentence each.
  let notices: [String]

  init(_ request: Request, _ redaction: Redaction, for library: CodeLibrary) {
    let options = request.options
    var notices: [String] = []
    var body = CodeBody(of: request, redaction, hasForms: library.hasForms)
    if body == nil { notices.append("a body that is produced while it is sent is not written") }
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

  /// Basic is a header like any other; the other schemes answer a challenge or sign.
  private static func headers(
    of request: Request, _ redaction: Redaction, _ notices: inout [String]
  ) -> [Header] {
    let fields = redaction.masked(request.headers).fields
    guard let login = request.options.authentication else { return fields }
    guard login.scheme == .basic else {
      notices.append("the authentication is not carried over: it answers the server or signs what is sent")
      return fields
    }
    let field = Header("Authorization", "Basic \(Base64.encode(Array("\(login.user):\(login.password)".utf8)))")
    return fields + [redaction.masked(field)]
  }

  /// What a program in another language does not do for these options.
  static func lacking(_ options: TransferOptions, _ url: String) -> [String] {
    let tls = options.tls
    let all: [(String, Bool)] = [
      ("the client certificate", tls?.certificateFile != nil || options.clientCertificates?.isEmpty == false),
      (
        "whom the request trusts",
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
  /// The limit in whole milliseconds, at least one.
  var milliseconds: Int? { timeout.map { max(1, Int($0 * 1000)) } }

  /// `http://h:80`
  var origin: String {
    let parts = URLParts(url)
    return "\(parts.scheme ?? "http")://\(parts.authority ?? "")"
  }

  /// Path and query, as on the request line.
  var target: String { URLParts(url).requestTarget }

  var isSecure: Bool { URLParts(url).scheme?.asciiLowercased == "https" }

  func header(_ name: String) -> String? { headers.first { $0.name.equalsIgnoringCase(name) }?.value }

  /// The headers by name, each with its values in order.
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

/// A header as a library sends it.
struct CodeHeader: Equatable {
  let name: String
  var value: String
  /// Whether the value has characters beyond ASCII, which are sent as UTF-8: where the library encodes text otherwise, it
  /// is given the bytes. A mask is text in any case, for a person to replace.
  let isWide: Bool
}
