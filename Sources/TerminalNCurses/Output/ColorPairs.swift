import CNCurses
import Terminal

/// ncurses' colour pairs: each combination of two colours gets its number when it is first used.
struct ColorPairs {
  private struct Combination: Equatable {
    var foreground: Int16
    var background: Int16
  }

  /// 256, 16, 8, or 0.
  let colors: Int
  private let limit: Int
  /// Each at the index that is its number: a theme has a few dozen, which are found sooner than a dictionary is made.
  private var combinations = [Combination(foreground: -1, background: -1)]

  /// After `newterm`. Without colours when the user said so (https://no-color.org).
  init(isRefused: Bool) {
    guard !isRefused, has_colors(), start_color() == OK, use_default_colors() == OK else {
      (colors, limit) = (0, 0)
      return
    }
    let offered = Int(apus_colors())
    colors = [256, 16, 8].first { $0 <= offered } ?? 0
    limit = min(Int(apus_color_pairs()), Int(Int16.max))
  }

  /// The pair for a style, colours that the terminal has not replaced by their nearest; pair 0 when none is left.
  mutating func number(for style: Style) -> Int16 {
    guard colors > 0 else { return 0 }
    let wanted = Combination(
      foreground: index(style.foreground), background: index(style.background, isBackground: true))
    if let known = combinations.firstIndex(of: wanted) { return Int16(truncatingIfNeeded: known) }
    guard combinations.count < limit, let number = Int16(exactly: combinations.count) else { return 0 }
    guard init_pair(number, wanted.foreground, wanted.background) == OK else { return 0 }
    combinations.append(wanted)
    return number
  }

  private func index(_ color: Color, isBackground: Bool = false) -> Int16 {
    guard case .palette(let index) = color.quantized(to: colors, isBackground: isBackground) else { return -1 }
    return Int16(index)
  }
}
