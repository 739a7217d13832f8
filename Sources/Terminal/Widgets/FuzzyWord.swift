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
  func rank(_ text: FuzzyText, _ alignment: inout FuzzyAlignment) -> FuzzyRank? {
    if let whole = text.units.withUnsafeBufferPointer(placeTogether) { return whole }
    guard text.units.count <= FuzzyWord.longest && units.count <= 64 else { return nil }
    if let score = alignment.align(self, text, skips: false) { return FuzzyRank(score: score, fit: .apart) }
    return alignment.align(self, text, skips: true).map { FuzzyRank(score: $0, fit: .loose) }
  }

  /// The positions of the letters in the match that was just ranked.
  func characters(of rank: FuzzyRank, in text: FuzzyText, _ alignment: FuzzyAlignment) -> [Int] {
    rank.start.map { Array($0..<$0 + units.count) } ?? alignment.trace(self, text, skips: rank.fit == .loose)
  }

  /// The best place at which the letters are adjacent.
  private func placeTogether(_ places: UnsafeBufferPointer<FuzzyText.Unit>) -> FuzzyRank? {
    guard let first = units.first, places.count >= units.count else { return nil }
    var best: FuzzyRank?
    for start in 0...places.count - units.count where places[start].value == first {
      guard units.indices.allSatisfy({ places[start + $0].value == units[$0] }) else { continue }
      let letters = units.indices.reduce(0) { $0 + worth(places[start + $1], $1) }
      let score = letters + FuzzyWord.neighbour * (units.count - 1)
      if score > best?.score ?? FuzzyWord.none {
        best = FuzzyRank(score: score, fit: places[start].bonus > 0 ? .start : .inside, start: start)
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
  private var width = 0
  /// `ending[row * width + place]`: the best score with this letter at this position.
  private var ending: [Int] = []

  /// - Parameter skips: true if letters may be skipped inside a word, too.
  /// - Returns: the best score; `nil` if the letters do not fit.
  mutating func align(_ word: FuzzyWord, _ text: FuzzyText, skips: Bool) -> Int? {
    width = text.units.count
    let size = word.units.count * width
    if ending.count < size { ending = [Int](repeating: FuzzyWord.none, count: size) }
    var best = FuzzyWord.none
    for row in word.units.indices {
      best = fill(row, word, text, skips: skips)
      guard best > FuzzyWord.none else { return nil }
    }
    return best
  }

  /// - Returns: the best score in the row.
  private mutating func fill(_ row: Int, _ word: FuzzyWord, _ text: FuzzyText, skips: Bool) -> Int {
    var gaps = FuzzyGaps(skips: skips)
    var best = FuzzyWord.none
    for place in 0..<width {
      let unit = text.units[place]
      let before = row == 0 || place == 0 ? FuzzyWord.none : ending[(row - 1) * width + place - 1]
      gaps.reach(unit)
      var score = FuzzyWord.none
      if unit.value == word.units[row] {
        let start = row == 0 ? FuzzyGaps.first(unit) : gaps.chain(before, to: unit)
        if start > FuzzyWord.none { score = start + word.worth(unit, row) }
      }
      ending[row * width + place] = score
      best = max(best, score)
      gaps.pass(before, unit)
    }
    return best
  }

  /// Traces the table back from the best end.
  func trace(_ word: FuzzyWord, _ text: FuzzyText, skips: Bool) -> [Int] {
    var places: [Int] = []
    for row in word.units.indices.reversed() {
      let chosen: Int?
      if let next = places.last {
        let wanted = ending[(row + 1) * width + next] - word.worth(text.units[next], row + 1)
        chosen = previous(of: next, text, row: row, wanted: wanted, skips: skips)
      } else {
        chosen = (0..<width).max { ending[row * width + $0] < ending[row * width + $1] }
      }
      guard let chosen else { return [] }
      places.append(chosen)
    }
    return places.reversed()
  }

  /// The place of the letter before the one at `next` that contributes the wanted score.
  private func previous(of next: Int, _ text: FuzzyText, row: Int, wanted: Int, skips: Bool) -> Int? {
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
