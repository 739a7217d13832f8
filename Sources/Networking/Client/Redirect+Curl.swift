extension TransferOptions.RedirectPolicy {
  /// How curl goes on behind a redirect, where its command line says more than RFC 9110: `-X` and `--post301`.
  public struct CurlRules: Hashable, Sendable {
    /// `-X`: the method stays whatever is answered; only the body falls away.
    public var keepsMethod: Bool
    /// Whether the request is a POST to curl (`-d`, `-F`), whatever `-X` calls it.
    public var isPost: Bool
    /// Where a POST is repeated with its body: 301, 302, 303 (`--post301` and its kin).
    public var repeatsPostAt: Set<Int>
    /// Whether the Content-Type is curl's own, which goes with the body; one that was written by hand stays.
    public var addsContentType: Bool

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

    private func dropsBody(at status: Int) -> Bool {
      switch status {
      case 301, 302: isPost && !repeatsPostAt.contains(status)
      case 303: !isPost || !repeatsPostAt.contains(status)
      default: false
      }
    }
  }
}
