/// One word of a fuzzy query: finds the best places of its letters in a text.
struct FuzzyWord: Sendable {
  let letters: [UInt32]
  private let ascii: [UInt8]
  private let isUpper: [Bool]

  private static let letter = 16
  static let neighbour = 12
  private static let sameCase = 1
  static let gap = 3
  static let none = Int.min / 2
  /// For longer texts the table would be too large; then the first match is used.
  private static let longest = 4_096

  init(_ word: FuzzyText) {
    letters = word.units.map(\.value)
    ascii = letters.compactMap { $0 < 0x80 ? UInt8($0) : nil }
    isUpper = word.units.map(\.isUpper)
  }

  /// Quickly rejects most candidates: the word's ASCII letters must occur in order.
  func mayFit(_ candidate: String) -> Bool {
    guard !ascii.isEmpty else { return true }
    return candidate.utf8.withContiguousStorageIfAvailable(holdLetters)
      ?? Array(candidate.utf8).withUnsafeBufferPointer(holdLetters)
  }

  private func holdLetters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var wanted = 0
    var letter = ascii[0]
    for byte in bytes {
      let folded = byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
      guard folded == letter else { continue }
      wanted += 1
      guard wanted < ascii.count else { return true }
      letter = ascii[wanted]
    }
    return false
  }

  /// The letters together; apart, and with letters skipped inside words, only if there is nothing better.
  func match(_ text: FuzzyText, _ alignment: inout FuzzyAlignment, marks: Bool) -> FuzzyMatcher.Match? {
    if let whole = text.units.withUnsafeBufferPointer({ together(in: $0, marks: marks) }) { return whole }
    guard text.units.count <= Self.longest, letters.count <= 64 else { return nil }
    for fit in [FuzzyFit.apart, .loose] {
      guard let score = alignment.align(self, text, skips: fit == .loose) else { continue }
      return FuzzyMatcher.Match(score: score, characters: marks ? alignment.places(of: self) : [], fit: fit)
    }
    return nil
  }

  /// The best place at which the letters are adjacent.
  private func together(in units: UnsafeBufferPointer<FuzzyText.Unit>, marks: Bool) -> FuzzyMatcher.Match? {
    guard let first = letters.first, units.count >= letters.count else { return nil }
    var best: (score: Int, start: Int)?
    for start in 0...units.count - letters.count where units[start].value == first {
      guard letters.indices.allSatisfy({ units[start + $0].value == letters[$0] }) else { continue }
      let score = letters.indices.reduce(Self.neighbour * (letters.count - 1)) { $0 + worth(units[start + $1], $1) }
      if score > best?.score ?? Self.none { best = (score, start) }
    }
    return best.map { score, start in
      FuzzyMatcher.Match(
        score: score, characters: marks ? Array(start..<start + letters.count) : [],
        fit: units[start].bonus > 0 ? .start : .inside)
    }
  }

  func worth(_ unit: FuzzyText.Unit, _ index: Int) -> Int {
    Self.letter + Int(unit.bonus) + (unit.isUpper == isUpper[index] ? Self.sameCase : 0)
  }
}

/// The best alignment of a word's letters with a text, by dynamic programming: the first letter at the start of a word,
/// each further one right after the last or at the start of a later word.
struct FuzzyAlignment {
  /// The letters so far with the last one at a place: their best score, and the place of the letter before.
  private struct End {
    var score = FuzzyWord.none
    var before = -1
  }

  private var width = 0
  /// For each letter, the ends at each place of the text.
  private var ends: [End] = []

  /// - Parameter skips: true if letters may be skipped inside a word, too.
  /// - Returns: the best score; `nil` if the letters do not fit.
  mutating func align(_ word: FuzzyWord, _ text: FuzzyText, skips: Bool) -> Int? {
    width = text.units.count
    let size = word.letters.count * width
    if ends.count < size { ends = [End](repeating: End(), count: size) }
    var best = FuzzyWord.none
    for index in word.letters.indices {
      best = text.units.withUnsafeBufferPointer { fill(index, word, $0, skips: skips) }
      guard best > FuzzyWord.none else { return nil }
    }
    return best
  }

  /// Fills in the ends of a letter, and returns the best score.
  private mutating func fill(
    _ index: Int, _ word: FuzzyWord, _ units: UnsafeBufferPointer<FuzzyText.Unit>, skips: Bool
  ) -> Int {
    let row = index * width
    var best = FuzzyWord.none
    // The best ends of the letter before that lie further left, and of those the ones in the same word.
    var (anywhere, inWord) = (End(), End())
    for (place, unit) in units.enumerated() {
      var left = End()
      if index > 0, place > 0 { left = End(score: ends[row - width + place - 1].score, before: place - 1) }
      if unit.isStart { inWord = End() }
      var end = End()
      if unit.value == word.letters[index] {
        if index == 0 {
          if unit.isStart { end.score = 0 }
        } else {
          end = unit.isStart ? anywhere : skips ? inWord : End()
          let adjacent = End(score: left.score + FuzzyWord.neighbour, before: left.before)
          if left.score > FuzzyWord.none, adjacent.score >= end.score { end = adjacent }
        }
        if end.score > FuzzyWord.none { end.score += word.worth(unit, index) }
      }
      ends[row + place] = end
      best = max(best, end.score)
      guard left.score > FuzzyWord.none else { continue }
      left.score -= FuzzyWord.gap
      if left.score >= anywhere.score { anywhere = left }
      if !unit.isStart, left.score >= inWord.score { inWord = left }
    }
    return best
  }

  /// The places of the letters of the word that was just aligned.
  func places(of word: FuzzyWord) -> [Int] {
    var row = (word.letters.count - 1) * width
    guard var place = (0..<width).max(by: { ends[row + $0].score < ends[row + $1].score }) else { return [] }
    var places: [Int] = []
    while row >= 0 {
      places.append(place)
      place = ends[row + place].before
      row -= width
    }
    return places.reversed()
  }
}
