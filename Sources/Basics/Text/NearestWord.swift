/// Finds the known word that a misspelt one most likely meant.
package enum NearestWord {
  /// - Returns: the known word with the fewest characters inserted, removed, replaced or exchanged with their neighbour,
  ///   ignoring case; `nil` if more than a third of the word would have to change.
  package static func of(_ word: String, in known: [String]) -> String? {
    let typed = Array(word.lowercased())
    // Words in a file may be of any length, but no known one is that long.
    guard typed.count <= longest else { return nil }
    let ranked = known.map { known in
      (word: known, changes: changes(from: typed, to: Array(known.lowercased())).last ?? 0)
    }
    guard let best = ranked.min(by: { $0.changes < $1.changes }) else { return nil }
    return best.changes <= max(1, typed.count / 3) ? best.word : nil
  }

  /// True if an incomplete word, with one typing error in it, is the start of a known one, ignoring case. Words of
  /// fewer than four characters match too many.
  package static func begins(_ typed: String, _ known: String) -> Bool {
    let typed = Array(typed.lowercased().unicodeScalars)
    guard (4...longest).contains(typed.count) else { return false }
    let start = Array(known.lowercased().unicodeScalars.prefix(typed.count + 1))
    return changes(from: typed, to: start).contains { $0 <= 1 }
  }

  /// The indices of the known words with the fewest changes from this one, the nearest first. Longer words are compared
  /// by their beginnings only.
  package static func ranked(_ word: String, among known: [String], most: Int) -> [Int] {
    let typed = Array(word.lowercased().prefix(longest))
    let ranked = known.enumerated().map { place, known in
      (place: place, changes: changes(from: typed, to: Array(known.lowercased().prefix(longest))).last ?? 0)
    }
    // Equal ones keep their order.
    return ranked.sorted { ($0.changes, $0.place) < ($1.changes, $1.place) }.prefix(most).map(\.place)
  }

  private static let longest = 64

  /// The distance to each prefix of the other word, the shortest first (optimal string alignment).
  private static func changes<Letter: Equatable>(from old: [Letter], to new: [Letter]) -> [Int] {
    var above: [Int] = []
    var row = Array(0...new.count)
    for (index, letter) in old.enumerated() {
      var next = [index + 1]
      next.reserveCapacity(new.count + 1)
      for column in new.indices {
        var least = min(row[column] + (letter == new[column] ? 0 : 1), row[column + 1] + 1, next[column] + 1)
        if index > 0, column > 0, letter == new[column - 1], old[index - 1] == new[column] {
          least = min(least, above[column - 1] + 1)
        }
        next.append(least)
      }
      (above, row) = (row, next)
    }
    return row
  }
}
