import Workspaces

extension RequestTurn {
  /// The table of the selected tab, its rows and the cursor.
  private var table: (kind: TableKind, rows: [TableRow], cursor: Int)? {
    guard !session.editor.isOnURL, case .table(let kind) = session.content else { return nil }
    return (kind, session.draft.rows(of: kind), session.editor.cursor.row)
  }

  /// `a`: adds a row below the cursor and edits it; also works from the URL line above the table.
  mutating func addRow() -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    if session.isInCallMessages { return addMessage() }
    guard case .table = session.content else {
      return say(.information, "\(session.editor.tab.title(in: session.draft)) has no rows")
    }
    withEditor { $0.isOnURL = false }
    guard let (kind, rows, cursor) = table else { return [] }
    let place = min(rows.count, cursor + 1)
    let group = nextSerial()
    var effects = edit(joining: group) { draft in
      draft.changeRows(of: kind) { $0.insert(TableRow(blankFor: kind), at: place) }
    }
    withEditor { $0.cursor.row = place }
    effects += beginEditing(.cell(row: place, column: 0), group: group, isNewRow: true)
    return effects
  }

  mutating func duplicateRow() -> [Outcome] {
    if session.isInCallMessages { return duplicateMessage() }
    return changeRow { rows, cursor in
      guard rows[cursor].tag != .path else { return Self.pathRefusal }
      rows.insert(rows[cursor], at: cursor + 1)
      cursor += 1
      return nil
    }
  }

  mutating func deleteRow() -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    if session.isInCallMessages { return deleteMessage() }
    if case .inherited(let row)? = session.tableLine {
      let how = row.canBeOmitted ? "\(key: "toggle") switches it off here" : row.advice
      return say(.information, "\(row.name) is not a row of this \(session.draft.noun). \(how)")
    }
    guard let (_, rows, cursor) = table, rows.indices.contains(cursor) else { return [] }
    guard rows[cursor].tag != .path else { return say(.information, Self.pathRefusal) }
    let name = rows[cursor][0].isEmpty ? "the row" : rows[cursor][0]
    let effects = changeRow { rows, cursor in
      rows.remove(at: cursor)
      // Below the last row stand those that are not the request's own.
      cursor = max(0, min(cursor, rows.count - 1))
      return nil
    }
    return effects + say(.information, "Deleted \(name): \(key: "undo") brings it back")
  }

  private static let pathRefusal = "A path parameter comes from the URL: \(key: "editURL") edits it"

  mutating func moveRow(by step: Int) -> [Outcome] {
    if session.isInCallMessages { return moveMessage(by: step) }
    return changeRow { rows, cursor in
      guard rows.indices.contains(cursor + step) else { return "" }
      rows.swapAt(cursor, cursor + step)
      cursor += step
      return nil
    }
  }

  mutating func toggleRow(_ kind: TableKind) -> [Outcome] {
    if case .inherited(let row)? = session.tableLine { return omitInherited(row) }
    return changeRow { rows, cursor in
      guard rows[cursor].tag != .path else { return Self.pathRefusal }
      if kind == .files {
        for index in rows.indices { rows[index].isEnabled = index == cursor }
      } else {
        rows[cursor].isEnabled.toggle()
      }
      return nil
    }
  }

  /// `F`: switches a part of a multipart body between file and text, a certificate between PEM and PKCS#12, a message
  /// between its kinds.
  mutating func switchKind() -> [Outcome] {
    guard let kind = table?.kind, [.multipart, .certificates, .messages].contains(kind) else {
      return say(.information, "Only parts of a multipart body can be files")
    }
    return changeRow { rows, cursor in
      rows[cursor].tag = kind == .messages ? rows[cursor].tag.otherOfMessage : rows[cursor].tag.other
      return nil
    }
  }

  /// Changes the rows around the cursor; the closure returns the reason for a refusal, empty for a silent one.
  private mutating func changeRow(_ change: (inout [TableRow], inout Int) -> String?) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    guard case (let kind, var rows, var cursor)? = table, rows.indices.contains(cursor) else { return [] }
    if let reason = change(&rows, &cursor) { return reason.isEmpty ? [] : say(.information, reason) }
    let effects = edit { draft in draft.changeRows(of: kind) { $0 = rows } }
    withEditor { $0.cursor.row = cursor }
    return effects
  }

  /// Inserts rows from pasted `Name: value` lines below the cursor.
  mutating func insertHeaders(_ headers: [Row], replacingRow replaced: Int?, group: Int) -> [Outcome] {
    let place =
      replaced ?? (session.draft.headers.isEmpty ? 0 : min(session.draft.headers.count, session.editor.cursor.row + 1))
    let effects = edit(joining: group) { draft in
      if let replaced, draft.headers.indices.contains(replaced) { draft.headers.remove(at: replaced) }
      draft.headers.insert(contentsOf: headers, at: min(place, draft.headers.count))
    }
    withEditor { editor in
      editor.isOnURL = false
      editor.cursor.row = place + headers.count - 1
    }
    let what = headers.count == 1 ? "1 header" : "\(headers.count) headers"
    return effects + say(.information, "Pasted \(what): \(key: "undo") takes them back")
  }
}

extension TableRow.Tag {
  /// What `F` makes of it.
  fileprivate var other: TableRow.Tag {
    switch self {
    case .file: .text
    case .text: .file
    case .pem: .pkcs12
    case .pkcs12: .pem
    case .none, .query, .path, .secret, .json, .xml, .binary: self
    }
  }

  /// What `F` makes of it in the list of messages.
  fileprivate var otherOfMessage: TableRow.Tag {
    switch self {
    case .text: .json
    case .json: .xml
    case .xml: .binary
    default: .text
    }
  }
}
