import Basics
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
  /// The response that a 304 would confirm.
  private let candidate: CachedResponse?

  init(_ request: Request, in cache: ResponseCache?, now: Date) {
    self.request = request
    let mode = request.options.cache ?? .ignore
    guard let cache, mode != .ignore else {
      self.cache = nil
      candidate = nil
      step = mode == .only ? .nothingKept : .send(request)
      return
    }
    self.cache = cache
    let control = CacheControl(request.headers)
    let isUsable = request.method == .get && request.headers["Range"] == nil && !control.has("no-store")
    guard isUsable, let kept = cache.response(for: request) else {
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

  /// Stores the response if allowed. Returns the cached response if the server confirmed it.
  func received(_ head: ResponseHead, _ body: ByteStore?, sentAt: Date, now: Date) -> CachedResponse? {
    guard let cache else { return nil }
    if head.status == .notModified, let candidate {
      let fresh = candidate.freshened(by: head, sentAt: sentAt, now: now)
      cache.keep(fresh, for: request)
      return fresh
    }
    let isSafe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(request.method.rawValue)
    if !isSafe, head.status.code < 400 { cache.remove(request.url) }
    guard request.method == .get, let body, Self.mayKeep(head, request),
      let varying = CachedResponse.varying(head, request)
    else { return nil }
    cache.keep(
      CachedResponse(head: head, body: body, sentAt: sentAt, receivedAt: now, varying: varying), for: request)
    return nil
  }

  /// Whether a private cache may store it (section 3).
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
