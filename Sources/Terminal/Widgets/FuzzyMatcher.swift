/// Matches candidates against a few typed letters: `gu` and `getus` find `Get user`. The letters of each word are
/// adjacent, or begin at the start of a word and then skip letters of the same word or continue at the start of a later
/// one. Letters scattered over words find nothing.
///
/// Starts of words, adjacent letters and equal case score higher. A blank query matches everything.
package struct FuzzyMatcher: Sendable {
  /// The score of a match and its characters.
  package struct Match: Hashable, Sendable {
    /// Higher is better.
    package var score = 0
    /// Positions of the matched characters, counted in characters from the start, ascending.
    package var characters: [Int] = []
    package var fit = FuzzyFit.start
  }

  let words: [FuzzyWord]

  /// Only the beginning of a longer query counts: no title is as long, and each key filters the list again.
  private static let longest = 256

  package init(_ query: String) {
    words = query.prefix(Self.longest).split(whereSeparator: \.isWhitespace).map { FuzzyWord(FuzzyText(String($0))) }
  }

  package func match(_ candidate: String) -> Match? {
    var (text, alignment) = (FuzzyText(), FuzzyAlignment())
    guard var match = match(candidate, &text, &alignment, marks: true) else { return nil }
    match.characters = Set(match.characters).sorted()
    return match
  }

  /// - Parameters:
  ///   - text: holds the candidate, and reuses its memory, as does `alignment`: ten thousand candidates are ranked
  ///     between two key presses.
  ///   - marks: whether the characters are needed.
  private func match(
    _ candidate: String, _ text: inout FuzzyText, _ alignment: inout FuzzyAlignment, marks: Bool
  ) -> Match? {
    var whole = Match()
    guard !words.isEmpty else { return whole }
    guard words.allSatisfy({ $0.mayFit(candidate) }) else { return nil }
    text.read(candidate)
    for word in words {
      guard let own = word.match(text, &alignment, marks: marks) else { return nil }
      whole.score += own.score
      whole.characters += own.characters
      whole.fit = max(whole.fit, own.fit)
    }
    // The length breaks ties: the shorter candidate wins.
    whole.score = whole.score * 64 - min(text.units.count, 63)
    return whole
  }

  /// The indexes of the matching candidates, best first; equal ones keep their order. Those that fit much worse than
  /// the best are omitted.
  package func order(of candidates: [String]) -> [Int] {
    var (text, alignment) = (FuzzyText(), FuzzyAlignment())
    var hits: [(index: Int, match: Match)] = []
    for index in candidates.indices {
      if let match = match(candidates[index], &text, &alignment, marks: false) { hits.append((index, match)) }
    }
    guard let best = hits.map(\.match.fit).min() else { return [] }
    let worst = FuzzyFit.worst(beside: best, letters: words.reduce(0) { $0 + $1.letters.count })
    return hits.filter { $0.match.fit <= worst }.sorted { ($1.match.score, $0.index) < ($0.match.score, $1.index) }
      .map(\.index)
  }
}

/// The quality of a match, best first.
package enum FuzzyFit: Int, Comparable, Sendable {
  /// The letters are adjacent at the start of a word.
  case start
  /// The letters are adjacent inside a word.
  case inside
  /// The letters continue at the starts of later words.
  case apart
  /// Letters inside words were skipped.
  case loose

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The worst fit that is worth showing beside a better one: a few letters may well be initials.
  /// - Parameter letters: the length of the query.
  static func worst(beside best: FuzzyFit, letters: Int) -> FuzzyFit {
    switch best {
    case .start where letters >= 3: .inside
    case .start, .inside, .apart: .apart
    case .loose: .loose
    }
  }
}

/// Text prepared for matching: one unit per character, folded to lower case.
struct FuzzyText {
  struct Unit {
    var value: UInt32
    var isUpper: Bool
    /// The extra score of a match here: at the start of the text, of a word, or of a camel-case hump.
    var bonus: Int8
    /// True if a match can begin or continue here: at a bonus, at a separator, at a sign of a script without words.
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

  /// The state after the previous character.
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
