import Documents
import Terminal
import Workspaces

/// Draws a multi-line text, edited or not, and marks its first error.
enum TextPaneView {
  static func draw(
    _ slot: TextSlot, _ scene: RequestScene, in rect: Rect, hasCursor: Bool,
    into screen: inout Screen
  ) {
    let session = scene.session
    guard let pane = session.editor.texts[slot] else { return }
    var isEdited = false
    if case .text(let edit) = session.editor.editing, edit.slot == slot { isEdited = true }
    if pane.area.isEmpty, !isEdited {
      let cursor = hasCursor && !session.isAboveContent
      return PaneFrame.hint(
        [hint(slot, of: session.draft), cursor ? keyWords : ""], scene, in: rect, into: &screen)
    }
    if pane.isRendered, !isEdited { return MarkdownView.draw(pane.shownRows, scene, in: rect, into: &screen) }
    let theme = scene.theme
    let lineStyle = EditedLineStyle(
      language: session.draft.language(of: slot), theme: theme, variables: session.variables)
    let style = TextFieldStyle(
      text: theme[.text], selection: theme[.selected], lineNumbers: slot == .docs ? nil : theme[.faint],
      brackets: isEdited ? theme[.match] : nil)
    let hasFocus = isEdited && scene.isFocused
    pane.area.draw(into: &screen, in: rect, style: style, isFocused: hasFocus) { line in
      lineStyle.runs(of: pane.area.lines[line])
    }
    if scene.isCovered, hasFocus { screen.cursor = nil }
    markFault(pane, slot, scene, in: rect, into: &screen)
    if hasCursor, !isEdited, !session.isAboveContent, scene.isFocused {
      // Editing starts at the caret.
      let gutter = pane.area.textRect(in: rect, showsLineNumbers: slot != .docs).minX - rect.minX
      let row = pane.area.caret.line - pane.area.top
      if gutter > 0, (0..<rect.height).contains(row) {
        let place = Rect(x: rect.x - 1, y: rect.y + row, width: gutter, height: 1)
        Ground.markCursor(place, isFocused: true, scene, &screen)
      }
    }
  }

  private static func markFault(
    _ pane: TextPane, _ slot: TextSlot, _ scene: RequestScene, in rect: Rect, into screen: inout Screen
  ) {
    guard let line = pane.fault?.line ?? pane.issue?.line else { return }
    let place = pane.fault?.column ?? pane.issue?.column ?? 1
    let row = line - 1 - pane.area.top
    guard row >= 0, row < rect.height else { return }
    let text = pane.area.textRect(in: rect, showsLineNumbers: slot != .docs)
    let error = scene.theme[.error]
    if text.minX > rect.minX {
      screen.restyle(Rect(x: rect.x, y: rect.y + row, width: text.minX - rect.minX - 1, height: 1)) { $0 = error }
    }
    let column = place - 1 - pane.area.left
    guard column >= 0, column < text.width else { return }
    screen.restyle(Rect(x: text.minX + column, y: rect.y + row, width: 1, height: 1)) {
      $0 = scene.theme[.errorInk]
    }
  }

  static let keyWords = "\(key: "enter") edits it."

  static func hint(_ slot: TextSlot, of draft: RequestDefinition) -> String {
    switch slot {
    case .body: "The body is empty."
    case .query: "No query."
    case .graphVariables: "No variables."
    case .message: "The message is empty: all its fields have their defaults."
    case .docs: "This \(draft.noun) has no docs."
    case .script(let script): script.hint
    }
  }
}

/// Colours one line of a text being edited and marks its variables. It sees only that line, so a wrong guess affects
/// only its colours.
struct EditedLineStyle {
  let language: TextLanguage
  let theme: Theme
  let variables: VariableTable?
  /// Longer lines are drawn without colours.
  private static let longest = 32 << 10

  func runs(of line: String) -> [TextRun] {
    guard line.utf8.count <= Self.longest else { return [] }
    let pieces = TextHighlighter.pieces(of: line, as: language).compactMap { piece in
      piece.token == .text ? nil : TextRun(piece.range, theme[piece.token.themeToken])
    }
    return Self.laid(language == .markdown ? [] : theme.runs(of: line, in: variables), over: pieces)
  }

  /// Overlays the upper runs on the lower ones, which are cut there.
  static func laid(_ upper: [TextRun], over lower: [TextRun]) -> [TextRun] {
    guard !upper.isEmpty else { return lower }
    var result: [TextRun] = []
    var above = upper[...]
    for run in lower {
      var start = run.range.lowerBound
      while let next = above.first, next.range.lowerBound < run.range.upperBound {
        if next.range.lowerBound > start { result.append(TextRun(start..<next.range.lowerBound, run.style)) }
        if result.last != next { result.append(next) }
        start = max(start, next.range.upperBound)
        if next.range.upperBound > run.range.upperBound { break }
        above.removeFirst()
      }
      if start < run.range.upperBound { result.append(TextRun(start..<run.range.upperBound, run.style)) }
    }
    for next in above where result.last != next { result.append(next) }
    return result
  }
}
