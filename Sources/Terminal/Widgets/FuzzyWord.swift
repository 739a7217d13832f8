/// One word of a fuzzy query: finds the best places of its letters in a text.
struct FuzzyWord: Sendable {
  let units: [UInt32]
  private let ascii: [UInt8]
  private let isUpper: [Bool]

  private static let letter = 16
  static let neighbour = 12
  private static let sameCase = 1
  static let gapStart = 3
  static let none = Int.min / 2
  /// For longer texts the table would be too large; then the first match is used.
  static let longest = 4_096

  init(_ word: FuzzyText) {
    units = word.units.map(\.value)
    ascii = units.compactMap { $0 < 0x80 ? UInt8($0) : nil }
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
  func match(_ text: FuzzyText) -> FuzzyMatcher.Match? {
    let together = text.units.withUnsafeBufferPointer(placeTogether)
    let whole = together.map {
      FuzzyMatcher.Match(score: $0.score, characters: Array($0.start..<$0.start + units.count), fit: $0.fit)
    }
    guard text.units.count <= FuzzyWord.longest && units.count <= 64 else { return whole }
    return whole ?? FuzzyAlignment(self, text, skips: false).match ?? FuzzyAlignment(self, text, skips: true).match
  }

  /// The best place at which the letters are adjacent.
  func placeTogether(_ places: UnsafeBufferPointer<FuzzyText.Unit>) -> (score: Int, start: Int, fit: FuzzyFit)? {
    guard let first = units.first, places.count >= units.count else { return nil }
    var best: (score: Int, start: Int, fit: FuzzyFit)?
    for start in 0...places.count - units.count where places[start].value == first {
      guard units.indices.allSatisfy({ places[start + $0].value == units[$0] }) else { continue }
      let letters = units.indices.reduce(0) { $0 + worth(places[start + $1], $1) }
      let score = letters + FuzzyWord.neighbour * (units.count - 1)
      if score > best?.score ?? FuzzyWord.none {
        best = (score, start, places[start].bonus > 0 ? .start : .inside)
      }
    }
    return best
  }

  func worth(_ unit: FuzzyText.Unit, _ row: Int) -> Int {
    FuzzyWord.letter + Int(unit.bonus) + (unit.isUpper == isUpper[row] ? FuzzyWord.sameCase : 0)
  }
}

/// The best alignment of a word's letters with a text, by dynamic programming: the first letter at the start of a word,
/// each further one right after the last or at the start of a later word.
struct FuzzyAlignment {
  /// `nil` if the letters do not fit.
  private(set) var match: FuzzyMatcher.Match?

  private let word: FuzzyWord
  private let text: FuzzyText
  private let width: Int
  /// `ending[row * width + place]`: the best score with this letter at this position.
  private var ending: [Int]

  /// - Parameter skips: true if letters may be skipped inside a word, too.
  init(_ word: FuzzyWord, _ text: FuzzyText, skips: Bool) {
    (self.word, self.text, width) = (word, text, text.units.count)
    ending = [Int](repeating: FuzzyWord.none, count: word.units.count * width)
    for row in word.units.indices { fill(row, skips: skips) }
    match = trace(skips: skips)
  }

  private mutating func fill(_ row: Int, skips: Bool) {
    var gaps = FuzzyGaps(skips: skips)
    for place in 0..<width {
      let unit = text.units[place]
      let before = row == 0 || place == 0 ? FuzzyWord.none : ending[(row - 1) * width + place - 1]
      gaps.reach(unit)
      if unit.value == word.units[row] {
        let start = row == 0 ? FuzzyGaps.first(unit) : gaps.chain(before, to: unit)
        if start > FuzzyWord.none { ending[row * width + place] = start + word.worth(unit, row) }
      }
      gaps.pass(before, unit)
    }
  }

  /// Traces the table back from the best end.
  private func trace(skips: Bool) -> FuzzyMatcher.Match? {
    var places: [Int] = []
    var score = FuzzyWord.none
    for row in word.units.indices.reversed() {
      let chosen: Int?
      if let next = places.last {
        let wanted = ending[(row + 1) * width + next] - word.worth(text.units[next], row + 1)
        chosen = previous(of: next, row: row, wanted: wanted, skips: skips)
      } else {
        chosen = (0..<width).max { ending[row * width + $0] < ending[row * width + $1] }
        score = chosen.map { ending[row * width + $0] } ?? FuzzyWord.none
      }
      guard let chosen, score > FuzzyWord.none else { return nil }
      places.append(chosen)
    }
    return FuzzyMatcher.Match(score: score, characters: places.reversed(), fit: skips ? .loose : .apart)
  }

  /// The place of the letter before the one at `next` that contributes the wanted score.
  private func previous(of next: Int, row: Int, wanted: Int, skips: Bool) -> Int? {
    if next > 0, ending[row * width + next - 1] + FuzzyWord.neighbour == wanted { return next - 1 }
    let isStart = text.units[next].isStart
    guard isStart || skips else { return nil }
    for place in (0..<max(0, next - 1)).reversed() {
      // Letters are skipped only inside one word.
      if !isStart, text.units[place + 1].isStart { return nil }
      let value = ending[row * width + place]
      if value > FuzzyWord.none, value - FuzzyWord.gapStart == wanted { return place }
    }
    return nil
  }
}

/// The best scores of the letters so far that end further left, updated along one row of the table.
struct FuzzyGaps {
  let skips: Bool
  /// Anywhere to the left, minus the gap penalty.
  private var anywhere = FuzzyWord.none
  /// In the same word.
  private var inWord = FuzzyWord.none

  @inline(__always) init(skips: Bool) { self.skips = skips }

  /// The score before the first letter, which is at the start of a word.
  @inline(__always) static func first(_ unit: FuzzyText.Unit) -> Int { unit.isStart ? 0 : FuzzyWord.none }

  @inline(__always) mutating func reach(_ unit: FuzzyText.Unit) {
    if unit.isStart { inWord = FuzzyWord.none }
  }

  /// - Parameter before: the score of the letters so far that end right before the unit.
  @inline(__always) func chain(_ before: Int, to unit: FuzzyText.Unit) -> Int {
    let gap = unit.isStart ? anywhere : skips ? inWord : FuzzyWord.none
    return max(gap, before == FuzzyWord.none ? before : before + FuzzyWord.neighbour)
  }

  @inline(__always) mutating func pass(_ before: Int, _ unit: FuzzyText.Unit) {
    guard before > FuzzyWord.none else { return }
    anywhere = max(anywhere, before - FuzzyWord.gapStart)
    if !unit.isStart { inWord = max(inWord, before - FuzzyWord.gapStart) }
  }
}
