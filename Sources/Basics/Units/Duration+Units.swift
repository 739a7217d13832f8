extension Duration {
  private static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("minutes", .seconds(60)), ("min", .seconds(60)), ("seconds", .seconds(1)),
    ("sec", .seconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)), ("", .seconds(1)),
  ]

  /// The longest time that is accepted.
  private static let longest = Duration.seconds(365 * 86_400)

  /// A length of time as people write it: `30s`, `500ms`, `2m`, `1.5 h`; a number alone means seconds. `nil` for anything
  /// else, for a negative time and for more than a year.
  package init?(words text: some StringProtocol) {
    let folded = String(text.filter { $0 != " " }).lowercased()
    guard let unit = Self.units.first(where: { folded.hasSuffix($0.name) }) else { return nil }
    let digits = folded.dropLast(unit.name.count)
    // `Double` also reads `inf`, `nan` and `0x1p3`.
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }),
      let number = Double(digits), number * (unit.length / .seconds(1)) <= Self.longest / .seconds(1)
    else { return nil }
    self = unit.length * number
  }
}

extension Duration {
  package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
  package var inMilliseconds: Double { Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15 }

  /// Rounded towards zero; clamped to the range of the type.
  package var wholeMilliseconds: Int64 { whole(perSecond: 1000) }
  package var wholeMicroseconds: Int64 { whole(perSecond: 1_000_000) }
  package var wholeNanoseconds: Int64 { whole(perSecond: 1_000_000_000) }

  private func whole(perSecond scale: Int64) -> Int64 {
    let (seconds, attoseconds) = components
    let (number, overflow) = seconds.multipliedReportingOverflow(by: scale)
    return overflow ? (seconds < 0 ? .min : .max) : number &+ attoseconds / (1_000_000_000_000_000_000 / scale)
  }

  /// Rounded up, so that a short time never becomes 0; clamped to the range of a 32-bit number.
  package var clampedMilliseconds: Int {
    guard self > .zero else { return 0 }
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
    return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
