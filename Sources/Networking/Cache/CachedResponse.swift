import Basics
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A cached response (RFC 9111).
struct CachedResponse: Sendable, Equatable {
  var head: ResponseHead
  let body: ByteStore
  /// When its request was sent, and when its head had arrived.
  var sentAt: Date
  var receivedAt: Date
  /// The request's values of the fields named by `Vary`.
  var varying: [Header]

  /// Section 4.2.3, in seconds.
  func age(at now: Date) -> Double {
    let date = head.headers["Date"].flatMap(HTTPDate.parse) ?? receivedAt
    let apparent = max(0, receivedAt.timeIntervalSince(date))
    let told = Double(head.headers["Age"].flatMap { Int($0) } ?? 0) + receivedAt.timeIntervalSince(sentAt)
    return max(apparent, told) + max(0, now.timeIntervalSince(receivedAt))
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
    varying.allSatisfy { field in
      request.headers.fields.filter { $0.name.equalsIgnoringCase(field.name) }.map(\.value).joined(separator: ", ")
        == field.value
    }
  }

  /// `nil` if the response varies by something other than headers.
  static func varying(_ head: ResponseHead, _ request: Request) -> [Header]? {
    let names = head.headers[values: .vary].flatMap { $0.split(separator: ",") }
      .map { String(decoding: $0.utf8.trimmed, as: UTF8.self) }
    if names.contains("*") { return nil }
    return names.map { name in
      let values = request.headers.fields.filter { $0.name.equalsIgnoringCase(name) }.map(\.value)
      return Header(name, values.joined(separator: ", "))
    }
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

  func has(_ name: String) -> Bool { directives.contains { $0.name == name } }

  /// Of repeated ones the last counts.
  func seconds(_ name: String) -> Int? {
    guard let text = directives.last(where: { $0.name == name })?.value.utf8.filter(\.isASCIIDigit), !text.isEmpty
    else {
      return nil
    }
    return Int(String(decoding: text, as: UTF8.self)) ?? Int(Int32.max)
  }
}
