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

  /// - Parameter skips: whether letters may be skipped inside a word, too.
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

  /// The place of the letter before one at `next`, which contributes the wanted score.
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

/// The best scores of the letters so far that end further left, on the way along one row of the table.
struct FuzzyGaps {
  let skips: Bool
  /// Anywhere to the left, minus the gap penalty.
  private var anywhere = FuzzyWord.none
  /// In the same word.
  private var inWord = FuzzyWord.none

  @inline(__always) init(skips: Bool) { self.skips = skips }

  /// The score before the first letter, which stands at the start of a word.
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
