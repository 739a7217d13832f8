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

  /// The nearest `Double`.
  package var nearest: Double {
    var bytes: [UInt8] = Array("0.".utf8)
    if isNegative { bytes.insert(UInt8(ascii: "-"), at: 0) }
    bytes += digits.map { $0 + 0x30 }
    bytes += "0e\(exponent)".utf8
    return Double(String(decoding: bytes, as: UTF8.self)) ?? 0
  }

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

  /// True if it is an integer multiple of `divisor`.
  package func isMultiple(of divisor: DecimalNumber) -> Bool {
    guard !digits.isEmpty else { return true }
    guard !divisor.digits.isEmpty else { return false }
    // Compares both as integers times a power of ten.
    let power = (exponent - digits.count) - (divisor.exponent - divisor.digits.count)
    // The last digit is not zero, so a tenth of it is not an integer.
    guard power >= 0 else { return false }
    guard divisor.digits.count <= 18 else { return digits == divisor.digits }
    let modulus = divisor.digits.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
    var rest = digits.reduce(UInt64(0)) { Self.product($0, 10, plus: UInt64($1), modulo: modulus) }
    rest = Self.product(rest, Self.power(power, modulo: modulus), plus: 0, modulo: modulus)
    return rest == 0
  }

  private static func product(_ left: UInt64, _ right: UInt64, plus more: UInt64, modulo: UInt64) -> UInt64 {
    let wide = (left % modulo).multipliedFullWidth(by: right % modulo)
    let rest = modulo.dividingFullWidth(wide).remainder
    return (rest + more % modulo) % modulo
  }

  /// A power of ten.
  private static func power(_ exponent: Int, modulo: UInt64) -> UInt64 {
    var (result, base, left) = (UInt64(1) % modulo, UInt64(10) % modulo, exponent)
    while left > 0 {
      if left & 1 == 1 { result = product(result, base, plus: 0, modulo: modulo) }
      base = product(base, base, plus: 0, modulo: modulo)
      left >>= 1
    }
    return result
  }

  /// The canonical spelling, equal for equal values.
  package func write(into bytes: inout [UInt8]) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    bytes += digits.map { $0 + 0x30 }
    bytes += "e\(exponent)".utf8
  }
}
