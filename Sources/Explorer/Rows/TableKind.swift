import HTTPModel

/// The lists of rows with a common editor, in the request pane and the environment editor.
enum TableKind: Hashable, Sendable {
  case params, headers, form, multipart, files, variables, assertions, certificates
  /// The saved messages of a WebSocket.
  case messages

  static let passphraseColumn = 3

  /// The cells of a row, in order.
  var columns: [String] {
    switch self {
    case .params, .headers, .form, .variables: ["name", "value", "note"]
    case .multipart: ["name", "value", "content type"]
    case .files: ["path", "content type"]
    case .assertions: ["expression", "operator", "value"]
    case .certificates: ["host", "certificate", "key", "passphrase"]
    case .messages: ["name", "message"]
    }
  }

  var noun: String {
    switch self {
    case .params: "Parameter"
    case .headers: "Header"
    case .form: "Field"
    case .multipart: "Part"
    case .files: "File"
    case .variables: "Variable"
    case .assertions: "Assertion"
    case .certificates: "Certificate"
    case .messages: "Message"
    }
  }

  /// True if a row can have a note, which is not sent.
  var hasNotes: Bool { columns.last == "note" }

  /// The title of the tag column, if it needs one.
  var tagTitle: String? {
    switch self {
    case .params: "in"
    case .multipart, .messages: "as"
    case .certificates: "As"
    case .headers, .form, .files, .variables, .assertions: nil
    }
  }

  /// The last cell that Enter visits before the next row; Tab also visits those after it.
  var lastColumn: Int {
    switch self {
    case .files: 0
    case .assertions: 2
    case .certificates: 3
    case .params, .headers, .form, .variables, .multipart, .messages: 1
    }
  }

  /// The text of an empty table.
  var hint: [String] {
    switch self {
    case .params: ["No parameters.", "\(key: "addRow") adds one; so does typing ?name=value or /:name in the URL."]
    case .headers: ["No headers.", "\(key: "addRow") adds one; paste Name: value lines for many."]
    case .form: ["No fields.", "\(key: "addRow") adds one."]
    case .multipart: ["No parts.", "\(key: "addRow") adds one; \(key: "switchKind") makes it a file."]
    case .files: ["No file.", "\(key: "addRow") adds one."]
    case .variables: ["No variables of its own.", "\(key: "addRow") adds one; {{name}} uses it."]
    case .assertions: ["No assertions.", "\(key: "addRow") adds one: res.status  eq  200"]
    case .messages: ["No messages.", "\(key: "addRow") adds one; enabled ones are sent when it opens."]
    case .certificates:
      ["No client certificates.", "\(key: "addRow") adds one for a host; \(key: "switchKind") makes it PKCS#12."]
    }
  }
}

/// One row as displayed and edited, independent of what it represents.
struct TableRow: Equatable, Sendable {
  /// The type of the row, beside its cells.
  enum Tag: String, Sendable {
    case none = ""
    case pem = "PEM"
    case pkcs12 = "PKCS#12"
    case query, path, text, file, secret, json, xml, binary
  }

  /// One cell per column of the table.
  var cells: [String]
  var isEnabled = true
  var tag = Tag.none
  /// True if a header is sent without a blank after its colon; kept during edits.
  var omitsBlank = false
  /// For a disabled header, true if it also suppresses an inherited one of the same name.
  var omitsInherited = false
}

extension TableRow {
  /// An empty row.
  init(blankFor kind: TableKind) {
    let tag: Tag =
      switch kind {
      case .params: .query
      case .multipart, .messages: .text
      case .certificates: .pem
      default: .none
      }
    self.init(cells: kind.columns.map { _ in "" }, tag: tag)
    if kind == .assertions { cells[1] = "eq" }
    // A new message is sent only on request.
    if kind == .messages { isEnabled = false }
  }

  /// A cell; empty if it does not exist, in which case setting it does nothing.
  subscript(column: Int) -> String {
    get { cells.indices.contains(column) ? cells[column] : "" }
    set { if cells.indices.contains(column) { cells[column] = newValue } }
  }

  /// True if it has neither a name nor a value; such a row is neither kept nor sent.
  func isBlank(in kind: TableKind) -> Bool {
    switch kind {
    case .assertions: self[0].isEmpty && self[2].isEmpty
    case .files: self[0].isEmpty
    case .certificates: cells.allSatisfy(\.isEmpty)
    case .params, .headers, .form, .variables, .multipart, .messages: self[0].isEmpty && self[1].isEmpty
    }
  }

  /// True if the cell holds the path of a file.
  func isPath(_ column: Int, in kind: TableKind) -> Bool {
    switch kind {
    case .files: column == 0
    case .multipart: column == 1 && tag == .file
    case .certificates: column == 1 || column == 2
    case .params, .headers, .form, .variables, .assertions, .messages: false
    }
  }

  /// The name of a path parameter is edited in the URL; a PKCS#12 file has its key in it.
  func isFixed(_ column: Int) -> Bool { tag == .path && column == 0 || tag == .pkcs12 && column == 2 }
}

extension TableRow {
  /// The cell that is masked, because it holds a secret and not a variable.
  func maskedColumn(in kind: TableKind) -> Int? {
    if tag == .secret { return 1 }
    let column = TableKind.passphraseColumn
    return kind == .certificates && VariableSpan.isLiteral(self[column]) ? column : nil
  }

  /// The row in words, for linear mode: `Accept, application/json, on`
  func words(in kind: TableKind) -> String {
    var cells = cells
    if let column = maskedColumn(in: kind), !self[column].isEmpty { cells[column] = "hidden" }
    if cells.allSatisfy(\.isEmpty) { cells = ["empty row"] }
    let state = kind == .files ? (isEnabled ? "chosen" : "not chosen") : isEnabled ? "on" : "off"
    return SpokenText.joined(cells.map { SpokenText.limited($0) } + [tag.rawValue, state])
  }
}

extension TableKind {
  /// A cell in words, for linear mode: `value of Accept`
  func title(ofColumn column: Int, in rows: [TableRow], at row: Int) -> String {
    let name = rows.indices.contains(row) && column > 0 ? rows[row][0] : ""
    let title = columns.indices.contains(column) ? columns[column] : ""
    return name.isEmpty ? "\(noun.lowercased()) \(title)" : "\(title) of \(name)"
  }
}

/// The reason a row cannot be sent: the cell, and what to change.
struct RowProblem: Equatable {
  var column: Int
  var reason: String

  /// The first problem of a row; `nil` for a valid or disabled row.
  static func of(_ row: TableRow, in kind: TableKind) -> RowProblem? {
    guard row.isEnabled, kind == .headers, !row.isBlank(in: kind) else { return nil }
    if row[0].isEmpty { return RowProblem(column: 0, reason: "The header has no name: name it or switch the row off") }
    if let wrong = firstWrong(inName: row[0]) {
      return RowProblem(column: 0, reason: "A header name cannot contain \(wrong): \(RequestError.headerNameRule)")
    }
    if let wrong = row[1].unicodeScalars.first(where: { $0 == "\r" || $0 == "\n" || $0.value == 0 }) {
      let name = wrong.value == 0 ? "NUL" : "a line break"
      return RowProblem(column: 1, reason: "A header value cannot contain \(name): remove it")
    }
    return nil
  }

  /// Checks for a token of RFC 9110, section 5.6.2; variables count as tokens.
  private static func firstWrong(inName name: String) -> String? {
    let variables = VariableSpan.ranges(in: name)
    var offset = 0
    for scalar in name.unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      if variables.contains(where: { $0.contains(offset) }) || isToken(scalar) { continue }
      switch scalar {
      case " ": return "a space"
      case "\t": return "a tab"
      case "\r", "\n": return "a line break"
      case ":": return "a colon"
      default: return "'\(Character(scalar))'"
      }
    }
    return nil
  }

  private static func isToken(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case "!", "#", "$", "%", "&", "'", "*", "+", "-", ".", "^", "_", "`", "|", "~": true
    default: false
    }
  }
}
