import Basics
import Terminal
import Workspaces

/// The focused list or text, as lines to speak.
struct LinearList {
  /// The container, such as a pane, spoken when it changes.
  var pane: String
  var title: String
  /// Spoken with the title when the list gets the focus.
  var detail = ""
  var count = 0
  /// The index of the cursor; `nil` for a text without one, which is spoken completely.
  var cursor: Int?
  /// The identity of the line under the cursor, whose text may change later.
  var id = ""
  /// The cell under the cursor, for rows with cells.
  var cell = ""
  /// True for a text, whose lines are spoken without their numbers.
  var isText = false
  var lines: (_ first: Int, _ most: Int) -> [(number: Int, text: String)] = { _, _ in [] }

  /// A list with a line for each index.
  static func rows(
    _ pane: String, _ title: String, count: Int, cursor: Int?, id: String? = nil, _ text: @escaping (Int) -> String
  ) -> LinearList {
    var list = LinearList(pane: pane, title: title)
    list.count = count
    list.cursor = count > 0 ? cursor.map { min(max(0, $0), count - 1) } : nil
    list.id = id ?? list.cursor.map(String.init) ?? ""
    list.lines = { first, most in
      guard first < count else { return [] }
      return (max(0, first)..<min(count, first + most)).map { ($0, text($0)) }
    }
    return list
  }

  /// A text that is spoken completely.
  static func text(_ pane: String, _ title: String, _ lines: [String], id: String = "") -> LinearList {
    var list = rows(pane, title, count: lines.count, cursor: nil, id: id) { lines[$0] }
    list.isText = true
    return list
  }

  var text: String { cursor.flatMap { lines($0, 1).first?.text } ?? "" }
}

/// The content of the focused element, as lines.
extension AppState {
  var linearList: LinearList {
    if let box { return box.linearList(in: self) }
    if let page { return page.feature.lines(of: self) }
    if startLayout != nil { return linearStart }
    let nothing = LinearList.text(focus.title, "", ["no request is open"])
    switch focus {
    case .tree: return TreePage(state: self).lines
    case .request: return requestScene?.lines ?? nothing
    case .response: return responseScene?.lines ?? nothing
    }
  }

  /// A list as drawn, without its borders, for lists whose content only their views know.
  func drawnList(_ title: String, in rect: Rect, cursor: Int? = nil) -> LinearList {
    let drawn = DrawnLines(self, in: rect)
    guard let shown = drawn.cursor else { return .text("", title, drawn.lines.filter { !$0.isEmpty }) }
    return .rows("", title, count: drawn.lines.count, cursor: shown, id: String(cursor ?? shown)) { drawn.lines[$0] }
  }

  /// The choices on the start page, below the smart line.
  private var linearStart: LinearList {
    let rows = startLayout?.rows.map { DrawnLines(self, in: $0).lines.first ?? "" } ?? []
    var list = LinearList.rows("Start", "", count: rows.count, cursor: switching.start?.cursor) { rows[$0] }
    list.detail = "type a URL or paste a cURL command; Down goes to the suggestions"
    return list
  }
}

/// The rows of a part of the screen as text, and the row drawn as under the cursor.
struct DrawnLines {
  private(set) var lines: [String] = []
  private(set) var cursor: Int?

  init(_ state: AppState, in rect: Rect) {
    var screen = Screen(state.size)
    AppView.draw(state, into: &screen)
    for y in rect.minY..<rect.maxY {
      var text = ""
      var isCursor = false
      for x in rect.minX..<rect.maxX {
        let cell = screen[x, y].text
        if cell == "▌", x < rect.minX + 4 { isCursor = true }
        text += cell
      }
      let words = SpokenText.of(drawn: text)
      if isCursor { cursor = lines.count }
      // Skip blank rows, which only separate.
      if !words.isEmpty || isCursor { lines.append(words) }
    }
  }
}
