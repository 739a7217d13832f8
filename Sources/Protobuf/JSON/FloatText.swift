internal import Basics

/// `float` values with as few digits as Python's `json_format` writes.
enum FloatText {
  /// The number whose shortest text as a `Double` has the fewest digits, six at least, that still read as `value`.
  static func shortest(_ value: Float) -> Double {
    guard value.isFinite, value != 0 else { return Double(value) }
    // The shortest text is that of the fewest correctly rounded digits, except where the numbers nearby are further apart on
    // one side or less than six digits precise.
    guard value.isSubnormal || value.significandBitPattern == 0 else {
      return Double(value.description) ?? Double(value)
    }
    let digits = Digits(Double(value))
    for count in 6...9 {
      let rounded = digits.rounded(to: count)
      if Float(rounded) == value { return rounded }
    }
    return Double(value)
  }

  /// The decimal digits of a number.
  private struct Digits {
    var isNegative = false
    var digits: [UInt8] = []
    /// The power of ten of the first digit.
    var exponent = 0

    init(_ value: Double) {
      isNegative = value < 0
      var text = Array(value.magnitude.description.utf8)
      if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
        exponent = Int(String(decoding: text[(mark + 1)...], as: UTF8.self)) ?? 0
        text.removeSubrange(mark...)
      }
      let point = text.firstIndex(of: UInt8(ascii: ".")) ?? text.count
      digits = text.filter(\.isASCIIDigit).map { $0 - 0x30 }
      let zeros = digits.prefix { $0 == 0 }.count
      digits.removeFirst(zeros)
      exponent += point - 1 - zeros
    }

    func rounded(to count: Int) -> Double {
      var kept = Array(digits.prefix(count))
      var exponent = exponent
      let rest = digits.dropFirst(count)
      let isOdd = (kept.last ?? 0) % 2 == 1
      let isAbove = (rest.first ?? 0) > 5 || rest.first == 5 && (rest.count > 1 || isOdd)
      if isAbove {
        var place = kept.count - 1
        while place >= 0, kept[place] == 9 {
          kept[place] = 0
          place -= 1
        }
        if place >= 0 {
          kept[place] += 1
        } else {
          kept.insert(1, at: 0)
          exponent += 1
        }
      }
      let text = String(decoding: kept.map { $0 + 0x30 }, as: UTF8.self)
      let value = Double("0.\(text)e\(exponent + 1)") ?? 0
      return isNegative ? -value : value
    }
  }
}
