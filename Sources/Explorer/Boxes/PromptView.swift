import Basics
import Terminal

/// Draws a prompt: a box of one field.
enum PromptView {
  static func frame(of prompt: Prompt, in size: Size) -> Rect {
    let wanted = max(prompt.purpose == .search ? 78 : 64, TextWidth.of(prompt.title) + 6, min(100, size.columns / 2))
    let width = min(max(20, size.columns - 4), wanted)
    let y = prompt.isLive ? size.rows - 5 : max(1, size.rows / 4)
    return Rect(x: (size.columns - width) / 2, y: max(1, y), width: width, height: prompt.hasNote ? 4 : 3)
  }

  /// - Parameters:
  ///   - facts: what stands in the border of the box.
  ///   - note: what stands below the field; its end is the last to be cut.
  static func draw(
    _ prompt: Prompt, facts: [StyledText], note: String?, _ state: some Appearance, into screen: inout Screen
  ) {
    // A prompt that acts while the user types sits at the bottom, so that its effect stays visible.
    let frame = frame(of: prompt, in: state.size)
    PaneFrame.box(prompt.title, facts: facts, state, in: frame, into: &screen)
    let field = prompt.isHidden ? prompt.field.hidden : prompt.field
    let inside = OverlayView.content(of: frame)
    let row = Rect(x: inside.x, y: inside.y, width: inside.width, height: 1)
    OverlayView.drawField(field, state, in: row, into: &screen)
    if let note, prompt.hasNote {
      let place = Point(x: inside.x + 2, y: inside.y + 1)
      screen.write(note.endingIn(max(0, inside.width - 2)), at: place, style: state.theme[.dim])
    }
  }
}

extension TextField {
  /// An asterisk for each character, with the caret in place.
  var hidden: TextField {
    var shown = TextField(String(repeating: "*", count: text.count))
    shown.moveCaret(to: String(decoding: text.utf8.prefix(caret), as: UTF8.self).count)
    return shown
  }
}
