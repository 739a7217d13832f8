import Basics
import HTTPTypes

/// Derives the next request from a redirect (RFC 9110, section 15.4).
package enum Redirect {
  static let statuses: Set<Int> = [301, 302, 303, 307, 308]

  /// The next request; `nil` if the response is not a redirect.
  /// - Parameter first: the request that started the redirects, if it is another one.
  /// - Throws: `NetworkError` if the target cannot be requested.
  package static func next(
    after head: ResponseHead, of request: Request, first: Request? = nil, policy: TransferOptions.RedirectPolicy
  ) throws(NetworkError) -> Request? {
    guard leadsOn(head, policy), let location = head.headers["Location"],
      location.utf8.contains(where: { $0 > 0x20 })
    else { return nil }
    let base = URLParts(request.url)
    // The schemes of a WebSocket are replaced by those of its handshake.
    let place = request.options.upgrades ? WebSocketURL.http(location) : location
    var target = base.resolving(PercentEncoding.wire(plusses(in: place)))
    guard let scheme = target.scheme?.asciiLowercased,
      scheme == "http" || scheme == "https", let host = target.host, !host.isEmpty, target.port != nil
    else {
      throw NetworkError(
        .url, "\(request.url) redirects to \(location), which is not a valid http or https URL",
        request: request, head: head)
    }
    if target.fragment == nil { target.fragment = base.fragment }
    var next = request
    next.url = target.description
    rewriteMethod(of: &next, status: head.status.code, policy: policy)
    try checkLine(of: next, from: base, to: target, head, policy)
    try checkBody(of: next, from: base, to: target, head, policy)
    if let rules = policy.curl {
      rules.carry(&next, first: first ?? request, from: base, to: target, isTrusted: policy.forwardsCredentials)
      return next
    }
    if !policy.forwardsCredentials, !mayCarryCredentials(from: base, to: target) { dropCredentials(of: &next) }
    if !target.isSameHost(as: base) || target.port != base.port { next.headers.remove("Host") }
    return next
  }

  /// True if the policy follows the Location of that head.
  package static func leadsOn(_ head: ResponseHead, _ policy: TransferOptions.RedirectPolicy) -> Bool {
    if policy.curl != nil { return TransferOptions.RedirectPolicy.CurlRules.statuses.contains(head.status.code) }
    return statuses.contains(head.status.code)
  }

  /// Replaces spaces, which are not allowed in a Location, with `+` in the query, like libcurl.
  private static func plusses(in location: String) -> String {
    guard let mark = location.utf8.firstIndex(of: UInt8(ascii: "?")) else { return location }
    return String(location[...mark]) + location[location.utf8.index(after: mark)...].replacing(" ", with: "+")
  }

  /// 301 and 302 turn POST into GET, as in every browser; 303 turns everything but HEAD into GET; 307 and 308 keep
  /// method and body.
  private static func rewriteMethod(of next: inout Request, status: Int, policy: TransferOptions.RedirectPolicy) {
    guard !policy.keepsMethod else { return }
    if let rules = policy.curl { return rules.rewrite(&next, status: status) }
    let becomesGet =
      switch status {
      case 303: next.method != .head && next.method != .get
      case 301, 302: next.method == .post
      default: false
      }
    guard becomesGet else { return }
    next.method = .get
    next.body = .none
    next.parts = nil
    for name in bodyHeaders { next.headers.remove(name) }
  }

  private static let bodyHeaders = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Transfer-Encoding",
    "Expect",
  ]

  /// True if a header describes the body and is dropped with it.
  static func isOfBody(_ name: String) -> Bool { bodyHeaders.contains(where: name.equalsIgnoringCase) }

  /// True if both have the same origin, or the same host on standard ports with an upgrade from http to https. Never
  /// true for another host or from https to http.
  package static func mayCarryCredentials(from base: URLParts, to target: URLParts) -> Bool {
    if target.isSameOrigin(as: base) { return true }
    return target.isSameHost(as: base) && base.port == 80 && target.port == 443
      && base.scheme?.asciiLowercased == "http" && target.scheme?.asciiLowercased == "https"
  }

  private static func dropCredentials(of request: inout Request) {
    request.headers = Headers(request.headers.fields.filter { !request.credentials.cover($0.name) })
    request.options.authentication = nil
  }

  private static func name(of url: URLParts) -> String {
    "\(url.scheme?.asciiLowercased ?? "http")://\(url.hostAndPort)"
  }

  /// Checks the URL: a server can pass on received secrets in the address that it names. The method is sent unchanged.
  private static func checkLine(
    of next: Request, from base: URLParts, to target: URLParts, _ head: ResponseHead,
    _ policy: TransferOptions.RedirectPolicy
  ) throws(NetworkError) {
    guard !policy.forwardsCredentials, !mayCarryCredentials(from: base, to: target) else { return }
    let place: String
    if next.credentials.holds(next.url) {
      place = "address"
    } else if next.credentials.holds(next.method.rawValue) {
      place = "method"
    } else {
      return
    }
    // The message omits the new host, because the host may contain the secret.
    throw NetworkError(
      .refusedRedirect,
      "\(name(of: base)) redirects with \(head.status.code) to another server: "
        + "the \(place) contains a secret and was not sent there",
      head: head)
  }

  /// Fails if the body may not be sent: unlike a header, a body cannot be dropped without changing the request.
  private static func checkBody(
    of next: Request, from base: URLParts, to target: URLParts, _ head: ResponseHead,
    _ policy: TransferOptions.RedirectPolicy
  ) throws(NetworkError) {
    guard next.body != .none, next.credentials.body, !policy.forwardsCredentials,
      !mayCarryCredentials(from: base, to: target)
    else { return }
    throw NetworkError(
      .refusedRedirect,
      "\(name(of: base)) redirects with \(head.status.code) to \(name(of: target)): "
        + "the body contains a secret and was not sent there",
      head: head)
  }
}
