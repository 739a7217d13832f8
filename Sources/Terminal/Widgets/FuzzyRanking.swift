/// The order of many candidates for one query, without the places that match: those are looked for where they are shown.
///
/// Works in the same few buffers for all candidates; ten thousand are ranked between two keys.
struct FuzzyRanking {
  private let words: [FuzzyWord]
  private var text = FuzzyText()
  /// The best score with the letter before, and with this one, at each place.
  private var above: [Int] = []
  private var row: [Int] = []

  init(_ words: [FuzzyWord]) { self.words = words }

  /// The score that a full match has; `nil` when the candidate does not fit.
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
  /// Places of the candidates that fit, best first, equals in their old order.
  public func order(of candidates: some Sequence<String>) -> [Int] {
    var ranking = FuzzyRanking(words)
    var hits: [Hit] = []
    for (index, candidate) in candidates.enumerated() {
      if let score = ranking.score(candidate) { hits.append(Hit(score: score, index: index)) }
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
  /// The score of the best match: the table of `match`, of which only two rows are kept, and of each row only the places
  /// between the first and the last that its letter can have.
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

  /// For each letter the last place from where on those behind it still fit; `false` when they do not.
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
    // The places that the row above holds.
    var known = 0..<0
    var start = 0
    var score: Int?
    for letter in units.indices {
      score = nil
      var earliest = start
      // The best end of the letters before, at any place further left, less what the gap costs.
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
