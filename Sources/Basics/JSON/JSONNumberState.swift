/// How much of a number (RFC 8259 section 6) has been read.
@frozen
package enum JSONNumberState: UInt8, Sendable {
  case sign, integerStart, zero, integer, point, fraction, exponent, exponentSign, exponentDigits

  /// Whether the number may end here.
  @inlinable @inline(__always)
  package var isComplete: Bool {
    switch self {
    case .zero, .integer, .fraction, .exponentDigits: true
    default: false
    }
  }

  /// Consumes as much of the number as is available.
  @inlinable @inline(__always)
  package mutating func advance(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int) {
    while i < end {
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      let isDigit = c.isASCIIDigit
      switch self {
      case .integer, .fraction, .exponentDigits:
        if isDigit { break }
        if c == 0x2E, self == .integer {
          self = .point
        } else if c | 0x20 == 0x65, self != .exponentDigits {
          self = .exponent
        } else {
          return
        }
      case .sign:
        self = c == 0x2D ? .integerStart : c == 0x30 ? .zero : .integer
      case .integerStart:
        guard isDigit else { return }
        self = c == 0x30 ? .zero : .integer
      case .zero:
        if c == 0x2E {
          self = .point
        } else if c | 0x20 == 0x65 {
          self = .exponent
        } else {
          return
        }
      case .point:
        guard isDigit else { return }
        self = .fraction
      case .exponent:
        guard isDigit || c == 0x2B || c == 0x2D else { return }
        self = isDigit ? .exponentDigits : .exponentSign
      case .exponentSign:
        guard isDigit else { return }
        self = .exponentDigits
      }
      i &+= 1
    }
  }
}
