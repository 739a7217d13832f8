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
}
