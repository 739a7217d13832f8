import Basics
import HTTPTypes

/// The redirect options of a command, and notices on what they cannot express: curl repeats every header and `-X` in
/// the next request, while Apus follows RFC 9110, section 15.4, and browsers.
struct CurlRedirects {
  typealias Term = CurlCommand.Term

  private(set) var terms: [Term] = []
  private(set) var notices: [String] = []

  init(_ request: Request, body: CurlBody) {
    let policy = request.options.redirects ?? TransferOptions.RedirectPolicy()
    guard policy.follows else { return }
    terms = [Term(policy.forwardsCredentials ? "--location-trusted" : "-L")]
    // The user did not choose the default limit, and curl's own (50) also stops a loop.
    if request.options.redirects != nil, policy.maximum != TransferOptions.RedirectPolicy().maximum {
      terms.append(Term("--max-redirs", String(policy.maximum)))
    }
    terms += Self.repeated(request, policy, body).map { Term("--post\($0)") }
    if policy.curl == nil { addNotices(request, policy, body) }
  }

  /// Whether a redirect turns a POST into a GET, the default.
  static func turnsToGet(_ request: Request) -> Bool {
    let policy = request.options.redirects ?? TransferOptions.RedirectPolicy()
    return policy.follows && !policy.keepsMethod && policy.curl == nil
  }

  /// The statuses on which curl must be told to send the body again: curl treats everything with `-d` or `-F` as a
  /// POST.
  private static func repeated(
    _ request: Request, _ policy: TransferOptions.RedirectPolicy, _ body: CurlBody
  ) -> [Int] {
    if let rules = policy.curl { return rules.repeatsPostAt.sorted() }
    if policy.keepsMethod { return [301, 302, 303] }
    guard body.impliedMethod == "POST" else { return [] }
    switch request.method {
    case .post: return []
    case .get, .head: return [301, 302, 303]
    default: return [301, 302]
    }
  }

  private mutating func addNotices(_ request: Request, _ policy: TransferOptions.RedirectPolicy, _ body: CurlBody) {
    if !policy.keepsMethod { addMethodNotices(request, body) }
    let base = URLParts(request.url)
    let names = request.headers.fields.map(\.name)
    func isOwn(_ name: String) -> Bool { ["authorization", "cookie"].contains(name.asciiLowercased) }
    if !policy.forwardsCredentials {
      let secret = names.filter { request.credentials.cover($0) && !isOwn($0) }
      tell(secret, "after a redirect to another host curl still sends", "which Apus leaves out")
      let logins = names.filter(isOwn)
      let isPlain = base.scheme?.asciiLowercased == "http" && base.port == 80
      if isPlain {
        tell(logins, "after a redirect from http to https curl leaves out", "which Apus sends to the same host")
      }
    }
    tell(
      names.filter { $0.equalsIgnoringCase("Host") }, "after a redirect to another port curl still sends",
      "which Apus leaves out")
  }

  private mutating func addMethodNotices(_ request: Request, _ body: CurlBody) {
    let isPost = request.method == .post
    guard isPost || request.method != .get && request.method != .head else { return }
    let method = request.method.rawValue
    let answers = isPost ? "301, 302 or 303" : "303"
    // `-X` is kept; a method that curl infers becomes GET as well.
    if method != body.impliedMethod {
      notices.append("after a \(answers) curl sends \(method) again, where Apus continues with GET")
    }
    let left = request.headers.fields.filter { Redirect.isOfBody($0.name) && body.remaining($0) != nil }
    tell(
      left.map(\.name), "after a \(answers) curl still sends", "which Apus leaves out with the body")
  }

  private mutating func tell(_ names: [String], _ what: String, _ instead: String) {
    var said: [String] = []
    for name in names where !said.contains(where: name.equalsIgnoringCase) { said.append(name) }
    if !said.isEmpty { notices.append("\(what) \(said.joined(separator: ", ")), \(instead)") }
  }
}
