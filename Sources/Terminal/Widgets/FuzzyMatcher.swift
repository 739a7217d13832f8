/// Finds what someone means by a few letters: each word of the query must stand in the candidate, letter after letter
/// with gaps; starts of words, neighbouring letters and equal case count more. Blank queries match everything.
public struct FuzzyMatcher: Sendable {
  /// How well a candidate fits, and which of its characters did.
  public struct Match: Hashable, Sendable {
    /// Higher is better.
    public var score: Int
    /// Places of the matched characters, in characters from the start, ascending.
    public var characters: [Int]
  }

  /// A candidate that fits.
  public struct Hit: Hashable, Sendable {
    /// Its place among the candidates.
    public var index: Int
    public var match: Match
  }

  private let words: [FuzzyWord]

  public init(_ query: String) {
    words = query.split(whereSeparator: \.isWhitespace).map { FuzzyWord(FuzzyText(String($0))) }
  }

  /// `nil` when the candidate does not fit.
  public func match(_ candidate: String) -> Match? {
    guard !words.isEmpty else { return Match(score: 0, characters: []) }
    guard words.allSatisfy({ $0.mayFit(candidate) }) else { return nil }
    let text = FuzzyText(candidate)
    var score = 0
    var characters: Set<Int> = []
    for word in words {
      guard let found = word.match(text) else { return nil }
      score += found.score
      characters.formUnion(found.characters)
    }
    // Among equals the shorter is meant.
    return Match(score: score * 64 - min(text.units.count, 63), characters: characters.sorted())
  }

  /// The candidates that fit, best first, equals in their old order.
  public func ranked(_ candidates: some Sequence<String>) -> [Hit] {
    var hits: [Hit] = []
    for (index, candidate) in candidates.enumerated() {
      if let match = match(candidate) { hits.append(Hit(index: index, match: match)) }
    }
    return hits.sorted { ($1.match.score, $0.index) < ($0.match.score, $1.index) }
  }
}

/// A text made ready for matching: one unit per character, folded to lower case.
struct FuzzyText {
  var units: [UInt32]
  var isUpper: [Bool]
  /// What a match here is worth more: the start of the text, of a word, of a hump.
  var bonus: [Int]

  init(_ text: String) {
    units = []
    isUpper = []
    bonus = []
    let count = text.utf8.count
    units.reserveCapacity(count)
    isUpper.reserveCapacity(count)
    bonus.reserveCapacity(count)
    var before: UInt32 = 0x20
    var wasUpper = true
    func add(_ scalar: Unicode.Scalar, isUpper upper: Bool) {
      let value = !upper ? scalar.value : scalar.isASCII ? scalar.value + 0x20 : FuzzyText.lower(scalar)
      let startsWord = !FuzzyText.isWord(before)
      bonus.append(units.isEmpty ? 10 : startsWord ? 8 : upper && !wasUpper ? 8 : 0)
      units.append(value)
      isUpper.append(upper)
      before = value
      wasUpper = upper
    }
    // Byte by byte where each byte is a character.
    if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) {
      for byte in text.utf8 { add(Unicode.Scalar(byte), isUpper: byte >= 0x41 && byte <= 0x5A) }
    } else {
      for character in text {
        guard let scalar = character.unicodeScalars.first else { continue }
        add(scalar, isUpper: character.isUppercase)
      }
    }
  }

  private static func lower(_ scalar: Unicode.Scalar) -> UInt32 {
    scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
  }

  private static func isWord(_ value: UInt32) -> Bool {
    value >= 0x80 || value >= 0x30 && value <= 0x39 || value >= 0x61 && value <= 0x7A
  }
}
