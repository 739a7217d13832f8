import Terminal

extension Picker {
  /// What a key or the mouse led to.
  enum Answer: Equatable {
    /// The list stays open.
    case none
    /// Closed without a choice.
    case left
    /// The item under the cursor was chosen, or the typed text if nothing matches it.
    case taken
  }

  /// The keys that its last row names.
  var keys: [(key: String, label: String)] {
    switch purpose {
    case .about: [("Esc", "close")]
    case .variable: [("Enter", "change it")] + (items.count > 1 ? [("↑ ↓", "move")] : []) + [("Esc", "close")]
    default: [("Enter", "choose"), ("↑ ↓", "move"), ("Esc", "close")]
    }
  }

  mutating func press(_ key: Key, in size: Size) -> Answer {
    let height = PickerView.listHeight(of: self, in: size)
    switch key {
    case .escape, .control("c"): return .left
    case .enter: return .taken
    case .up, .control("p"): move(by: -1)
    case .down, .control("n"): move(by: 1)
    case .pageUp: move(by: -height)
    case .pageDown: move(by: height)
    case .character("i"), .character("q"), .function(3): if isExplanation { return .left } else { type(key) }
    default: type(key)
    }
    reveal(height: height)
    return .none
  }

  private mutating func type(_ key: Key) {
    guard !isExplanation else { return }
    let before = field.text
    _ = field.handle(key)
    if field.text != before { filter() }
  }

  /// A press outside the box closes it. A right click only goes to the item: what it would do stands in the last row.
  mutating func click(_ mouse: Mouse, in size: Size) -> Answer {
    let list = PickerView.list(of: self, in: size)
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      scroll(by: mouse.kind == .wheelUp ? -3 : 3, height: list.height)
      return .none
    case .press:
      guard list.contains(mouse.point) else {
        return PickerView.frame(of: self, in: size).contains(mouse.point) ? .none : .left
      }
      let row = offset + mouse.point.y - list.minY
      // Below the last item.
      guard found.indices.contains(row) else { return .none }
      move(by: row - cursor)
      if mouse.button == .left { return .taken }
    case .release, .drag: return .none
    }
    reveal(height: list.height)
    return .none
  }
}
