import Documents
import Terminal
import Workspaces

/// What the bottom line says about the caret or cursor in a request.
struct RequestHint {
  private let session: RequestSession
  private let theme: Theme
  private let keys: KeyNames

  /// `nil` on the URL line, and while the pane cannot be typed into.
  init?(_ session: RequestSession, in given: RequestFeature.Surroundings) {
    guard given.isFocused, !given.isCovered, !session.editor.isOnURL else { return nil }
    self.session = session
    theme = given.theme
    keys = given.keys
  }

  /// A header sent without the usual blank, or not at all.
  var blank: StyledText? {
    guard case .table(.headers) = session.content else { return nil }
    let (rows, row) = (session.draft.headers, session.editor.cursor.row)
    guard rows.indices.contains(row) else { return nil }
    if rows[row].omitsInherited, !rows[row].isEnabled {
      let words = "no \(rows[row].name) is sent: \(key: "toggle") sends this one, \(key: "delete") the inherited one"
      return StyledText(keys.filled(words), theme[.dim])
    }
    guard rows[row].omitsBlank, !rows[row].value.isEmpty else { return nil }
    return StyledText("sent as \(rows[row].name):value, without a space", theme[.dim])
  }

  /// An invalid row, or an error in JSON.
  var problem: StyledText? {
    switch session.content {
    case .table(let kind):
      let rows = session.draft.rows(of: kind)
      let row = session.editor.cursor.row
      guard rows.indices.contains(row) else { return nil }
      guard let problem = RowProblem.of(rows[row], in: kind) else {
        let reason = session.draft.unsentRows(of: kind, in: session.variables)[row] ?? ""
        return reason.isEmpty ? nil : StyledText(reason, theme[.warn])
      }
      // A missing name is reported only after the user has moved on.
      if case .field(let field)? = session.editor.editing, field.isNewRow, rows[row][0].isEmpty { return nil }
      return StyledText(problem.reason, theme[.error])
    case .text(let slot):
      if let issue = session.editor.texts[slot]?.issue {
        return StyledText("line \(issue.line), column \(issue.column): \(issue.message)", theme[.warn])
      }
      guard let pane = session.editor.texts[slot], let fault = pane.fault else { return nil }
      let isHere = fault.line == pane.area.caret.line + 1
      let place = "line \(fault.line), column \(fault.column)"
      return StyledText(isHere ? "\(fault)" : "not JSON yet: \(place)", theme[isHere ? .error : .warn])
    case .fields:
      guard [.options, .trust].contains(session.editor.tab), case .field(let field)? = session.editor.editing,
        case .field(let id) = field.target,
        let problem = RequestDefinition.problem(ofOption: id, field.field.text)
      else { return nil }
      return StyledText(problem, theme[.error])
    case .nothing: return nil
    }
  }
}
