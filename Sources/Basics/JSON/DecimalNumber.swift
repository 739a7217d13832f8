/// A number with all its digits, so that values beyond the precision of `Double` are compared exactly.
package struct DecimalNumber: Hashable, Comparable, Sendable {
  /// The value is `±0.d₁d₂… × 10^exponent`; no leading or trailing zeros, empty for zero.
  private let isNegative: Bool
  private let digits: [UInt8]
  private let exponent: Int

  /// Larger exponents count as infinite.
  private static let largestExponent = 1 << 40

  /// - Parameter text: a JSON number.
  package init(_ text: String) {
    var digits: [UInt8] = []
    var (point, power, sign) = (0, 0, 1)
    var (isNegative, hasPoint, isInExponent) = (false, false, false)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): if isInExponent { sign = -1 } else { isNegative = true }
      case UInt8(ascii: "."): hasPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isInExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if isInExponent {
          power = min(power * 10 + Int(byte - 0x30), Self.largestExponent)
        } else {
          if digits.isEmpty, byte == UInt8(ascii: "0") {
            if hasPoint { point -= 1 }
            continue
          }
          digits.append(byte - 0x30)
          if !hasPoint { point += 1 }
        }
      default: break
      }
    }
    while digits.last == 0 { digits.removeLast() }
    self.digits = digits
    self.isNegative = isNegative && !digits.isEmpty
    exponent = digits.isEmpty ? 0 : point + sign * power
  }

  package init(_ number: Int) { self.init(String(number)) }

  /// - Parameter text: any text; `nil` if it is not a number. Accepts more spellings than JSON: `007`, `.5`, `+1`.
  package init?(parsing text: String) {
    guard text.utf8.allSatisfy({ $0.isASCIIDigit || "+-.eE".utf8.contains($0) }), Double(text) != nil else {
      return nil
    }
    self.init(text)
  }

  package var isZero: Bool { digits.isEmpty }

  /// True if it has no fraction, as `1.0`.
  package var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  package static func < (left: DecimalNumber, right: DecimalNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Compares the absolute values.
  private func isSmaller(than other: DecimalNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  package func isMultiple(of divisor: DecimalNumber) -> Bool {
    guard !digits.isEmpty else { return true }
    guard !divisor.digits.isEmpty else { return false }
    // Compares both as integers times a power of ten.
    let power = (exponent - digits.count) - (divisor.exponent - divisor.digits.count)
    // The last digit is not zero, so a tenth of it is not an integer.
    guard power >= 0 else { return false }
    guard divisor.digits.count <= 18 else { return digits == divisor.digits }
    let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    // A divisor of 18 digits has less than 60 factors of 2 and of 5, so that more zeros change nothing.
    let zeros = repeatElement(UInt8(0), count: min(power, 60))
    return (digits + zeros).reduce(UInt64(0)) { ($0 * 10 + UInt64($1)) % modulus } == 0
  }

  /// The canonical spelling, equal for equal values.
  package func write(into bytes: inout [UInt8]) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    bytes += digits.map { $0 + 0x30 }
    bytes += "e\(exponent)".utf8
  }
}
