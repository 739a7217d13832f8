/// A set of Unicode scalars: ranges and general categories, optionally inverted.
struct ScalarSet: Equatable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>] = []
  private(set) var categories: [CategoryTest] = []
  var isInverted = false
  /// Nested sets, such as a negated class inside a class.
  private(set) var parts: [ScalarSet] = []

  /// One letter for a group of categories, two for a single category, as in `\p{Lu}`.
  struct CategoryTest: Equatable, Sendable {
    var name: String
    var isInverted: Bool

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      ScalarSet.abbreviation(of: scalar.properties.generalCategory).hasPrefix(name) != isInverted
    }
  }

  init(_ ranges: [ClosedRange<UInt32>] = []) { self.ranges = ranges }
  init(_ scalar: Unicode.Scalar) { ranges = [scalar.value...scalar.value] }

  mutating func insert(_ range: ClosedRange<UInt32>) { ranges.append(range) }
  mutating func insert(_ other: ScalarSet) { parts.append(other) }
  mutating func insert(category name: String, isInverted: Bool) {
    categories.append(CategoryTest(name: name, isInverted: isInverted))
  }

  var inverted: ScalarSet {
    var copy = self
    copy.isInverted.toggle()
    return copy
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isInside =
      ranges.contains { $0.contains(scalar.value) } || categories.contains { $0.contains(scalar) }
      || parts.contains { $0.contains(scalar) }
    return isInside != isInverted
  }

  /// The same set with both cases of every ASCII letter, and of single letters beyond ASCII.
  var caseFolded: ScalarSet {
    var copy = self
    copy.parts = parts.map(\.caseFolded)
    for range in ranges {
      for (from, to) in [(UInt32(0x41), UInt32(0x61)), (0x61, 0x41)] {
        let low = max(range.lowerBound, from)
        let high = min(range.upperBound, from + 25)
        if low <= high { copy.ranges.append(low - from + to...high - from + to) }
      }
      if range.count == 1, let scalar = Unicode.Scalar(range.lowerBound), scalar.value >= 0x80 {
        for other in CaseFolding.variants(of: scalar) { copy.ranges.append(other.value...other.value) }
      }
    }
    return copy
  }

  static let digits = ScalarSet([0x30...0x39])
  static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// ECMAScript's `\s`.
  static let scriptSpace = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  static let space = ScalarSet([0x09...0x0D, 0x20...0x20, 0x85...0x85, 0xA0...0xA0, 0x2028...0x2029])

  static func abbreviation(of category: Unicode.GeneralCategory) -> String {
    switch category {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    default: "Cn"
    }
  }

  static let categoryNames: Set<String> = [
    "L", "Lu", "Ll", "Lt", "Lm", "Lo", "M", "Mn", "Mc", "Me", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "S", "Sm", "Sc", "Sk", "So", "Z", "Zs", "Zl", "Zp", "C", "Cc", "Cf", "Co", "Cn",
  ]
}

extension ScalarSet {
  /// Converts names accepted by ECMAScript in `\p{…}`, such as `Uppercase_Letter` and `gc=Lu`, to `Lu`. Other texts are
  /// unchanged.
  static func abbreviation(ofName name: String) -> String {
    var name = name[...]
    for prefix in ["General_Category=", "gc="] where name.hasPrefix(prefix) { name = name.dropFirst(prefix.count) }
    return longNames[String(name)] ?? String(name)
  }

  /// Keyed by the names in PropertyValueAliases.txt.
  private static let longNames = [
    "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Unassigned": "Cn", "Private_Use": "Co",
    "Surrogate": "Cs", "Letter": "L", "Lowercase_Letter": "Ll", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
    "Titlecase_Letter": "Lt", "Uppercase_Letter": "Lu", "Mark": "M", "Combining_Mark": "M", "Spacing_Mark": "Mc",
    "Enclosing_Mark": "Me", "Nonspacing_Mark": "Mn", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
    "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc",
    "Dash_Punctuation": "Pd", "Close_Punctuation": "Pe", "Final_Punctuation": "Pf", "Initial_Punctuation": "Pi",
    "Other_Punctuation": "Po", "Open_Punctuation": "Ps", "Symbol": "S", "Currency_Symbol": "Sc",
    "Modifier_Symbol": "Sk", "Math_Symbol": "Sm", "Other_Symbol": "So", "Separator": "Z", "Line_Separator": "Zl",
    "Paragraph_Separator": "Zp", "Space_Separator": "Zs",
  ]
}

/// Finds letters that differ only in case.
package enum CaseFolding {
  /// The scalar itself and its other cases that are single scalars.
  package static func variants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    var found = [scalar]
    for mapping in [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping] {
      let scalars = mapping.unicodeScalars
      if scalars.count == 1, let other = scalars.first, !found.contains(other) { found.append(other) }
    }
    return found
  }
}
