import Basics
import HTTPTypes

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
