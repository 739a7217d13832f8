import Basics

/// The position of a request in a distributed trace, as in `traceparent` and `tracestate` (W3C Trace Context).
package struct TraceContext: Hashable, Sendable {
  /// The same for all requests of a trace: 32 hexadecimal digits in lower case, not all zero.
  package let traceID: String
  /// The span that sends the request: 16 hexadecimal digits in lower case, not all zero.
  package let spanID: String
  /// True if the sender may have recorded the span.
  package var isSampled: Bool
  /// The value of `tracestate`, sent as it is.
  package var state: String?
}

extension TraceContext {
  /// A position from the headers of a request.
  /// - Parameters:
  ///   - traceparent: such as `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`.
  ///   - tracestate: the value of the header of that name.
  /// - Returns: `nil` without a valid `traceparent`: a new trace begins then.
  package init?(traceparent: String?, tracestate: String? = nil) {
    guard let parts = traceparent?.split(separator: "-", omittingEmptySubsequences: false), parts.count >= 4,
      let version = Self.digits(parts[0], 2), version != "ff", version != "00" || parts.count == 4,
      let trace = Self.digits(parts[1], 32), let span = Self.digits(parts[2], 16),
      let flags = Self.digits(parts[3], 2).flatMap({ UInt8($0, radix: 16) }), trace.contains(where: { $0 != "0" }),
      span.contains(where: { $0 != "0" })
    else { return nil }
    self.init(traceID: trace, spanID: span, isSampled: flags & 1 == 1, state: tracestate)
  }

  /// The beginning of a new trace.
  package static func random(isSampled: Bool = true) -> TraceContext {
    TraceContext(
      traceID: randomID() + randomID(), spanID: randomID(), isSampled: isSampled, state: nil)
  }

  /// A new span of the same trace.
  package func child() -> TraceContext {
    TraceContext(traceID: traceID, spanID: Self.randomID(), isSampled: isSampled, state: state)
  }

  /// The value of the header.
  package var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

  private static func randomID() -> String {
    let digits = String(UInt64.random(in: 1...UInt64.max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The text if it is this number of digits, with letters in lower case, as the standard demands.
  private static func digits(_ text: Substring, _ count: Int) -> String? {
    let isValid = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isValid && text.utf8.count == count ? String(text) : nil
  }
}
