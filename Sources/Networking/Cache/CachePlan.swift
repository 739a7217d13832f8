import Basics
import Essentials
import HTTPModel
import HTTPTypes

/// The role of the cache in one hop: decided before sending, completed after the response.
struct CachePlan {
  enum Step {
    case send(Request)
    case answer(CachedResponse)
    /// Only the cache may respond, but it has nothing.
    case nothingKept
  }

  let step: Step
  private let cache: ResponseCache?
  private let request: Request
  /// True if the request may be answered from the cache and its response stored.
  private let usesCache: Bool
  /// The response that a 304 would confirm.
  private let candidate: CachedResponse?

  /// - Parameter isStreamed: the body goes to a reader, so that there is none to keep.
  init(_ request: Request, in cache: ResponseCache?, isStreamed: Bool, now: Date) {
    self.request = request
    self.cache = cache
    let mode = request.options.cache ?? .ignore
    usesCache = cache != nil && mode != .ignore && !isStreamed
    let control = CacheControl(request.headers)
    let isUsable = request.method == .get && request.headers["Range"] == nil && !control.has("no-store")
    guard let cache, usesCache, isUsable, let kept = cache.response(for: request) else {
      candidate = nil
      step = mode == .only ? .nothingKept : .send(request)
      return
    }
    let mustAsk = mode == .revalidate || control.has("no-cache") || control.seconds("max-age") == 0
    if mode == .only || (!mustAsk && kept.isFresh(at: now)) {
      candidate = nil
      step = .answer(kept)
    } else {
      let conditional = Self.conditional(request, kept)
      candidate = conditional == request ? nil : kept
      step = .send(conditional)
    }
  }

  /// Stores the response if allowed, and drops what an unsafe method made invalid. Returns the cached response if the
  /// server confirmed it.
  func received(_ head: ResponseHead, _ body: ByteStore?, sentAt: Date, now: Date) -> CachedResponse? {
    guard let cache else { return nil }
    // Also without using the cache: it must not keep what the request has changed (section 4.4).
    let isSafe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(request.method.rawValue)
    if !isSafe, head.status.code < 400 { cache.remove(request.url) }
    guard usesCache else { return nil }
    if head.status == .notModified, let candidate {
      let fresh = candidate.freshened(by: head, sentAt: sentAt, now: now)
      cache.keep(fresh, for: request)
      return fresh
    }
    guard request.method == .get, let body, Self.mayKeep(head, request),
      let varying = CachedResponse.varying(head, request)
    else { return nil }
    cache.keep(
      CachedResponse(
        head: head, body: body, sentAt: sentAt, receivedAt: now, owner: CachedResponse.owner(of: request),
        varying: varying), for: request)
    return nil
  }

  /// True if a private cache may store the response (section 3).
  private static func mayKeep(_ head: ResponseHead, _ request: Request) -> Bool {
    let statuses = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
    let control = CacheControl(head.headers)
    guard statuses.contains(head.status.code), !control.has("no-store"), request.headers["Range"] == nil,
      !CacheControl(request.headers).has("no-store")
    else { return false }
    return control.has("max-age") || head.headers["Expires"] != nil || head.headers["ETag"] != nil
      || head.headers["Last-Modified"] != nil
  }

  /// Adds the validators of the cached response, unless the request has its own conditions.
  private static func conditional(_ request: Request, _ kept: CachedResponse) -> Request {
    let conditions = ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]
    guard conditions.allSatisfy({ request.headers[$0] == nil }) else { return request }
    var copy = request
    if let tag = kept.head.headers["ETag"] { copy.headers.append("If-None-Match", tag) }
    if let date = kept.head.headers["Last-Modified"] { copy.headers.append("If-Modified-Since", date) }
    return copy
  }
}

/// A cached response (RFC 9111).
struct CachedResponse: Sendable, Equatable {
  var head: ResponseHead
  let body: ByteStore
  /// The times at which the request was sent and the head had arrived.
  var sentAt: Date
  var receivedAt: Date
  /// The digest of what identifies user and server: what one user received is not for another. Empty for neither.
  var owner = ""
  /// The digests of the request's values of the fields named by `Vary`, which may be secrets.
  var varying: [Header]

  /// Section 4.2.3, in seconds.
  func age(at now: Date) -> Double {
    let date = head.headers["Date"].flatMap(HTTPDate.parse) ?? receivedAt
    let apparent = max(0, receivedAt.timeIntervalSince(date))
    let corrected = Double(head.headers["Age"].flatMap { Int($0) } ?? 0) + receivedAt.timeIntervalSince(sentAt)
    return max(apparent, corrected) + max(0, now.timeIntervalSince(receivedAt))
  }

  /// Section 4.2.1, in seconds: `max-age`, else `Expires`, else a tenth of the time since the last change, at most a
  /// day.
  var lifetime: Double {
    let control = CacheControl(head.headers)
    if control.has("no-cache") { return 0 }
    if let seconds = control.seconds("max-age") { return Double(seconds) }
    let date = head.headers["Date"].flatMap(HTTPDate.parse) ?? receivedAt
    if let text = head.headers["Expires"] {
      return HTTPDate.parse(text).map { max(0, $0.timeIntervalSince(date)) } ?? 0
    }
    guard let changed = head.headers["Last-Modified"].flatMap(HTTPDate.parse) else { return 0 }
    return min(86_400, max(0, date.timeIntervalSince(changed) / 10))
  }

  func isFresh(at now: Date) -> Bool { age(at: now) < lifetime }

  /// Section 4.3.4: the fields of a 304 replace the cached ones, except those that describe the cached body.
  func freshened(by head: ResponseHead, sentAt: Date, now: Date) -> CachedResponse {
    var copy = self
    let fixed = ["content-length", "content-encoding", "transfer-encoding", "content-range"]
    let fresh = head.headers.fields.filter { !fixed.contains($0.name.asciiLowercased) }
    for name in Set(fresh.map(\.name.asciiLowercased)) { copy.head.headers.remove(name) }
    for field in fresh { copy.head.headers.append(field.name, field.value) }
    copy.sentAt = sentAt
    copy.receivedAt = now
    return copy
  }

  func matches(_ request: Request) -> Bool {
    owner == Self.owner(of: request) && varying.allSatisfy { Self.digest(of: $0.name, in: request) == $0.value }
  }

  /// The digest of everything that authenticates a request, and of how its server is reached and verified, but not of
  /// its cookies, which change all the time: servers that answer by them say so.
  static func owner(of request: Request) -> String {
    let fields = request.headers.fields.filter { field in
      request.credentials.cover(field.name) && !field.name.equalsIgnoringCase("Cookie")
    }
    var texts = fields.flatMap { [$0.name.asciiLowercased, $0.value] }
    let options = request.options
    if let login = options.authentication { texts += [login.user, login.password] }
    if let tls = options.tls {
      if let file = tls.certificateFile { texts += ["certificate", file, tls.keyFile ?? ""] }
      if let file = tls.caFile(for: request.url) { texts += ["authorities", file] }
      if let keys = tls.pinnedPublicKeys { texts += ["keys", keys] }
      let rule = tls.verification(of: request.url)
      if rule != .authorities { texts += ["verification", "\(rule)"] }
    }
    if let path = options.unixSocket { texts += ["socket", path] }
    if let entries = options.resolve { texts += ["resolve"] + entries }
    if let entries = options.connectTo { texts += ["connect"] + entries }
    return texts.isEmpty ? "" : Digest.hexadecimal(texts.joined(separator: "\0").utf8)
  }

  private static func digest(of name: String, in request: Request) -> String {
    let values = request.headers.fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
    return Digest.hexadecimal(values.joined(separator: ", ").utf8)
  }

  /// `nil` if the response varies by something other than headers.
  static func varying(_ head: ResponseHead, _ request: Request) -> [Header]? {
    let names = head.headers[values: "Vary"].flatMap { $0.split(separator: ",") }
      .map { String(decoding: $0.utf8.trimmed, as: UTF8.self) }
    if names.contains("*") { return nil }
    return names.map { Header($0, digest(of: $0, in: request)) }
  }
}
