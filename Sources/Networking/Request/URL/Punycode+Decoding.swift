extension Punycode {
  /// Whether the text after `xn--` encodes a label that needs encoding, in lower case.
  static func isLabel(_ text: String) -> Bool {
    guard let decoded = decode(text), decoded.contains(where: { $0 >= 0x80 }) else { return false }
    let scalars = decoded.compactMap(Unicode.Scalar.init)
    guard scalars.count == decoded.count else { return false }
    let label = String(String.UnicodeScalarView(scalars))
    return label == label.lowercased() && encode(decoded) == text
  }

  /// RFC 3492, section 6.2; `nil` if the text is not a valid encoding or a number overflows.
  static func decode(_ text: String) -> [UInt32]? {
    let bytes = Array(text.utf8)
    guard bytes.count <= 4 * longestLabel, bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let delimiter = bytes.lastIndex(of: UInt8(ascii: "-"))
    var output = bytes[..<(delimiter ?? 0)].map(UInt32.init)
    var rest = bytes[(delimiter.map { $0 + 1 } ?? 0)...]
    var (code, place, bias): (UInt32, UInt32, UInt32) = (128, 0, 72)
    while !rest.isEmpty {
      let before = place
      var (weight, step) = (UInt32(1), UInt32(36))
      while true {
        guard let byte = rest.popFirst(), let digit = value(of: byte) else { return nil }
        let (product, tooLarge) = digit.multipliedReportingOverflow(by: weight)
        let (sum, overflow) = place.addingReportingOverflow(product)
        guard !tooLarge, !overflow else { return nil }
        place = sum
        let threshold = step <= bias ? 1 : min(step - bias, 26)
        if digit < threshold { break }
        let (next, overflowed) = weight.multipliedReportingOverflow(by: 36 - threshold)
        guard !overflowed else { return nil }
        (weight, step) = (next, step + 36)
      }
      let count = UInt32(output.count + 1)
      bias = adapt(place - before, count: count, isFirst: before == 0)
      let (sum, overflow) = code.addingReportingOverflow(place / count)
      guard !overflow else { return nil }
      (code, place) = (sum, place % count)
      output.insert(code, at: Int(place))
      place += 1
    }
    return output
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x61...0x7a: UInt32(byte - 0x61)
    case 0x41...0x5a: UInt32(byte - 0x41)
    case 0x30...0x39: UInt32(byte - 0x30 + 26)
    default: nil
    }
  }
}
