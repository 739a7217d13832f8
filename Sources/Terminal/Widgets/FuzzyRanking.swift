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
  /// The indexes of the matching candidates, best first; equal ones keep their order. Those that fit much worse
  /// than the best are left out.
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
  /// The score of `match`. Of its tables it keeps only two rows, and of each row only the positions that its letter can
  /// have.
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
