import Basics
import Terminal
import Workspaces

/// Announcements of linear mode about more than the line under the cursor.
extension AppState {
  /// The number of lines spoken at a time.
  static let linesOfPortion = 30

  /// The full description of the current place.
  var placeWords: [String] {
    let list = linearList
    let row = list.cursor.map { "\(list.isText ? "line" : "row") \($0 + 1) of \(list.count): \(list.text)" }
    var lines = [
      "Workspace \(workspace.title), environment \(environmentWords)",
      SpokenText.joined([list.pane, list.title, list.detail, row, list.cell]),
    ]
    if list.cursor == nil { lines += list.lines(0, Self.linesOfPortion).map(\.text) }
    if let edit = linearEdit, !edit.isFilter || !edit.text.isEmpty { lines.append(Self.words(for: edit)) }
    if let session, session.response.phase != .empty, overlay == nil, page == nil {
      lines.append("Last answer: \(session.answerWords(clock))")
    }
    if session?.isUnsaved == true, overlay == nil, page == nil { lines.append("Unsaved changes") }
    lines.append("Keys: \(keyWords)")
    return lines
  }

  private static func words(for edit: LinearEdit) -> String {
    let text = edit.isHidden ? "\(edit.text.count) characters, hidden" : edit.text.isEmpty ? "empty" : edit.text
    let place = edit.lineCount > 1 ? ", line \(edit.line + 1) of \(edit.lineCount)" : ""
    let before = String(decoding: edit.text.utf8.prefix(edit.caret), as: UTF8.self).count
    return SpokenText.joined([
      "Typing \(edit.title)\(place): \(text)", "caret after \(before) characters", edit.completion,
    ])
  }

  private var keyWords: String {
    guard let box else {
      return SpokenText.keys(Footer(state: self).items.map { ($0.key, $0.label) })
    }
    return SpokenText.keys(box.keys(in: self))
  }

  /// A portion of the lines: all of a short list, else those from the cursor on.
  func listWords(_ portion: Int) -> [String] {
    let list = linearList
    let size = Self.linesOfPortion
    let start = list.count <= size || list.cursor == nil ? 0 : list.cursor ?? 0
    let first = start + portion * size
    guard first < list.count else { return [list.count == 0 ? "Nothing is listed" : "No more lines"] }
    let lines = list.lines(first, size)
    let last = min(list.count, first + size)
    let title = SpokenText.joined([list.pane, list.title])
    let head = "\(title.isEmpty ? "" : "\(title), ")lines \(first + 1) to \(last) of \(list.count):"
    let rest = list.count - last
    let more = rest > 0 ? ["\(Quantity.count(rest)) more; \(key: "sayMore") reads them"] : []
    return [head] + lines.map { "\($0.number + 1) \($0.text)" } + more
  }
}
