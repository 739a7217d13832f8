/// Matches candidates against a few typed letters: `gu` and `getus` find `Get user`. The letters of each word are
/// adjacent, or begin at the start of a word and then skip letters of the same word or continue at the start of a later
/// one. Letters scattered over words find nothing.
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

  /// Only the beginning of a longer query counts: no title is as long, and each key filters the list again.
  private static let longest = 256

  package init(_ query: String) {
    words = query.prefix(Self.longest).split(whereSeparator: \.isWhitespace).map { FuzzyWord(FuzzyText(String($0))) }
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

/// Ranks many candidates for one query. Matched characters are computed only when a candidate is shown.
///
/// All candidates share a few buffers, so that ten thousand can be ranked between two key presses.
struct FuzzyRanking {
  private let words: [FuzzyWord]
  private var text = FuzzyText()
  /// The best scores of matches that end at each position: with the previous letter, and with this one.
  private var above: [Int] = []
  private var row: [Int] = []

  init(_ words: [FuzzyWord]) { self.words = words }

  struct Rank {
    var score: Int
    var fit: FuzzyFit
  }

  /// The score of a full match; `nil` if the candidate does not match.
  mutating func rank(_ candidate: String) -> Rank? {
    guard !words.isEmpty else { return Rank(score: 0, fit: .start) }
    guard words.allSatisfy({ $0.mayFit(candidate) }) else { return nil }
    text.read(candidate)
    var rank = Rank(score: 0, fit: .start)
    for word in words {
      guard let own = word.rank(text, &above, &row) else { return nil }
      rank.score += own.score
      rank.fit = max(rank.fit, own.fit)
    }
    rank.score = FuzzyMatcher.score(rank.score, length: text.units.count)
    return rank
  }
}

extension FuzzyMatcher {
  /// The indexes of the matching candidates, best first; equal ones keep their order. Those that fit much worse than
  /// the best are omitted.
  package func order(of candidates: [String]) -> [Int] {
    var ranking = FuzzyRanking(words)
    var hits: [Hit] = []
    for index in candidates.indices {
      if let rank = ranking.rank(candidates[index]) {
        hits.append(Hit(score: rank.score, index: index, fit: rank.fit))
      }
    }
    if let best = hits.map(\.fit).min() {
      let worst = FuzzyFit.worst(beside: best, letters: words.reduce(0) { $0 + $1.units.count })
      hits.removeAll { $0.fit > worst }
    }
    hits.sort()
    return hits.map(\.index)
  }

  private struct Hit: Comparable {
    var score: Int
    var index: Int
    var fit: FuzzyFit

    static func < (left: Hit, right: Hit) -> Bool {
      left.score == right.score ? left.index < right.index : left.score > right.score
    }
  }
}

extension FuzzyWord {
  /// The score of `match`. Keeps only two rows of its tables, and in each row only the possible positions of its
  /// letter.
  func rank(_ text: FuzzyText, _ above: inout [Int], _ row: inout [Int]) -> FuzzyRanking.Rank? {
    let width = text.units.count
    guard width <= FuzzyWord.longest && units.count <= 64 else {
      return match(text).map { FuzzyRanking.Rank(score: $0.score, fit: $0.fit) }
    }
    if row.count < width {
      above = [Int](repeating: FuzzyWord.none, count: width)
      row = above
    }
    return text.units.withUnsafeBufferPointer { places in
      above.withUnsafeMutableBufferPointer { above in
        row.withUnsafeMutableBufferPointer { row in
          withUnsafeTemporaryAllocation(of: Int.self, capacity: units.count) { ends in
            guard findEnds(places, ends) else { return nil }
            if let whole = placeTogether(places) { return FuzzyRanking.Rank(score: whole.score, fit: whole.fit) }
            if let score = best(places, above, row, ends, skips: false) {
              return FuzzyRanking.Rank(score: score, fit: .apart)
            }
            return best(places, above, row, ends, skips: true).map { FuzzyRanking.Rank(score: $0, fit: .loose) }
          }
        }
      }
    }
  }

  /// Finds the last position of each letter that leaves room for the letters after it; `false` if there is none.
  private func findEnds(_ places: UnsafeBufferPointer<FuzzyText.Unit>, _ ends: UnsafeMutableBufferPointer<Int>) -> Bool
  {
    var place = places.count
    for letter in units.indices.reversed() {
      repeat { place -= 1 } while place >= 0 && places[place].value != units[letter]
      guard place >= 0 else { return false }
      ends[letter] = place
    }
    return true
  }

  private func best(
    _ places: UnsafeBufferPointer<FuzzyText.Unit>, _ first: UnsafeMutableBufferPointer<Int>,
    _ second: UnsafeMutableBufferPointer<Int>, _ ends: UnsafeMutableBufferPointer<Int>, skips: Bool
  ) -> Int? {
    var (above, row) = (first, second)
    // The range of valid positions in the row above.
    var known = 0..<0
    var start = 0
    var score: Int?
    for letter in units.indices {
      score = nil
      var earliest = start
      var gaps = FuzzyGaps(skips: skips)
      var place = start
      while place <= ends[letter] {
        let unit = places[place]
        let before = known.contains(place - 1) ? above[place - 1] : FuzzyWord.none
        gaps.reach(unit)
        var value = FuzzyWord.none
        if unit.value == units[letter] {
          let chain = letter == 0 ? FuzzyGaps.first(unit) : gaps.chain(before, to: unit)
          if chain > FuzzyWord.none { value = chain + worth(unit, letter) }
        }
        row[place] = value
        if value > FuzzyWord.none, score == nil { earliest = place }
        if value > score ?? FuzzyWord.none { score = value }
        gaps.pass(before, unit)
        place += 1
      }
      guard score != nil else { return nil }
      known = start..<ends[letter] + 1
      start = earliest + 1
      swap(&above, &row)
    }
    return score
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
