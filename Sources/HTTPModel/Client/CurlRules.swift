import Basics
import HTTPTypes

extension TransferOptions.RedirectPolicy {
  /// curl's rules for redirects that differ from RFC 9110: `-X`, `--post301`, headers for the first host only.
  package struct CurlRules: Hashable, Sendable {
    /// The source of user name and password.
    package enum Login: Hashable, Sendable {
      /// No credentials, or an `Authorization` header set by hand.
      case none
      /// From the URL, which a redirect's URL may replace, or from `.netrc`.
      case ofURL
      /// From `-u`.
      case given
    }

    /// `-X`: the method is kept for any status; only the body is dropped.
    package var keepsMethod: Bool
    /// True if curl treats the request as a POST (`-d`, `-F`), regardless of `-X`.
    package var isPost: Bool
    /// The statuses on which a POST is repeated with its body: 301, 302, 303 (`--post301` and its siblings).
    package var repeatsPostAt: Set<Int>
    /// True if curl added the Content-Type, which is dropped with the body; one set by hand stays.
    package var addsContentType: Bool
    /// True if cookies were given with `-b`, which curl sends to any host; a Cookie header goes only to the first host.
    package var sendsCookiesAnywhere = false
    /// `-e ';auto'`: each request names the previous URL as its referrer.
    package var refersToLast = false
    /// `--path-as-is`
    package var keepsDots = false
    package var login = Login.none
    /// True if a redirect to another port or scheme was followed: curl then drops the credentials for good.
    var hasLostLogin = false

    package init(
      keepsMethod: Bool = false, isPost: Bool = false, repeatsPostAt: Set<Int> = [], addsContentType: Bool = true
    ) {
      self.keepsMethod = keepsMethod
      self.isPost = isPost
      self.repeatsPostAt = repeatsPostAt
      self.addsContentType = addsContentType
    }

    /// curl follows any of these with a Location.
    static let statuses = 300..<400

    /// Changes the request as curl does for that status.
    func rewrite(_ next: inout Request, status: Int) {
      guard next.body != .none, dropsBody(at: status) else { return }
      if !keepsMethod { next.method = .get }
      next.body = .none
      next.parts = nil
      let own = ["Content-Length", "Transfer-Encoding", "Expect"] + (addsContentType ? ["Content-Type"] : [])
      for name in own { next.headers.remove(name) }
    }

    private func dropsBody(at status: Int) -> Bool {
      switch status {
      case 301, 302: isPost && !repeatsPostAt.contains(status)
      case 303: !isPost || !repeatsPostAt.contains(status)
      default: false
      }
    }
  }
}

extension TransferOptions.RedirectPolicy.CurlRules {
  /// Removes credentials and cookies for a host, port or scheme other than the first, and restores them on return. curl
  /// keeps all other fields.
  /// - Parameter first: the request that the redirects started from.
  func carry(_ next: inout Request, first: Request, from base: URLParts, to location: URLParts, isTrusted: Bool) {
    let home = URLParts(first.url)
    var (rules, target) = (self, location)
    let isHome = target.isSameOrigin(as: home) || isTrusted
    let stays = target.port == base.port && target.scheme?.asciiLowercased == base.scheme?.asciiLowercased
    if login != .none, !isTrusted, !stays { rules.hasLostLogin = true }
    if target.userinfo != nil, login == .given || !isHome { target.userinfo = nil }
    if target.userinfo != nil, login == .ofURL || first.headers["Authorization"] == nil {
      // The credentials in this URL replace the previous ones.
      rules.login = .ofURL
      next.headers.remove("Authorization")
    } else {
      Self.settle("Authorization", isHome && !(login != .none && rules.hasLostLogin), in: &next, of: first)
    }
    let maySendLogin = isHome && !rules.hasLostLogin
    next.options.authentication = maySendLogin ? first.options.authentication : nil
    Self.settle("Cookie", isHome || sendsCookiesAnywhere, in: &next, of: first)
    settleMarked(isHome, in: &next, of: first)
    let isNamed = target.isSameHost(as: home)
    Self.settle("Host", isNamed, in: &next, of: first)
    next.suppressedHeaders = first.suppressedHeaders.filter { isNamed || !$0.equalsIgnoringCase("Host") }
    if refersToLast { next.headers.set("Referer", Self.page(base)) }
    next.url = target.description
    next.options.redirects?.curl = rules
  }

  /// Headers set by hand go to every host, as curl's manual says; marked credentials only to the first.
  private func settleMarked(_ isHome: Bool, in next: inout Request, of first: Request) {
    var seen: Set<String> = []
    for field in first.headers.fields where first.credentials.isMarked(field.name) {
      if seen.insert(field.name.asciiLowercased).inserted { Self.settle(field.name, isHome, in: &next, of: first) }
    }
  }

  /// Removes a field, or restores it from the first request.
  private static func settle(_ name: String, _ isAllowed: Bool, in next: inout Request, of first: Request) {
    guard isAllowed else { return next.headers.remove(name) }
    guard next.headers[name] == nil else { return }
    next.headers.fields += first.headers.fields.filter { $0.name.equalsIgnoringCase(name) }
  }

  /// A URL as sent in `Referer`.
  private static func page(_ base: URLParts) -> String {
    var page = base
    page.fragment = nil
    page.userinfo = nil
    if page.path.isEmpty { page.path = "/" }
    return page.description
  }
}

/// Resolves a Location header as curl up to version 8.11 does: by joining texts, unlike RFC 3986 and browsers. A
/// backslash is not a slash, `%2e` is not a dot, one to three slashes follow a scheme, any text that looks like a
/// scheme is one, and a lone fragment leads to the folder.
enum CurlLocation {
  /// curl recognises only schemes up to this length.
  private static let longestScheme = 40

  /// The target; `nil` if curl rejects it.
  static func target(_ location: String, from base: URLParts, keepsDots: Bool) -> URLParts? {
    let text = location.trimmingASCII(\.isASCIIWhitespace)
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }), let joined = joined(text, base),
      var target = parsed(joined)
    else { return nil }
    if let host = target.host, !host.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let ascii = Punycode.host(host) else { return nil }
      target.host = ascii
    }
    // Spaces are invalid in a query and become `+`.
    target.query = target.query.map { PercentEncoding.wire($0.replacing(" ", with: "+")) }
    target.path = PercentEncoding.wire(target.path)
    target.fragment = target.fragment.map(PercentEncoding.wire)
    if !keepsDots { target.path = URLParts.removingDotSegments(target.path, decodes: false) }
    return target
  }

  /// The complete URL.
  private static func joined(_ text: String, _ base: URLParts) -> String? {
    if hasScheme(text) { return text }
    let scheme = base.scheme ?? "http"
    if text.hasPrefix("//") { return "\(scheme)://\(text.dropFirst(2))" }
    let root = "\(scheme)://\(base.authority ?? "")"
    if text.hasPrefix("/") { return root + text }
    if text.hasPrefix("?") { return root + (base.path.isEmpty ? "/" : base.path) + text }
    return root + folder(of: base.path, text)
  }

  /// Joins a relative path to the folders of the base. A leading `./` is dropped, and each `../` removes a folder.
  private static func folder(of path: String, _ relative: String) -> String {
    var folders = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().dropLast()
    var rest = relative[...]
    if rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    while rest.hasPrefix("../") {
      rest = rest.dropFirst(3)
      _ = folders.popLast()
    }
    let start = folders.map { "/" + String(Substring($0)) }.joined()
    return rest.hasPrefix("/") ? start + rest : "\(start)/\(rest)"
  }

  private static func hasScheme(_ text: String) -> Bool {
    let name = text.utf8.prefix(longestScheme).prefix { byte in
      byte.isASCIIAlphanumeric || "+-.".utf8.contains(byte)
    }
    return !name.isEmpty && text.utf8.dropFirst(name.count).first == UInt8(ascii: ":")
  }

  /// `nil` for a scheme other than `http` and `https`, or with no slash or more than three after it.
  private static func parsed(_ text: String) -> URLParts? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].asciiLowercased
    let rest = text.utf8[colon...].dropFirst()
    let slashes = rest.prefix { $0 == UInt8(ascii: "/") }.count
    guard scheme == "http" || scheme == "https", (1...3).contains(slashes) else { return nil }
    return URLParts("\(scheme)://\(String(Substring(rest.dropFirst(slashes))))")
  }
}
