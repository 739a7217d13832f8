import Basics

/// Compares names as people do: ignoring case, and numbers in them by their value, so that `r2` stands before `r10`.
struct NaturalName: Comparable {
  /// Digits without leading zeros, or what stands between two numbers.
  private enum Part: Equatable {
    case number([UInt8])
    case text(Substring)
  }

  private let parts: [Part]
  private let name: NameKey

  init(_ name: String) {
    self.name = NameKey(name)
    var parts: [Part] = []
    var rest = name.lowercased()[...]
    while let first = rest.utf8.first {
      let isNumber = first.isASCIIDigit
      let end = rest.utf8.firstIndex { $0.isASCIIDigit != isNumber } ?? rest.endIndex
      parts.append(isNumber ? .number(Array(rest.utf8[..<end].drop { $0 == UInt8(ascii: "0") })) : .text(rest[..<end]))
      rest = rest[end...]
    }
    self.parts = parts
  }

  static func < (left: NaturalName, right: NaturalName) -> Bool {
    for (one, other) in zip(left.parts, right.parts) where one != other {
      switch (one, other) {
      case (.number(let one), .number(let other)):
        return one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
      case (.text(let one), .text(let other)): return one < other
      case (.number, .text): return true
      case (.text, .number): return false
      }
    }
    return left.parts.count != right.parts.count ? left.parts.count < right.parts.count : left.name < right.name
  }
}
