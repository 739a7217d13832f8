/// How a request deals with the client's cache (RFC 9111). Without a cache in the client every mode is `ignore`.
public enum CacheMode: String, Hashable, Sendable, CaseIterable {
  /// Neither read nor written. The default: an explorer shows what the server says now.
  case ignore
  /// A fresh answer is used, a stale one is revalidated.
  case use
  /// A kept answer is always revalidated (`If-None-Match`, `If-Modified-Since`).
  case revalidate
  /// Only what is kept, fresh or stale; nothing is sent, and a missing answer is an error.
  case only
}
