/// Request headers that are written by hand, common ones first, with their common values.
enum KnownHeaders {
  static let names = [
    "Accept", "Authorization", "Content-Type", "Cookie", "User-Agent", "Accept-Charset", "Accept-Encoding",
    "Accept-Language", "Access-Control-Request-Headers",
    "Access-Control-Request-Method", "Cache-Control", "Connection", "Content-Disposition",
    "Content-Encoding", "Content-Language", "Content-Length", "Date", "DNT", "ETag", "Expect",
    "Forwarded", "From", "Host", "Idempotency-Key", "If-Match", "If-Modified-Since", "If-None-Match", "If-Range",
    "If-Unmodified-Since", "Origin", "Pragma", "Prefer", "Proxy-Authorization", "Range", "Referer", "TE",
    "Traceparent", "Tracestate", "Transfer-Encoding", "Upgrade", "Upgrade-Insecure-Requests", "Via",
    "X-Api-Key", "X-Correlation-ID", "X-CSRF-Token", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto",
    "X-HTTP-Method-Override", "X-Request-ID", "X-Requested-With",
  ]

  private static let mediaTypes = [
    "application/json", "application/xml", "application/x-www-form-urlencoded", "application/octet-stream",
    "application/pdf", "application/problem+json", "application/x-ndjson", "multipart/form-data", "text/csv",
    "text/event-stream", "text/html", "text/plain", "text/plain; charset=utf-8", "text/xml", "image/png", "image/jpeg",
  ]

  static func values(of name: String) -> [String] {
    switch name.lowercased() {
    case "content-type": mediaTypes
    case "accept": ["*/*"] + mediaTypes
    case "accept-encoding": ["gzip", "gzip, deflate, br", "identity", "br", "zstd"]
    case "accept-language": ["en", "en-US,en;q=0.9", "de", "fr", "*"]
    case "authorization": ["Bearer ", "Basic ", "Digest "]
    case "cache-control": ["no-cache", "no-store", "max-age=0", "only-if-cached"]
    case "connection": ["keep-alive", "close", "Upgrade"]
    case "content-encoding": ["gzip", "deflate", "br", "identity"]
    case "expect": ["100-continue"]
    case "pragma": ["no-cache"]
    case "prefer": ["return=minimal", "return=representation", "respond-async"]
    case "range": ["bytes=0-", "bytes=0-1023"]
    case "te": ["trailers"]
    case "transfer-encoding": ["chunked"]
    case "upgrade": ["websocket", "h2c"]
    case "x-requested-with": ["XMLHttpRequest"]
    default: []
    }
  }
}
