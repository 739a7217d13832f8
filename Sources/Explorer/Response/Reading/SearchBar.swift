import Documents
import Terminal

/// The right half of the search prompt's border: the options with their keys, and the number of matches.
struct SearchBar {
  private let entries: [(item: SearchOptions.Switch, text: String, isOn: Bool)]
  private let count: String
  private let theme: Theme

  init(_ options: SearchOptions, in reading: ResponsePane.Reading?, _ theme: Theme) {
    let isJSON = reading?.document.kind.isJSON ?? false
    entries = SearchOptions.Switch.allCases.filter { $0 != .scope || isJSON }.map { item in
      (item, "\(item.key.name) \(options.title(of: item))", options.isOn(item))
    }
    count = reading?.search?.summary ?? ""
    self.theme = theme
  }

  /// Active options are bold in the accent colour, so that they stand out without colours too.
  func pieces(in frame: Rect) -> [StyledText] {
    var pieces: [StyledText] = []
    for entry in entries {
      let style = entry.isOn ? theme[.accent].adding(.bold) : theme[.dim]
      pieces += [StyledText(entry.text, style), StyledText("  ", theme[.dim])]
    }
    let found = StyledText(count.isEmpty ? "nothing typed" : count, theme[.text])
    pieces.append(found)
    // Without room for everything, the number of matches matters most while typing.
    return pieces.columns + 14 <= frame.width ? pieces : [found]
  }

  /// The option at a column of the border; its text ends before the right corner.
  func hit(x: Int, in frame: Rect) -> SearchOptions.Switch? {
    let all = pieces(in: frame)
    var column = frame.maxX - 3 - all.columns
    guard all.count > entries.count else { return nil }
    for (index, entry) in entries.enumerated() {
      let width = all[index * 2].columns
      if (column..<column + width).contains(x) { return entry.item }
      column += width + all[index * 2 + 1].columns
    }
    return nil
  }
}
