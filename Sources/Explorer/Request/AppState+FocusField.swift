import Terminal
import Workspaces

extension AppState {
  /// Moves the cursor to the field that caused a send to be refused.
  mutating func focus(on field: Refusal.Field) -> [Effect] {
    guard session != nil else { return [] }
    let effects = setFocus(.request) + leaveEditing()
    switch field {
    case .url, .method, .other: withEditor { $0.isOnURL = true }
    case .auth: place(.auth, row: 0)
    case .body: place(.body, row: 0)
    case .param(let row): place(.params, row: row)
    case .header(let row): place(.headers, row: row)
    case .bodyRow(let row): place(.body, row: row)
    }
    return effects
  }

  /// Brings the cursor to the assertion that a verdict is on, wherever it was moved meanwhile.
  mutating func goToAssertion(of test: TestReport.Test) -> [Effect] {
    let assertions = session?.draft.assertions ?? []
    guard let source = test.source else {
      return say(.information, "The tests were changed since the send: ^R judges them as they are now")
    }
    let isInPlace = assertions.indices.contains(source.row) && assertions[source.row] == source.assertion
    guard let row = isInPlace ? source.row : assertions.firstIndex(of: source.assertion) else {
      return say(.information, "This test was changed or removed since the send")
    }
    let effects = setFocus(.request) + leaveEditing()
    place(.tests, row: row)
    return effects
  }

  private mutating func place(_ tab: RequestTab, row: Int) {
    withEditor { editor in
      editor.tab = tab
      editor.isOnURL = false
      editor.column = 0
      editor.cursor.row = row
    }
  }
}
