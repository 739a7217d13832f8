import Basics
import Workspaces

extension RequestPane {
  private var table: (kind: TableKind, rows: [TableRow], cursor: Int)? {
    guard !session.isAboveContent, case .table(let kind) = session.content else { return nil }
    return (kind, session.draft.rows(of: kind), session.editor.cursor.row)
  }

  /// `a`: adds a row below the cursor and edits it; also works from the URL line above the table.
  mutating func addRow() {
    if refusesEdit() { return }
    if session.isInCallMessages { return addMessage() }
    guard case .table = session.content else {
      return context.say("\(session.editor.tab.title(in: session.draft)) has no rows")
    }
    session.editor.isOnURL = false
    guard let (kind, rows, cursor) = table else { return }
    let place = min(rows.count, cursor + 1)
    let group = context.nextSerial()
    edit(joining: group) { draft in
      draft.changeRows(of: kind) { $0.insert(TableRow(blankFor: kind), at: place) }
    }
    session.editor.cursor.row = place
    beginEditing(.cell(row: place, column: 0), group: group, isNewRow: true)
  }

  mutating func duplicateRow() {
    if session.isInCallMessages { return duplicateMessage() }
    changeRow { rows, cursor in
      guard rows[cursor].tag != .path else { return Self.pathRefusal }
      rows.insert(rows[cursor], at: cursor + 1)
      cursor += 1
      return nil
    }
  }

  mutating func deleteRow() {
    if refusesEdit() { return }
    if session.isInCallMessages { return deleteMessage() }
    if case .inherited(let row)? = session.tableLine {
      let how = row.canBeOmitted ? "\(key: "toggle") switches it off here" : row.advice
      return context.say("\(row.name) is not set in this \(session.draft.noun). \(how)")
    }
    guard let (_, rows, cursor) = table, rows.indices.contains(cursor) else { return }
    guard rows[cursor].tag != .path else { return context.say(Self.pathRefusal) }
    let name = rows[cursor][0].isEmpty ? "the row" : rows[cursor][0]
    changeRow { rows, cursor in
      rows.remove(at: cursor)
      // Inherited rows follow the last row of the request.
      cursor = max(0, min(cursor, rows.count - 1))
      return nil
    }
    context.say("Deleted \(name): \(key: "undo") restores it")
  }

  private static let pathRefusal = "A path parameter comes from the URL: \(key: "editURL") edits it"

  mutating func moveRow(by step: Int) {
    if session.isInCallMessages { return moveMessage(by: step) }
    changeRow { rows, cursor in
      guard rows.indices.contains(cursor + step) else { return "" }
      rows.swapAt(cursor, cursor + step)
      cursor += step
      return nil
    }
  }

  mutating func toggleRow(_ kind: TableKind) {
    if case .inherited(let row)? = session.tableLine { return omitInherited(row) }
    changeRow { rows, cursor in
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
  mutating func switchKind() {
    guard let kind = table?.kind, [.multipart, .certificates, .messages].contains(kind) else {
      return context.say("Only parts of a multipart body can be files")
    }
    changeRow { rows, cursor in
      rows[cursor].tag = kind == .messages ? rows[cursor].tag.otherOfMessage : rows[cursor].tag.other
      return nil
    }
  }

  /// Changes the rows around the cursor; the closure returns the reason for a refusal, empty for a silent one.
  private mutating func changeRow(_ change: (inout [TableRow], inout Int) -> String?) {
    if refusesEdit() { return }
    guard case (let kind, var rows, var cursor)? = table, rows.indices.contains(cursor) else { return }
    if let reason = change(&rows, &cursor) { return reason.isEmpty ? () : context.say(reason) }
    edit { draft in draft.changeRows(of: kind) { $0 = rows } }
    session.editor.cursor.row = cursor
  }

  /// Inserts rows from pasted `Name: value` lines below the cursor.
  mutating func insertHeaders(_ headers: [Row], replacingRow replaced: Int?, group: Int) {
    let place =
      replaced ?? (session.draft.headers.isEmpty ? 0 : min(session.draft.headers.count, session.editor.cursor.row + 1))
    edit(joining: group) { draft in
      if let replaced, draft.headers.indices.contains(replaced) { draft.headers.remove(at: replaced) }
      draft.headers.insert(contentsOf: headers, at: min(place, draft.headers.count))
    }
    session.editor.isOnURL = false
    session.editor.cursor.row = place + headers.count - 1
    context.say("Pasted \(Quantity.amount(headers.count, "header")): \(key: "undo") undoes it")
  }
}

extension TableRow.Tag {
  /// The kind that `F` switches to.
  fileprivate var other: TableRow.Tag {
    switch self {
    case .file: .text
    case .text: .file
    case .pem: .pkcs12
    case .pkcs12: .pem
    case .none, .query, .path, .secret, .json, .xml, .binary: self
    }
  }

  /// The kind that `F` switches to in the list of messages.
  fileprivate var otherOfMessage: TableRow.Tag {
    switch self {
    case .text: .json
    case .json: .xml
    case .xml: .binary
    default: .text
    }
  }
}

/// Parses pasted `Name: value` lines, as copied from a browser, `curl -v` or a specification.
enum HeaderLines {
  /// The rows of a text with headers; `nil` for any other text.
  static func rows(in text: String) -> [Row]? {
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).trimmed }.filter { !$0.isEmpty }
    let rows = lines.compactMap(row)
    return rows.count == lines.count && !rows.isEmpty ? rows : nil
  }

  /// A multi-line text on one line: each line break and the blanks around it become a space, as in obsolete line
  /// folding (RFC 9110, section 5.5); `nil` for a single line.
  static func folded(_ text: String) -> String? {
    let lines = text.split { $0.isNewline }.map { String($0).trimmed }.filter { !$0.isEmpty }
    return lines.count > 1 ? lines.joined(separator: " ") : nil
  }

  private static func row(_ line: String) -> Row? {
    var line = Substring(line)
    if line.first == "<" || line.first == ">" { line = line.dropFirst().drop { $0 == " " } }
    guard let colon = line.dropFirst().firstIndex(of: ":") else { return nil }
    let name = String(line[..<colon]).trimmed
    let value = String(line[line.index(after: colon)...])
    // `https://…` is not a header, nor is JSON. Browsers copy `:authority`, too.
    let isName = name.utf8.drop { $0 == UInt8(ascii: ":") }.allSatisfy(\.isToken) || name.contains("{{")
    guard !name.isEmpty, !value.hasPrefix("//"), isName else { return nil }
    return Row(name, value.trimmed)
  }
}
