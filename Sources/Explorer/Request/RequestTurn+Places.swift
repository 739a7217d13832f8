import Workspaces

/// Places that other parts of the program lead to.
extension RequestTurn {
  /// Moves the cursor to the field that caused a send to be refused.
  mutating func go(to field: Refusal.Field) -> [Outcome] {
    let effects = leaveEditing()
    place(field)
    return effects + [.focus]
  }

  private mutating func place(_ field: Refusal.Field) {
    if session.draft.kind.isConversation, let row = field.messageRow {
      withEditor { $0.message = row }
      return place(.messages, row: row)
    }
    switch field {
    case .url, .method, .other: withEditor { $0.isOnURL = true }
    case .auth: place(.auth, row: 0)
    case .body: place(.body, row: 0)
    case .param(let row): place(.params, row: row)
    case .header(let row): place(.headers, row: row)
    case .bodyRow(let row): place(.body, row: row)
    }
  }

  private mutating func place(_ tab: RequestTab, row: Int) {
    withEditor { editor in
      editor.tab = tab
      editor.isOnURL = false
      editor.column = 0
      editor.cursor.row = row
    }
  }

  /// Opens the value of a row to be typed in; goes to a field that is no row.
  mutating func edit(_ field: Refusal.Field) -> [Outcome] {
    let effects = leaveEditing()
    place(field)
    switch field {
    case .param, .header, .bodyRow: break
    case .url, .method, .auth, .body, .other: return effects
    }
    withEditor { $0.column = 1 }
    return effects + enterRequest()
  }

  /// Brings the cursor to the assertion that a verdict is on, wherever it was moved meanwhile.
  mutating func goToAssertion(of test: TestReport.Test) -> [Outcome] {
    let assertions = session.draft.assertions
    guard let source = test.source else {
      return say(.information, "The tests were changed since the send: \(key: "send") checks them as they are now")
    }
    let isInPlace = assertions.indices.contains(source.row) && assertions[source.row] == source.assertion
    guard let row = isInPlace ? source.row : assertions.firstIndex(of: source.assertion) else {
      return say(.information, "This test was changed or removed since the send")
    }
    let effects = leaveEditing()
    place(.tests, row: row)
    return effects + [.focus]
  }

  /// The field of a setting, opened to be typed in where it is a text.
  mutating func editSetting(_ key: String) -> [Outcome] {
    let effects = choose(.options)
    let lines = session.fieldLines
    guard let row = lines.firstIndex(where: { $0.id == key }) else { return effects }
    withEditor { $0.cursor.row = row }
    return lines[row].isEditable ? effects + beginEditing(.field(key)) : effects
  }

  /// A new variable of the request, where no environment is chosen that could have it.
  mutating func define(_ name: String) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    var effects = choose(.variables)
    let group = nextSerial()
    effects += edit(joining: group) { $0.variables.append(Row(name, "")) }
    let row = max(0, session.draft.variables.count - 1)
    return effects + beginEditing(.cell(row: row, column: 1), group: group)
  }

  mutating func goToVariable(_ row: Int) -> [Outcome] {
    let effects = choose(.variables)
    withEditor { editor in
      editor.cursor.row = row
      editor.column = 1
    }
    return effects
  }

  /// Moves the cursor to the field that contains a text.
  mutating func go(toText text: String) -> [Outcome] {
    let draft = session.draft
    let needle = text.lowercased()
    func has(_ texts: String...) -> Bool { texts.contains { $0.lowercased().contains(needle) } }
    if has(draft.url, draft.method) { return go(to: .url) }
    if let row = draft.params.firstIndex(where: { has($0.row.name, $0.row.value, $0.row.note) }) {
      return go(to: .param(row))
    }
    if let row = draft.headers.firstIndex(where: { has($0.name, $0.value, $0.note) }) { return go(to: .header(row)) }
    if let text = draft.text(in: .body) ?? draft.text(in: .query), has(text) { return go(to: .body) }
    if let row = draft.conversation.messages.firstIndex(where: { has($0.name, $0.data) }) {
      return go(to: .bodyRow(row))
    }
    if draft.authentication.fields.contains(where: { has($0.value) }) { return go(to: .auth) }
    if has(draft.docs) { return choose(.docs) }
    if draft.variables.contains(where: { has($0.name, $0.value) }) { return choose(.variables) }
    if draft.assertions.contains(where: { has($0.expression, $0.value) }) { return choose(.tests) }
    return []
  }
}

extension Refusal.Field {
  /// The message that it is, where messages stand in the place of a body.
  fileprivate var messageRow: Int? {
    switch self {
    case .body: 0
    case .bodyRow(let row): row
    case .url, .method, .auth, .param, .header, .other: nil
    }
  }
}
