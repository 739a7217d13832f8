import Basics
import Workspaces

extension RequestDefinition {
  /// The rows of a list of the request.
  func rows(of kind: TableKind) -> [TableRow] {
    switch kind {
    case .params:
      return params.map { TableRow($0.row, tag: $0.place == .path ? .path : .query) }
    case .headers: return headers.map { TableRow($0) }
    case .variables: return variables.map { TableRow($0) }
    case .assertions:
      return assertions.map { TableRow([$0.expression, $0.operator, $0.value], isEnabled: $0.isEnabled) }
    case .form:
      guard case .form(let rows) = body else { return [] }
      return rows.map { TableRow($0) }
    case .multipart:
      guard case .multipart(let parts) = body else { return [] }
      return parts.map { TableRow($0) }
    case .files:
      guard case .file(let choices) = body else { return [] }
      return choices.map { TableRow([$0.path, $0.contentType], isEnabled: $0.isSelected) }
    case .certificates: return certificates.map { TableRow($0) }
    case .messages: return conversation.messages.map { TableRow($0) }
    }
  }

  /// Changes a list through its rows; properties that rows do not show are kept, and the URL stays in step with its
  /// parameters.
  mutating func changeRows(of kind: TableKind, _ change: (inout [TableRow]) -> Void) {
    let old = rows(of: kind)
    var new = old
    change(&new)
    guard new != old else { return }
    switch kind {
    case .params:
      params = new.map { Parameter($0.tag == .path ? .path : .query, $0.row) }
      url = QueryText.url(url, showing: params)
    case .headers: headers = new.map(\.row)
    case .variables: variables = new.map(\.row)
    case .assertions: setAssertions(new)
    case .form: body = .form(new.map(\.row))
    case .multipart: setParts(new)
    case .files:
      body = .file(new.map { BodyDefinition.FileChoice(path: $0[0], contentType: $0[1], isSelected: $0.isEnabled) })
    case .certificates: certificates = new.map(CertificateDefinition.init)
    case .messages: setMessages(new)
    }
  }

  /// Keeps the notes of assertions, which rows do not show.
  private mutating func setAssertions(_ rows: [TableRow]) {
    let old = assertions
    assertions = rows.enumerated().map { index, row in
      let same = old.first { $0.expression == row[0] && $0.operator == row[1] && $0.value == row[2] }
      let note = same?.note ?? (rows.count == old.count ? old[index].note : "")
      return Assertion(row[0], row[1], row[2], isEnabled: row.isEnabled, note: note)
    }
  }

  /// Keeps kinds of messages that rows do not know.
  private mutating func setMessages(_ rows: [TableRow]) {
    let old = conversation.messages
    conversation.messages = rows.map { row in
      let kind = old.first { TableRow($0) == row }?.kind
      return ConversationDefinition.Message(row[0], kind: kind ?? row.tag.text, row[1], isSelected: row.isEnabled)
    }
  }

  /// Keeps the notes of parts, which rows do not show.
  private mutating func setParts(_ rows: [TableRow]) {
    guard case .multipart(let old) = body else { return }
    body = .multipart(
      rows.enumerated().map { index, row in
        let same = old.first { TableRow($0) == row }
        var part = same ?? (rows.count == old.count ? old[index] : FormPart())
        part.name = row[0]
        part.contentType = row[2]
        part.isEnabled = row.isEnabled
        if row.tag == .file {
          part.content = .files(row[1].isEmpty ? [] : row[1].split(separator: FormPart.pathSeparator).map(\.trimmed))
        } else {
          part.content = .text(row[1])
        }
        return part
      })
  }
}

extension TableRow {
  init(_ row: Row, tag: Tag = .none) {
    self.init(
      [row.name, row.value, row.note], isEnabled: row.isEnabled, tag: tag, omitsBlank: row.omitsBlank,
      omitsInherited: row.omitsInherited)
  }

  init(_ message: ConversationDefinition.Message) {
    let tags: [Tag] = [.json, .xml, .binary]
    self.init(
      [message.name, message.data], isEnabled: message.isSelected,
      tag: tags.first { $0.text == message.kind } ?? .text)
  }

  init(_ part: FormPart) {
    switch part.content {
    case .text(let text): self.init([part.name, text, part.contentType], isEnabled: part.isEnabled, tag: .text)
    case .files(let paths):
      let shown = paths.joined(separator: "\(FormPart.pathSeparator) ")
      self.init([part.name, shown, part.contentType], isEnabled: part.isEnabled, tag: .file)
    }
  }

  var row: Row {
    Row(
      self[0], self[1], isEnabled: isEnabled, note: self[2], omitsBlank: omitsBlank, omitsInherited: omitsInherited)
  }
}

extension FormPart {
  /// Separates the files of a part within one cell.
  static let pathSeparator: Character = ";"
}
