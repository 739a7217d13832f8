import Basics
import Terminal

extension Picker {
  /// How many of the best matches are looked at word by word: more than a screen shows.
  private static let most = 200

  /// The matches ordered by their names: those that are the typed text, that begin with it, that have all its words at
  /// the starts of words, then those that match by method or URL.
  func byName(_ found: [Int]) -> [Int] {
    let typed = field.text.utf8.map(ByteSearch.folded)
    let words = field.text.lowercased().split(separator: " ")
    var ranked: [[Int]] = [[], [], [], []]
    for (place, index) in found.enumerated() {
      let name = items[index].name ?? ""
      var rank = 3
      if name.utf8.count >= typed.count, zip(name.utf8, typed).allSatisfy({ ByteSearch.folded($0) == $1 }) {
        rank = name.utf8.count == typed.count ? 0 : 1
      } else if place < Self.most {
        let starts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        if words.allSatisfy({ word in starts.contains { $0.hasPrefix(word) } }) { rank = 2 }
      }
      ranked[rank].append(index)
    }
    return ranked.flatMap(\.self)
  }
}
