/// Durations and sizes as a person reads them: `83 ms`, `1.20 s`, `4.1 KB`.
enum Figures {
  static func milliseconds(_ duration: Duration) -> Double {
    let parts = duration.components
    return Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
  }

  static func duration(_ duration: Duration) -> String {
    let milliseconds = milliseconds(duration)
    if milliseconds < 1 { return "\(fixed(milliseconds, 2)) ms" }
    if milliseconds < 10 { return "\(fixed(milliseconds, 1)) ms" }
    if milliseconds < 1000 { return String(Int(milliseconds.rounded())) + " ms" }
    if milliseconds < 60_000 { return "\(fixed(milliseconds / 1000, 2)) s" }
    let seconds = Int(milliseconds / 1000)
    return "\(seconds / 60) min \(seconds % 60) s"
  }

  static func size(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    var value = Double(bytes) / 1000
    for unit in ["KB", "MB", "GB"] {
      if value < 999.95 { return "\(fixed(value, 1)) \(unit)" }
      value /= 1000
    }
    return "\(fixed(value, 1)) TB"
  }

  /// A number with so many digits behind the point, without a locale.
  static func fixed(_ value: Double, _ digits: Int) -> String {
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

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
