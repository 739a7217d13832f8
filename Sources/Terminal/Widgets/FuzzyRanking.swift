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
  /// The score of the best match: the table of `match`, of which only two rows are kept.
  func score(_ text: FuzzyText, _ above: inout [Int], _ row: inout [Int]) -> Int? {
    let width = text.units.count
    guard width <= FuzzyWord.longest && units.count <= 64 else { return match(text)?.score }
    if row.count < width {
      above = [Int](repeating: FuzzyWord.none, count: width)
      row = above
    }
    return text.units.withUnsafeBufferPointer { places in
      var score: Int?
      for letter in units.indices {
        score = nil
        swap(&above, &row)
        // The best end of the letters before, at any place further left, less what the gap costs.
        var best = FuzzyWord.none
        var before = FuzzyWord.none
        for place in 0..<width {
          var value = FuzzyWord.none
          if places[place].value == units[letter] {
            let chain = max(best, before == FuzzyWord.none ? before : before + FuzzyWord.neighbour)
            let start = letter == 0 ? 0 : chain
            if start > FuzzyWord.none { value = start + worth(places[place], letter) }
          }
          row[place] = value
          if value > score ?? FuzzyWord.none { score = value }
          best = max(best, before == FuzzyWord.none ? before : before - FuzzyWord.gapStart)
          before = letter == 0 ? FuzzyWord.none : above[place]
        }
        if score == nil { return nil }
      }
      return score
    }
  }
}
