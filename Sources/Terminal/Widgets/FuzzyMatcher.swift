/// Matches candidates against a few typed letters. The letters of each word stand together somewhere, or begin at the
/// start of a word and then skip letters of the same word or go on at the start of a later one: `gu` and `getus` find
/// `Get user`, letters scattered over words find nothing.
///
/// Starts of words, adjacent letters and equal case score higher. A blank query matches everything.
package struct FuzzyMatcher: Sendable {
  /// The score of a match and its characters.
  package struct Match: Hashable, Sendable {
    /// Higher is better.
    package var score: Int
    /// Positions of the matched characters, counted in characters from the start, ascending.
    package var characters: [Int]
    package var fit = FuzzyFit.start
  }

  let words: [FuzzyWord]

  package init(_ query: String) {
    words = query.split(whereSeparator: \.isWhitespace).map { FuzzyWord(FuzzyText(String($0))) }
  }

  /// `nil` if the candidate does not match.
  package func match(_ candidate: String) -> Match? {
    guard !words.isEmpty else { return Match(score: 0, characters: []) }
    guard words.allSatisfy({ $0.mayFit(candidate) }) else { return nil }
    let text = FuzzyText(candidate)
    var score = 0
    var characters: Set<Int> = []
    var fit = FuzzyFit.start
    for word in words {
      guard let found = word.match(text) else { return nil }
      score += found.score
      fit = max(fit, found.fit)
      characters.formUnion(found.characters)
    }
    return Match(
      score: Self.score(score, length: text.units.count), characters: characters.sorted(), fit: fit)
  }

  /// The score with the length as a tie-breaker: the shorter candidate wins.
  static func score(_ score: Int, length: Int) -> Int { score * 64 - min(length, 63) }
}

/// Text prepared for matching: one unit per character, folded to lower case.
struct FuzzyText {
  struct Unit {
    var value: UInt32
    var isUpper: Bool
    /// The extra score of a match here: at the start of the text, of a word, or of a camel-case hump.
    var bonus: Int8
    /// Whether a match can begin or go on here: at a bonus, at a separator, at a sign of a script without words.
    var isStart: Bool
  }

  private(set) var units: [Unit] = []

  init() {}

  init(_ text: String) { read(text) }

  /// Replaces the text, reusing the memory.
  mutating func read(_ text: String) {
    units.removeAll(keepingCapacity: true)
    var reader = Reader()
    if text.utf8.withContiguousStorageIfAvailable({ readASCII($0, &reader) }) == true { return }
    units.removeAll(keepingCapacity: true)
    reader = Reader()
    for character in text {
      guard let scalar = character.unicodeScalars.first else { continue }
      let isUpper = character.isUppercase
      units.append(reader.unit(isUpper ? FuzzyText.lower(scalar) : scalar.value, isUpper: isUpper))
    }
  }

  /// Fast path: each byte is a character. `false` if one is not.
  private mutating func readASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ reader: inout Reader) -> Bool {
    units.reserveCapacity(bytes.count)
    for byte in bytes {
      guard byte < 0x80, byte != 0x0D else { return false }
      let isUpper = byte >= 0x41 && byte <= 0x5A
      units.append(reader.unit(UInt32(isUpper ? byte + 0x20 : byte), isUpper: isUpper))
    }
    return true
  }

  /// What is known of the character before.
  private struct Reader {
    var before: UInt32 = 0x20
    var wasUpper = true
    var isFirst = true

    @inline(__always) mutating func unit(_ value: UInt32, isUpper: Bool) -> Unit {
      let startsWord = !FuzzyText.isWord(before)
      let bonus: Int8 = isFirst ? 10 : startsWord ? 8 : isUpper && !wasUpper ? 8 : 0
      (before, wasUpper, isFirst) = (value, isUpper, false)
      let isStart = bonus > 0 || value >= 0x2E80 || !FuzzyText.isWord(value)
      return Unit(value: value, isUpper: isUpper, bonus: bonus, isStart: isStart)
    }
  }

  private static func lower(_ scalar: Unicode.Scalar) -> UInt32 {
    if scalar.isASCII { return scalar.value + 0x20 }
    return scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? scalar.value
  }

  private static func isWord(_ value: UInt32) -> Bool {
    value >= 0x80 || value >= 0x30 && value <= 0x39 || value >= 0x61 && value <= 0x7A
  }
}
