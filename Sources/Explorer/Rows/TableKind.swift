/// The lists of rows that the request pane and the environment editor share one editor for.
enum TableKind: Hashable, Sendable {
  case params, headers, form, multipart, files, variables, assertions

  /// The cells of a row, in their order.
  var columns: [String] {
    switch self {
    case .params, .headers, .form, .variables: ["name", "value", "note"]
    case .multipart: ["name", "value", "content type"]
    case .files: ["path", "content type"]
    case .assertions: ["expression", "operator", "value"]
    }
  }

  /// The last cell that Enter goes to before the next row; Tab also goes to those behind it.
  var lastColumn: Int {
    switch self {
    case .files: 0
    case .assertions: 2
    case .params, .headers, .form, .variables, .multipart: 1
    }
  }

  /// What an empty table says.
  var hint: [String] {
    switch self {
    case .params: ["No parameters.", "a adds one; so does typing ?name=value or /:name in the URL."]
    case .headers: ["No headers.", "a adds one; paste Name: value lines for many."]
    case .form: ["No fields.", "a adds one."]
    case .multipart: ["No parts.", "a adds one; F makes it a file."]
    case .files: ["No file.", "a adds one."]
    case .variables: ["No variables of its own.", "a adds one; {{name}} uses it."]
    case .assertions: ["No assertions.", "a adds one: res.status  eq  200"]
    }
  }
}

/// One row as a table shows and edits it, whatever it stands for.
struct TableRow: Equatable, Sendable {
  /// What the row is, beside its cells.
  enum Tag: Hashable, Sendable {
    case none, query, path, text, file, secret

    var text: String {
      switch self {
      case .none: ""
      case .query: "query"
      case .path: "path"
      case .text: "text"
      case .file: "file"
      case .secret: "secret"
      }
    }
  }

  var isEnabled: Bool
  /// As many as the table has columns.
  var cells: [String]
  var tag: Tag
  /// Of a header: whether it goes out without the blank behind its colon. It stays with the row, whatever is typed into it.
  var omitsBlank: Bool

  init(_ cells: [String], isEnabled: Bool = true, tag: Tag = .none, omitsBlank: Bool = false) {
    self.cells = cells
    self.isEnabled = isEnabled
    self.tag = tag
    self.omitsBlank = omitsBlank
  }

  /// A row with nothing in it.
  init(blankFor kind: TableKind) {
    let tag: Tag =
      switch kind {
      case .params: .query
      case .multipart: .text
      default: .none
      }
    self.init(kind.columns.map { _ in "" }, tag: tag)
    if kind == .assertions { cells[1] = "eq" }
  }

  /// A cell, empty where there is none; setting one that is not there does nothing.
  subscript(column: Int) -> String {
    get { cells.indices.contains(column) ? cells[column] : "" }
    set { if cells.indices.contains(column) { cells[column] = newValue } }
  }

  /// Whether it has neither a name nor a value: such a row is neither kept nor sent.
  func isBlank(in kind: TableKind) -> Bool {
    switch kind {
    case .assertions: self[0].isEmpty && self[2].isEmpty
    case .files: self[0].isEmpty
    case .params, .headers, .form, .variables, .multipart: self[0].isEmpty && self[1].isEmpty
    }
  }

  /// A path parameter's name stands in the URL.
  func isFixed(_ column: Int) -> Bool { tag == .path && column == 0 }
}
