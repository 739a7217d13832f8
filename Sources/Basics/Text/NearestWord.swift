/// The known word that a misspelt one most likely meant, for messages that name an unknown word.
package enum NearestWord {
  /// - Returns: the known word with the fewest characters inserted, removed or replaced, ignoring case; `nil` if more
  ///   than a third of the word would have to change.
  package static func of(_ word: String, in known: [String]) -> String? {
    let typed = Array(word.lowercased())
    // Words in a file may be of any length; no known one is that long.
    guard typed.count <= 64 else { return nil }
    let ranked = known.map { (word: $0, changes: changes(from: typed, to: Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.changes < $1.changes }) else { return nil }
    return best.changes <= max(1, typed.count / 3) ? best.word : nil
  }

  /// The Levenshtein distance.
  private static func changes(from old: [Character], to new: [Character]) -> Int {
    var row = Array(0...new.count)
    for (index, character) in old.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in new.indices {
        let replaced = diagonal + (character == new[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[new.count]
  }
}
