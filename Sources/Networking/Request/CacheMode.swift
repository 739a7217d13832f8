/// How a request uses the client's cache (RFC 9111). Without a cache in the client every mode acts like `ignore`.
public enum CacheMode: String, Hashable, Sendable, CaseIterable {
  /// The cache is neither read nor written. The default: an explorer shows the server's current response.
  case ignore
  /// A fresh response is used, a stale one is revalidated.
  case use
  /// A cached response is always revalidated (`If-None-Match`, `If-Modified-Since`).
  case revalidate
  /// Only the cache is used, fresh or stale; nothing is sent, and a missing response is an error.
  case only
}
