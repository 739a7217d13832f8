import Basics

/// A number of a schema or a document with all its digits: what a `Double` cannot hold is compared exactly, too.
struct SchemaNumber: Hashable, Sendable {
  /// The value is `±0.d₁d₂… × 10^exponent`; no leading or trailing zeros, empty for zero.
  private let isNegative: Bool
  private let digits: [UInt8]
  private let exponent: Int

  /// Above that, an exponent is as good as infinite.
  private static let largestExponent = 1 << 40

  /// - Parameter text: a number of JSON.
  init(_ text: String) {
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

  /// Whether it has no fraction: `1.0` has none either.
  var isInteger: Bool { digits.count <= exponent || digits.isEmpty }

  static func < (left: SchemaNumber, right: SchemaNumber) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Without signs.
  private func isSmaller(than other: SchemaNumber) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if exponent != other.exponent { return exponent < other.exponent }
    return digits.lexicographicallyPrecedes(other.digits)
  }

  /// Whether it is `divisor` times an integer.
  func isMultiple(of divisor: SchemaNumber) -> Bool {
    guard !digits.isEmpty else { return true }
    guard !divisor.digits.isEmpty else { return false }
    // Both as integers times a power of ten.
    let power = (exponent - digits.count) - (divisor.exponent - divisor.digits.count)
    // The last digit is not zero, so that a tenth of it is no integer.
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

  /// One spelling for each value.
  func write(into bytes: inout [UInt8]) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    bytes += digits.map { $0 + 0x30 }
    bytes += "e\(exponent)".utf8
  }
}

/// A text that is another as soon as one of its code points is: Swift's own comparison takes two spellings of `é` as one.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension JSONValue {
  /// The value in one spelling: members in the order of their names, numbers by their value. Two values are equal as
  /// JSON Schema has it if these are.
  var canonical: [UInt8] {
    var bytes: [UInt8] = []
    writeCanonical(into: &bytes)
    return bytes
  }

  private func writeCanonical(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(UInt8(ascii: "n"))
    case .bool(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .number(let text): SchemaNumber(text).write(into: &bytes)
    case .string(let text): JSONString.write(text, into: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for item in items {
        item.writeCanonical(into: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      // The last member of a name counts, as in most parsers.
      let last = Dictionary(members.map { (ExactText($0.name), $0.value) }) { _, last in last }
      for (name, value) in last.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
        JSONString.write(name.text, into: &bytes)
        value.writeCanonical(into: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
