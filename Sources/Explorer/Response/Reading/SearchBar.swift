import Terminal

/// The right half of the search prompt's border: its switches, each with its key, and how much is found.
struct SearchBar {
  private let entries: [(item: SearchOptions.Switch, text: String, isOn: Bool)]
  private let count: String
  private let theme: Theme

  init(_ state: AppState) {
    let options = state.searchOptions
    let isJSON = state.session?.response.reading?.document.kind.isJSON ?? false
    entries = SearchOptions.Switch.allCases.filter { $0 != .scope || isJSON }.map { item in
      (item, "\(item.key.name) \(options.title(of: item))", options.isOn(item))
    }
    count = state.session?.response.reading?.search?.summary ?? ""
    theme = state.theme
  }

  /// What is on is bold and in the accent, so that it is told without colours too.
  func pieces(in frame: Rect) -> [StyledText] {
    var pieces: [StyledText] = []
    for entry in entries {
      let style = entry.isOn ? theme[.accent].adding(.bold) : theme[.dim]
      pieces += [StyledText(entry.text, style), StyledText("  ", theme[.dim])]
    }
    let found = StyledText(count.isEmpty ? "nothing typed" : count, theme[.text])
    pieces.append(found)
    // Where there is no room for all of it, the count is what is looked at while typing.
    return pieces.columns + 14 <= frame.width ? pieces : [found]
  }

  /// The switch at a column of the border; the facts stand before its right corner.
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

extension AppState {
  /// A click on a switch in the border of the search prompt.
  mutating func click(_ mouse: Mouse, in prompt: Prompt) -> [Effect] {
    let frame = OverlayView.frame(of: prompt, in: size)
    guard mouse.kind == .press, mouse.point.y == frame.minY,
      let item = SearchBar(self).hit(x: mouse.point.x, in: frame)
    else { return [] }
    return respond(.searchSwitched(item, prompt.field.text))
  }
}
