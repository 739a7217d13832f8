import Basics
import Terminal

/// A row of tabs with counts. The selected tab is bold with a heavy underline or, without a row for it, in the accent
/// colour.
struct TabBar<Tab: Hashable> {
  struct Item {
    let tab: Tab
    var title: String
    var count: Int?
    var isEmpty = false
    /// Replaces the count: `2/4`.
    var share: String?
    /// True if the tab holds something. Without a count, a dot shows it, in the gap behind the title.
    var hasDot = false
    /// True if the tab is hidden rather than the counts of others, as long as it is the last one and not selected.
    var yields = false

    var detail: String? { share ?? count.map(Quantity.count) }
  }

  let items: [Item]

  /// The visible tabs, with their columns for a bar that starts at column 0.
  struct Places {
    fileprivate(set) var seen: [(item: Item, range: Range<Int>)] = []
    /// True if there are tabs before or after the visible ones, shown by a mark.
    fileprivate(set) var hasMoreBefore = false
    fileprivate(set) var hasMoreAfter = false
  }

  /// Tries gaps of three and two blanks, then as many counts as fit: shares first, then from the left. If the titles
  /// alone are too wide, only the tabs around the selected one are visible.
  func places(width: Int, chosen: Tab) -> Places {
    let lengths = items.map { TextWidth.of(text(of: $0)) }
    let together = lengths.reduce(0, +)
    let blanks = max(0, items.count - 1)
    for gap in [3, 2] where together + gap * blanks <= width {
      return Places(seen: row(items.indices, lengths, gap: gap, from: 0))
    }
    if let last = items.last, last.yields, last.tab != chosen {
      var places = TabBar(items: items.dropLast()).places(width: width, chosen: chosen)
      places.hasMoreAfter = true
      return places
    }
    let titles = items.map { TextWidth.of($0.title) }
    var room = width - titles.reduce(0, +) - 2 * blanks
    if room >= 0 {
      var kept = items
      let (shares, others) = (
        items.indices.filter { items[$0].share != nil }, items.indices.filter { items[$0].share == nil }
      )
      for index in shares + others {
        let (item, count) = (items[index], lengths[index] - titles[index])
        if count <= room {
          room -= count
        } else {
          kept[index] = Item(tab: item.tab, title: item.title, isEmpty: item.isEmpty, hasDot: item.hasDot)
        }
      }
      let bar = TabBar(items: kept)
      return Places(seen: bar.row(items.indices, kept.map { TextWidth.of(text(of: $0)) }, gap: 2, from: 0))
    }
    let index = items.firstIndex { $0.tab == chosen } ?? 0
    var first = 0
    while first < index, end(of: first...index, lengths) > width - (index < items.count - 1 ? 2 : 0) { first += 1 }
    var last = index
    while last + 1 < items.count, end(of: first...last + 1, lengths) <= width - (last + 2 < items.count ? 2 : 0) {
      last += 1
    }
    return Places(
      seen: row(first..<last + 1, lengths, gap: 2, from: first > 0 ? 2 : 0), hasMoreBefore: first > 0,
      hasMoreAfter: last < items.count - 1)
  }

  /// The end of these tabs, placed after the mark for hidden tabs if there are any.
  private func end(of tabs: ClosedRange<Int>, _ lengths: [Int]) -> Int {
    lengths[tabs].reduce(0) { $0 + $1 + 2 } - 2 + (tabs.lowerBound > 0 ? 2 : 0)
  }

  private func row(
    _ tabs: Range<Int>, _ lengths: [Int], gap: Int, from start: Int
  ) -> [(item: Item, range: Range<Int>)] {
    var column = start
    return tabs.map { index in
      defer { column += lengths[index] + gap }
      return (items[index], column..<column + lengths[index])
    }
  }

  /// The tab that a click selects: the one under it or, on a mark, the nearest hidden one.
  func tab(at column: Int, width: Int, chosen: Tab) -> Tab? {
    let places = places(width: width, chosen: chosen)
    if let hit = places.seen.first(where: { $0.range.contains(column) }) { return hit.item.tab }
    guard let first = places.seen.first, let last = places.seen.last else { return nil }
    if places.hasMoreBefore, column < first.range.lowerBound { return neighbour(of: first.item.tab, by: -1) }
    if places.hasMoreAfter, column >= last.range.upperBound { return neighbour(of: last.item.tab, by: 1) }
    return nil
  }

  private func neighbour(of tab: Tab, by step: Int) -> Tab? {
    guard let index = items.firstIndex(where: { $0.tab == tab }), items.indices.contains(index + step) else {
      return nil
    }
    return items[index + step].tab
  }

  func text(of item: Item) -> String { item.detail.map { "\(item.title) \($0)" } ?? item.title }

  func draw(chosen: Tab, isFocused: Bool, _ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    let theme = state.theme
    let places = places(width: rect.width, chosen: chosen)
    for (item, range) in places.seen {
      let place = Point(x: rect.x + range.lowerBound, y: rect.y)
      let isChosen = item.tab == chosen
      let (name, count): (Style, Style)
      if !isChosen {
        (name, count) = (theme[.dim], theme[item.isEmpty ? .faint : .dim])
      } else {
        name = (rect.height > 1 ? theme[.text] : theme[.accent]).adding(.bold)
        count = theme[.accent]
      }
      let pieces = [StyledText(item.title, name)] + (item.detail.map { [StyledText(" \($0)", count)] } ?? [])
      screen.write(pieces, at: place, clippedTo: rect)
      if item.hasDot, item.detail == nil {
        let dot = state.capabilities.unicode ? "•" : "*"
        screen.write(dot, at: Point(x: place.x + range.count, y: place.y), style: count, clippedTo: rect)
      }
      if isChosen, rect.height > 1 {
        let line = String(repeating: state.capabilities.unicode ? "━" : "=", count: range.count)
        screen.write(
          line, at: Point(x: place.x, y: rect.y + 1), style: theme[isFocused ? .accent : .dim], clippedTo: rect)
      }
    }
    let marks = state.capabilities.unicode ? ("‹", "›") : ("<", ">")
    if places.hasMoreBefore {
      screen.write(marks.0, at: Point(x: rect.x, y: rect.y), style: theme[.accent], clippedTo: rect)
    }
    if places.hasMoreAfter, let last = places.seen.last, last.range.upperBound + 1 < rect.width {
      let x = rect.x + last.range.upperBound + 1
      screen.write(marks.1, at: Point(x: x, y: rect.y), style: theme[.accent], clippedTo: rect)
    }
  }
}
