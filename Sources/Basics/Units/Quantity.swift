/// Durations, sizes and numbers as people read them, the same on the screen and on the command line: `0.4 ms`, `83 ms`,
/// `1.20 s`, `4.1 KB`, `12 345`.
package enum Quantity {
  /// `0.4 ms`, `83 ms`, `1.20 s`, `2 min 5 s`.
  package static func duration(_ duration: Duration) -> String {
    let seconds = max(0, duration.inSeconds)
    if seconds < 0.01 { return "\(fixed(seconds * 1000, 1)) ms" }
    if seconds < 1 { return "\(Int((seconds * 1000).rounded())) ms" }
    if seconds < 60 { return "\(fixed(seconds, 2)) s" }
    let whole = Int(min(seconds, 1e15))
    return "\(whole / 60) min \(whole % 60) s"
  }

  /// A time limit set by the user, to the millisecond: `5 s`, `1.5 s`, `250 ms`. A fraction of a millisecond is rounded
  /// up.
  package static func limit(_ duration: Duration) -> String {
    let milliseconds = duration.clampedMilliseconds
    return milliseconds < 1000 ? "\(milliseconds) ms" : "\(thousandths(Int64(milliseconds))) s"
  }

  /// A long time in one unit: `40 s`, `5 min`, `3 h`, `12 days`.
  /// - Parameter seconds: not negative.
  package static func span(_ seconds: Double) -> String {
    let seconds = min(seconds, 1e15)
    let units: [(Double, Double, String)] = [(2 * 86_400, 86_400, "days"), (2 * 3600, 3600, "h"), (120, 60, "min")]
    guard let (_, length, name) = units.first(where: { seconds >= $0.0 }) else { return "\(Int(seconds)) s" }
    return "\(count(Int(seconds / length))) \(name)"
  }

  package static func milliseconds(_ duration: Duration) -> String { "\(duration.wholeMilliseconds) ms" }

  /// `1 choice`, `2 choices`.
  package static func amount(_ count: Int, _ noun: String) -> String {
    "\(self.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `412 B`, `4.1 KB`, `12.3 MB`: 1 KB is 1,000 bytes.
  package static func bytes(_ count: Int) -> String {
    if count < 1000 { return "\(count) B" }
    var value = Double(count) / 1000
    for unit in ["KB", "MB", "GB"] {
      if value < 999.95 { return "\(fixed(value, 1)) \(unit)" }
      value /= 1000
    }
    return "\(fixed(value, 1)) TB"
  }

  /// Groups of three digits, separated by a space: `12 345`.
  package static func count(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(" ") }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : text
  }

  /// A number with this many decimals, independent of the locale.
  package static func fixed(_ value: Double, _ digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 9e15 else { return "\(value)" }
    let whole = Int(scaled.magnitude)
    let sign = scaled < 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let text = String(whole)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return "\(sign)\(padded.dropLast(digits)).\(padded.suffix(digits))"
  }

  /// A number of thousandths in units, without trailing zeros: 1250 is `1.25`.
  package static func thousandths(_ number: Int64) -> String {
    let (whole, part) = number.magnitude.quotientAndRemainder(dividingBy: 1000)
    let sign = number < 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    var digits = String(1000 + part).dropFirst()
    while digits.hasSuffix("0") { digits.removeLast() }
    return "\(sign)\(whole).\(digits)"
  }
}

/// A number of bytes as people write it: `1GB`, `64 MB`, `500k`, `1048576`, `2GiB`.
package struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  /// Zero or more.
  package var bytes: Int

  package init(_ bytes: Int) { self.bytes = bytes }

  private static let units: [(name: String, size: Int)] = [
    ("", 1), ("b", 1), ("k", 1_000), ("kb", 1_000), ("kib", 1 << 10), ("m", 1_000_000), ("mb", 1_000_000),
    ("mib", 1 << 20), ("g", 1_000_000_000), ("gb", 1_000_000_000), ("gib", 1 << 30), ("t", 1_000_000_000_000),
    ("tb", 1_000_000_000_000), ("tib", 1 << 40),
  ]

  /// `nil` if the text is not a size. K, M, G and T are powers of 1000; with an `i`, they are powers of 1024.
  package init?(_ text: some StringProtocol) {
    let folded = text.utf8.filter { $0 != 0x20 }.map(\.asciiLowercased)
    let digits = folded.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    let word = String(decoding: folded.dropFirst(digits.count), as: UTF8.self)
    guard let number = Double(String(decoding: digits, as: UTF8.self)),
      let unit = Self.units.first(where: { $0.name == word })
    else { return nil }
    let size = number * Double(unit.size)
    guard size >= 0, size < 9e18 else { return nil }
    bytes = Int(size)
  }

  /// Text that parses back to exactly this number: `1500 MB`, `1048577`.
  package var exactText: String {
    for (name, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000)] where bytes > 0 && bytes % size == 0 {
      return "\(bytes / size) \(name)"
    }
    return "\(bytes)"
  }

  /// The size in the form of file limits, in powers of 1024, rounded down: `4 MB`, `64 KB`.
  package var limitText: String {
    if bytes >= 1 << 20 { return "\(bytes >> 20) MB" }
    return bytes >= 1 << 10 ? "\(bytes >> 10) KB" : "\(bytes) bytes"
  }

  /// Rounded to one decimal, which is omitted if it is zero: `1 GB`, `1.5 GB`.
  package var description: String {
    var text = "\(bytes) bytes"
    for (name, size) in [("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000)] where bytes >= size {
      let tenths = (bytes + size / 20) / (size / 10)
      text = tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return text
  }
}
