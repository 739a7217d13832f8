extension TransferOptions.RedirectPolicy {
  /// How curl goes on behind a redirect, where that is not what RFC 9110 says: `-X`, `--post301`, what is for one host only.
  public struct CurlRules: Hashable, Sendable {
    /// `-X`: the method stays whatever is answered; only the body falls away.
    public var keepsMethod: Bool
    /// Whether the request is a POST to curl (`-d`, `-F`), whatever `-X` calls it.
    public var isPost: Bool
    /// Where a POST is repeated with its body: 301, 302, 303 (`--post301` and its kin).
    public var repeatsPostAt: Set<Int>
    /// Whether the Content-Type is curl's own, which goes with the body; one that was written by hand stays.
    public var addsContentType: Bool
    /// Whether cookies were given with `-b`, which curl sends to any host; a Cookie header goes to the first one only.
    public var sendsCookiesAnywhere = false
    /// `-e ';auto'`: each request names the URL before it.
    public var refersToLast = false

    public init(
      keepsMethod: Bool = false, isPost: Bool = false, repeatsPostAt: Set<Int> = [], addsContentType: Bool = true
    ) {
      self.keepsMethod = keepsMethod
      self.isPost = isPost
      self.repeatsPostAt = repeatsPostAt
      self.addsContentType = addsContentType
    }

    /// Changes the request as curl does at that status.
    func rewrite(_ next: inout Request, status: Int) {
      guard next.body != .none, dropsBody(at: status) else { return }
      if !keepsMethod { next.method = .get }
      next.body = .none
      next.parts = nil
      let own = ["Content-Length", "Transfer-Encoding", "Expect"] + (addsContentType ? ["Content-Type"] : [])
      for name in own { next.headers.remove(name) }
    }

    /// Leaves out what is not for another host, port or scheme: the login, cookies. All other fields curl takes along.
    func carry(_ next: inout Request, from base: URLParts, to target: URLParts, isTrusted: Bool) {
      if !isTrusted, !target.isSameOrigin(as: base) {
        next.headers.remove("Authorization")
        if !sendsCookiesAnywhere { next.headers.remove("Cookie") }
        next.options.authentication = nil
      }
      if !target.isSameHost(as: base) { next.headers.remove("Host") }
      guard refersToLast else { return }
      var page = base
      page.fragment = nil
      if page.path.isEmpty { page.path = "/" }
      next.headers.set("Referer", page.description)
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
