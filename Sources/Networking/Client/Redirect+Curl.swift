extension TransferOptions.RedirectPolicy {
  /// How curl follows a redirect where it differs from RFC 9110: `-X`, `--post301`, headers for one host only.
  package struct CurlRules: Hashable, Sendable {
    /// Where a name and a password come from.
    package enum Login: Hashable, Sendable {
      /// There are none, or `Authorization` was written by hand.
      case none
      /// From the URL, which another URL may replace, or from `.netrc`.
      case ofURL
      /// From `-u`.
      case given
    }

    /// `-X`: the method stays whatever is answered; only the body falls away.
    package var keepsMethod: Bool
    /// Whether the request is a POST to curl (`-d`, `-F`), whatever `-X` calls it.
    package var isPost: Bool
    /// Where a POST is repeated with its body: 301, 302, 303 (`--post301` and its kin).
    package var repeatsPostAt: Set<Int>
    /// Whether the Content-Type is curl's own, which goes with the body; one that was written by hand stays.
    package var addsContentType: Bool
    /// Whether cookies were given with `-b`, which curl sends to any host; a Cookie header goes to the first one only.
    package var sendsCookiesAnywhere = false
    /// `-e ';auto'`: each request names the URL before it.
    package var refersToLast = false
    /// `-r`: the value of the Range header of a request that sends nothing any more.
    package var range: String?
    /// Whether the Content-Range is curl's own, which goes with the body.
    package var addsContentRange = false
    /// `--path-as-is`
    package var keepsDots = false
    package var login = Login.none
    /// Whether a redirect to another port or scheme was followed: curl then has no login any more, wherever it comes to.
    private var hasLostLogin = false

    package init(
      keepsMethod: Bool = false, isPost: Bool = false, repeatsPostAt: Set<Int> = [], addsContentType: Bool = true
    ) {
      self.keepsMethod = keepsMethod
      self.isPost = isPost
      self.repeatsPostAt = repeatsPostAt
      self.addsContentType = addsContentType
    }

    /// curl follows whatever of these has a Location.
    static let statuses = 300..<400

    /// Changes the request as curl does at that status.
    func rewrite(_ next: inout Request, status: Int) {
      guard next.body != .none, dropsBody(at: status) else { return }
      if !keepsMethod { next.method = .get }
      next.body = .none
      next.parts = nil
      let own = ["Content-Length", "Transfer-Encoding", "Expect"] + (addsContentType ? ["Content-Type"] : [])
      for name in own + (addsContentRange ? ["Content-Range"] : []) { next.headers.remove(name) }
      if let range { next.headers.append("Range", range) }
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
  /// Leaves out what is not for another host, port or scheme than the first: the login, cookies. What comes back there
  /// has it again. All other fields curl takes along.
  /// - Parameter first: the request that all redirects began with.
  func carry(_ next: inout Request, first: Request, from base: URLParts, to location: URLParts, isTrusted: Bool) {
    let home = URLParts(first.url)
    var (rules, target) = (self, location)
    let isHome = target.isSameOrigin(as: home) || isTrusted
    let stays = target.port == base.port && target.scheme?.asciiLowercased == base.scheme?.asciiLowercased
    if login != .none, !isTrusted, !stays { rules.hasLostLogin = true }
    if target.userinfo != nil, login == .given || !isHome { target.userinfo = nil }
    if target.userinfo != nil, login == .ofURL || first.headers["Authorization"] == nil {
      // The login of this URL takes the place of the one before.
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

  /// Headers written by hand go to every host, as in curl's manual; marked credentials only to the first.
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

  /// A URL as it is referred to.
  private static func page(_ base: URLParts) -> String {
    var page = base
    page.fragment = nil
    page.userinfo = nil
    if page.path.isEmpty { page.path = "/" }
    return page.description
  }
}
