import HTTPTypes

extension TransferOptions.RedirectPolicy {
  /// How curl follows a redirect where it differs from RFC 9110: `-X`, `--post301`, headers for the first host only.
  package struct CurlRules: Hashable, Sendable {
    /// Where user name and password come from.
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
    /// Whether curl treats the request as a POST (`-d`, `-F`), whatever `-X` says.
    package var isPost: Bool
    /// The statuses on which a POST is repeated with its body: 301, 302, 303 (`--post301` and its siblings).
    package var repeatsPostAt: Set<Int>
    /// Whether curl added the Content-Type, which is dropped with the body; one set by hand stays.
    package var addsContentType: Bool
    /// Whether cookies were given with `-b`, which curl sends to any host; it sends a Cookie header only to the first
    /// one.
    package var sendsCookiesAnywhere = false
    /// `-e ';auto'`: each request names the previous URL as its referrer.
    package var refersToLast = false
    /// `-r`: the value of the Range header once the request has no body.
    package var range: String?
    /// Whether curl added the Content-Range, which is dropped with the body.
    package var addsContentRange = false
    /// `--path-as-is`
    package var keepsDots = false
    package var login = Login.none
    /// Whether a redirect to another port or scheme was followed: curl then drops the credentials for good.
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
