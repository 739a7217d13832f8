extension Duration {
  private static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("min", .seconds(60)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
    ("", .seconds(1)),
  ]

  /// The longest time that a text can say.
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
