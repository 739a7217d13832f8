import Terminal
import Workspaces

extension RequestSession {
  /// The draft as it is sent: of several operations the one that its file names, else the one under the cursor.
  var sent: RequestDefinition {
    guard draft.graphQL.operation.isEmpty, case .graphql(let query, _) = draft.body else { return draft }
    let outline = OperationOutline(query)
    guard outline.operations.count > 1, let pane = editor.texts[.query],
      let name = outline.operation(at: pane.area.offset(of: pane.area.caret))?.name
    else { return draft }
    var sent = draft
    sent.graphQL.operation = name
    return sent
  }
}

extension TextArea {
  /// A position in the whole text, in UTF-8.
  func offset(of position: TextPosition) -> Int {
    lines.prefix(position.line).reduce(position.offset) { $0 + $1.utf8.count + 1 }
  }

  /// The position of an offset in the whole text.
  func position(at offset: Int) -> TextPosition {
    var rest = max(0, offset)
    for (number, line) in lines.enumerated() {
      if rest <= line.utf8.count { return TextPosition(line: number, offset: rest) }
      rest -= line.utf8.count + 1
    }
    return TextPosition(line: max(0, lines.count - 1), offset: lines.last?.utf8.count ?? 0)
  }
}
