import Basics
import Terminal

/// Finds the entries of the palette for what was typed. Whole words of title, synonyms and sentence come first; only if
/// no entry has them, the letters of titles are matched.
struct PaletteSearch {
  private let words: [String]

  init(_ typed: String) {
    // No title is longer, and a pasted file must not be searched for.
    let all = Self.words(of: typed.prefix(200))
    let meaningful = all.filter { !Self.fillers.contains($0) }
    words = meaningful.isEmpty ? all : meaningful
  }

  private static let fillers: Set<String> = ["a", "an", "and", "the", "to", "of", "in", "for", "my", "how", "do", "i"]

  /// The indexes of the items: the command of that name, what can be done, the requests, what cannot be done here.
  /// The command comes first even if it can do nothing: `undo` and Enter must not do something else.
  /// - Parameter fuzzy: all items whose titles contain the typed letters, best first.
  func order(of items: [Picker.Item], fuzzy: [Int]) -> [Int] {
    let ranked = items.indices.lazy.filter { !items[$0].isJumpTarget }.compactMap { index in
      rank(of: items[index]).map { (index: index, rank: $0) }
    }
    // The order of the list decides among equals.
    let named = ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.index)
    let found = named.isEmpty ? fuzzy.filter { !items[$0].isJumpTarget } : named
    let exact = found.filter { words == [items[$0].id.lowercased()] }
    let others = found.filter { !exact.contains($0) }
    return exact + others.filter { items[$0].refusal == nil } + fuzzy.filter { items[$0].isJumpTarget }
      + others.filter { items[$0].refusal != nil }
  }

  /// Lower is better; `nil` if a word is missing.
  private func rank(of item: Picker.Item) -> Int? {
    guard !words.isEmpty else { return nil }
    let title = Self.words(of: item.title)
    let sentence = Self.words(of: item.sentence)
    var sum = 0
    for word in words {
      guard let level = Self.level(of: word, title, item.synonyms, sentence) else { return nil }
      sum += level
    }
    // A title with fewer other words is closer to what was typed.
    return sum * 16 + min(15, title.count)
  }

  private static func level(of word: String, _ title: [String], _ synonyms: [Substring], _ sentence: [String]) -> Int? {
    // `headers` finds `header`, and a title that begins with `Headers` is meant by `header`.
    let single = word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    if [word, single, "\(single)s"].contains(title.first) { return 0 }
    if title.contains(where: { $0 == word || $0 == single }) { return 1 }
    if synonyms.contains(where: { $0 == word || $0 == single }) || title.first?.hasPrefix(single) == true { return 1 }
    if title.contains(where: { $0.hasPrefix(single) }) || synonyms.contains(where: { $0.hasPrefix(single) }) {
      return 2
    }
    return sentence.contains { $0.hasPrefix(single) } ? 3 : nil
  }

  private static func words(of text: some StringProtocol) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "$" }.map(String.init)
  }
}
