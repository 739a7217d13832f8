import Basics

/// `grpc-timeout`: at most eight digits and a unit (gRPC's PROTOCOL-HTTP2.md).
enum GRPCTimeout {
  private static let units: [(Character, Duration)] = [
    ("n", .nanoseconds(1)), ("u", .microseconds(1)), ("m", .milliseconds(1)), ("S", .seconds(1)), ("M", .seconds(60)),
    ("H", .seconds(3600)),
  ]

  /// Rounded up to the unit that it fits in.
  static func text(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    if seconds < 90 {
      let nanoseconds = max(0, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
      if nanoseconds < 100_000_000 { return "\(nanoseconds)n" }
      let microseconds = (nanoseconds + 999) / 1000
      if microseconds < 100_000_000 { return "\(microseconds)u" }
    }
    if seconds < 99_999 { return "\(seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)m" }
    if seconds < 99_999_999 { return "\(seconds + 1)S" }
    return "\(min(99_999_999, seconds / 3600 + 1))H"
  }

  /// `nil` for a text that is none.
  static func duration(_ text: String) -> Duration? {
    guard let unit = text.last, let known = units.first(where: { $0.0 == unit })?.1 else { return nil }
    let digits = text.dropLast()
    guard (1...8).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isASCIIDigit), let count = Int(digits) else {
      return nil
    }
    return known * count
  }
}
