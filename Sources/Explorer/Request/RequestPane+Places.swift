import Workspaces

/// Navigation from other parts of the program.
extension RequestPane {
  /// Moves the cursor to the field that caused a send to be refused.
  mutating func go(to field: Refusal.Field) {
    leaveEditing()
    place(field)
    context.focus(.request)
  }

  private mutating func place(_ field: Refusal.Field) {
    if session.draft.kind.isConversation, let row = field.messageRow {
      session.editor.message = row
      return place(.messages, row: row)
    }
    switch field {
    case .url, .method, .other: session.editor.isOnURL = true
    case .auth: place(.auth, row: 0)
    case .body: place(.body, row: 0)
    case .param(let row): place(.params, row: row)
    case .header(let row): place(.headers, row: row)
    case .bodyRow(let row): place(.body, row: row)
    }
  }

  private mutating func place(_ tab: RequestTab, row: Int) {
    session.editor.tab = tab
    session.editor.isOnURL = false
    session.editor.column = 0
    session.editor.cursor.row = row
  }

  /// Edits the value of a row, or goes to a field that is not a row.
  mutating func edit(_ field: Refusal.Field) {
    leaveEditing()
    place(field)
    switch field {
    case .param, .header, .bodyRow: break
    case .url, .method, .auth, .body, .other: return
    }
    session.editor.column = 1
    enterRequest()
  }

  /// Moves the cursor to the assertion of a test result, even if the row was moved since.
  mutating func goToAssertion(of test: TestReport.Test) {
    if let script = test.script { return goToScript(script) }
    let assertions = session.draft.assertions
    guard let source = test.source else {
      return context.say("The tests were changed since the send: \(key: "send") checks the current ones")
    }
    let isInPlace = assertions.indices.contains(source.row) && assertions[source.row] == source.assertion
    guard let row = isInPlace ? source.row : assertions.firstIndex(of: source.assertion) else {
      return context.say("This test was changed or removed since the send")
    }
    leaveEditing()
    place(.tests, row: row)
    context.focus(.request)
  }

  /// Goes to the field of a setting and edits it if it is text.
  mutating func editSetting(_ key: String) {
    choose(.options)
    let lines = session.fieldLines
    guard let row = lines.firstIndex(where: { $0.id == key }) else { return }
    session.editor.cursor.row = row
    if lines[row].isEditable { beginEditing(.field(key)) }
  }

  /// Adds a variable to the request, for use when no environment is active.
  mutating func define(_ name: String) {
    if refusesEdit() { return }
    choose(.variables)
    let group = context.nextSerial()
    edit(joining: group) { $0.variables.append(Row(name, "")) }
    let row = max(0, session.draft.variables.count - 1)
    beginEditing(.cell(row: row, column: 1), group: group)
  }

  mutating func goToVariable(_ row: Int) {
    choose(.variables)
    session.editor.cursor.row = row
    session.editor.column = 1
  }

  mutating func goBack(to place: TrailPlace) {
    (session.editor.tab, session.editor.isOnURL) = (place.tab, place.isOnURL)
    (session.editor.cursor, session.editor.column) = (place.cursor, place.column)
  }

  /// Moves the cursor to the field that contains a text.
  mutating func go(toText text: String) {
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
    if let slot = draft.scriptSlots.first(where: { has(draft.code(in: $0)) }) {
      choose(RequestTab.scripts)
      choose(slot)
    }
  }
}

extension Refusal.Field {
  /// The index of the message, if the request has messages in place of a body.
  fileprivate var messageRow: Int? {
    switch self {
    case .body: 0
    case .bodyRow(let row): row
    case .url, .method, .auth, .param, .header, .other: nil
    }
  }
}
