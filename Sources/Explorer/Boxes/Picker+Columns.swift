import Basics
import Terminal

extension Picker.Item {
  /// No box is wider, so a longer text need not be measured.
  private static let longestMeasured = 300

  /// The columns of the title and of the longest text beside it.
  /// - Parameter names: the columns of the names of all items.
  func columns(names: Int) -> Int {
    let beside = [detail, place ?? "", refusal ?? ""].reduce(0) { max($0, Self.measured($1)) }
    let gap = name.map { max(0, names - Self.measured($0)) } ?? 0
    return Self.measured(title) + gap + (beside > 0 ? beside + 2 : 0)
  }

  fileprivate static func measured(_ text: String) -> Int {
    text.utf8.count > longestMeasured ? longestMeasured : TextWidth.of(text)
  }
}

extension Picker {
  /// A longer name moves the rest of its own title only.
  private static let longestName = 32

  /// Names with something behind them stand in a column of their own.
  static func nameColumns(of items: [Item]) -> Int {
    items.reduce(0) { columns, item in
      guard let name = item.name, !item.title.hasSuffix(name) else { return columns }
      let own = Item.measured(name)
      return own > longestName ? columns : max(columns, own)
    }
  }

  /// Where blanks go into the title of an item, and how many, for its text behind the name to begin in the same column
  /// as those of the others.
  func gap(behindNameOf item: Item) -> (index: Int, columns: Int)? {
    guard let name = item.name, let blank = item.title.firstIndex(of: " ") else { return nil }
    let missing = nameColumns - Item.measured(name)
    guard missing > 0, let start = item.title[blank...].indices.first(where: { item.title[$0...].hasPrefix(name) })
    else { return nil }
    return (item.title.distance(from: item.title.startIndex, to: start) + name.count, missing)
  }
}

extension PickerView {
  /// The width of the box: what its items need, up to four fifths of the window.
  static func width(of picker: Picker, in size: Size) -> Int {
    // As wide as its longest names with their groups, where the window has that.
    if picker.purpose == .palette {
      return size.columns < 100 ? size.columns : min(max(106, picker.columns + 4), size.columns * 4 / 5)
    }
    guard picker.preview.isEmpty else { return OverlayView.width(max(84, size.columns / 3), in: size) }
    // The screen around the list of themes is what is being chosen.
    let least = picker.purpose == .theme ? 40 : 76
    let most = max(76, size.columns * 4 / 5)
    return OverlayView.width(min(most, max(least, picker.columns + 4)), in: size)
  }
}
