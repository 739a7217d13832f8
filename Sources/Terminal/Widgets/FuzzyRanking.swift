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

  /// The score of a full match; `nil` if the candidate does not match.
  mutating func score(_ candidate: String) -> Int? {
    guard !words.isEmpty else { return 0 }
    guard words.allSatisfy({ $0.mayFit(candidate) }) else { return nil }
    text.read(candidate)
    var score = 0
    for word in words {
      guard let own = word.score(text, &above, &row) else { return nil }
      score += own
    }
    return FuzzyMatcher.score(score, length: text.units.count)
  }
}

extension FuzzyMatcher {
  /// The indexes of the matching candidates, best first; equal ones keep their order.
  package func order(of candidates: [String]) -> [Int] {
    var ranking = FuzzyRanking(words)
    var hits: [Hit] = []
    for index in candidates.indices {
      if let score = ranking.score(candidates[index]) { hits.append(Hit(score: score, index: index)) }
    }
    hits.sort()
    return hits.map(\.index)
  }

  private struct Hit: Comparable {
    var score: Int
    var index: Int

    static func < (left: Hit, right: Hit) -> Bool {
      left.score == right.score ? left.index < right.index : left.score > right.score
    }
  }
}

extension FuzzyWord {
  /// The score of the best match. Computes the table of `match` but keeps only two rows, and of each row only the
  /// positions that its letter can have.
  func score(_ text: FuzzyText, _ above: inout [Int], _ row: inout [Int]) -> Int? {
    let width = text.units.count
    guard width <= FuzzyWord.longest && units.count <= 64 else { return match(text)?.score }
    if row.count < width {
      above = [Int](repeating: FuzzyWord.none, count: width)
      row = above
    }
    return text.units.withUnsafeBufferPointer { places in
      above.withUnsafeMutableBufferPointer { above in
        row.withUnsafeMutableBufferPointer { row in
          withUnsafeTemporaryAllocation(of: Int.self, capacity: units.count) { ends in
            findEnds(places, ends) ? best(places, above, row, ends) : nil
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
    _ second: UnsafeMutableBufferPointer<Int>, _ ends: UnsafeMutableBufferPointer<Int>
  ) -> Int? {
    var (above, row) = (first, second)
    // The range of valid positions in the row above.
    var known = 0..<0
    var start = 0
    var score: Int?
    for letter in units.indices {
      score = nil
      var earliest = start
      // The best score of the previous letters, ending further left, minus the gap penalty.
      var best = FuzzyWord.none
      var place = start
      while place <= ends[letter] {
        let before = known.contains(place - 1) ? above[place - 1] : FuzzyWord.none
        var value = FuzzyWord.none
        if places[place].value == units[letter] {
          let chain = max(best, before == FuzzyWord.none ? before : before + FuzzyWord.neighbour)
          let own = letter == 0 ? 0 : chain
          if own > FuzzyWord.none { value = own + worth(places[place], letter) }
        }
        row[place] = value
        if value > FuzzyWord.none, score == nil { earliest = place }
        if value > score ?? FuzzyWord.none { score = value }
        best = max(best, before == FuzzyWord.none ? before : before - FuzzyWord.gapStart)
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
