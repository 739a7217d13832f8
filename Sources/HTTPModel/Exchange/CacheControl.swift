import Basics
import HTTPTypes

extension TransferOptions {
  /// The use of the client's cache (RFC 9111). Without a cache in the client, every mode acts like `ignore`.
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
}

/// The directives of every `Cache-Control` field of a message (RFC 9111, section 5.2).
package struct CacheControl {
  /// Names in lower case, in the order written; the value is empty where there is none.
  package private(set) var directives: [(name: String, value: String)] = []

  package init(_ headers: Headers) {
    for field in headers[values: .cacheControl] {
      for part in field.split(separator: ",") {
        let pair = part.split(separator: "=", maxSplits: 1).map { String(decoding: $0.utf8.trimmed, as: UTF8.self) }
        guard let name = pair.first?.asciiLowercased, !name.isEmpty else { continue }
        directives.append((name, pair.count > 1 ? pair[1] : ""))
      }
    }
  }

  package func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// The last one of repeated directives counts.
  package func seconds(_ name: String) -> Int? {
    guard let text = directives.last(where: { $0.name == name })?.value.utf8.filter(\.isASCIIDigit), !text.isEmpty
    else {
      return nil
    }
    return Int(String(decoding: text, as: UTF8.self)) ?? Int(Int32.max)
  }
}
