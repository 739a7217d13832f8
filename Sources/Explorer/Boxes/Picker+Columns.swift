import Basics
import Terminal

extension Picker.Item {
  /// No box is wider, so a longer text need not be measured.
  private static let longestMeasured = 300

  /// The columns of the title and of the longest text beside it.
  var columns: Int {
    let beside = [detail, place ?? "", refusal ?? ""].reduce(0) { max($0, Self.measured($1)) }
    return Self.measured(title) + (beside > 0 ? beside + 2 : 0)
  }

  private static func measured(_ text: String) -> Int {
    text.utf8.count > longestMeasured ? longestMeasured : TextWidth.of(text)
  }
}

extension PickerView {
  /// The width of the box: what its items need, up to four fifths of the window.
  static func width(of picker: Picker, in size: Size) -> Int {
    // As wide as its longest names with their groups, where the window has that.
    if picker.purpose == .palette { return size.columns < 100 ? size.columns : min(106, size.columns * 4 / 5) }
    guard picker.preview.isEmpty else { return OverlayView.width(max(84, size.columns / 3), in: size) }
    // The screen around the list of themes is what is being chosen.
    let least = picker.purpose == .theme ? 40 : 76
    let most = max(76, size.columns * 4 / 5)
    return OverlayView.width(min(most, max(least, picker.columns + 4)), in: size)
  }
}
