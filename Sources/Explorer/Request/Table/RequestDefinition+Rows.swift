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
      return assertions.map { TableRow(cells: [$0.expression, $0.operator, $0.value], isEnabled: $0.isEnabled) }
    case .form: return body.rows.map { TableRow($0) }
    case .multipart: return body.parts.map { TableRow($0) }
    case .files: return body.choices.map { TableRow(cells: [$0.path, $0.contentType], isEnabled: $0.isSelected) }
    case .certificates: return certificates.map { TableRow($0) }
    case .messages: return conversation.messages.map { TableRow($0) }
    }
  }

  /// Changes a list through its rows; properties that rows do not show are kept, and the URL is updated from its
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

  /// Keeps kinds of messages that rows cannot represent.
  private mutating func setMessages(_ rows: [TableRow]) {
    let old = conversation.messages
    conversation.messages = rows.map { row in
      let kind = old.first { TableRow($0) == row }?.kind
      return ConversationDefinition.Message(row[0], kind: kind ?? row.tag.rawValue, row[1], isSelected: row.isEnabled)
    }
  }

  /// Keeps the notes of parts, which rows do not show.
  private mutating func setParts(_ rows: [TableRow]) {
    let old = body.parts
    body.parts = rows.enumerated().map { index, row in
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
    }
  }
}

extension TableRow {
  init(_ row: Row, tag: Tag = .none) {
    self.init(
      cells: [row.name, row.value, row.note], isEnabled: row.isEnabled, tag: tag, omitsBlank: row.omitsBlank,
      omitsInherited: row.omitsInherited)
  }

  init(_ message: ConversationDefinition.Message) {
    let tags: [Tag] = [.json, .xml, .binary]
    self.init(
      cells: [message.name, message.data], isEnabled: message.isSelected,
      tag: tags.first { $0.rawValue == message.kind } ?? .text)
  }

  init(_ part: FormPart) {
    switch part.content {
    case .text(let text): self.init(cells: [part.name, text, part.contentType], isEnabled: part.isEnabled, tag: .text)
    case .files(let paths):
      let shown = paths.joined(separator: "\(FormPart.pathSeparator) ")
      self.init(cells: [part.name, shown, part.contentType], isEnabled: part.isEnabled, tag: .file)
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

extension TableRow {
  init(_ certificate: CertificateDefinition) {
    var (key, tag) = ("", Tag.pkcs12)
    if case .pem(_, let path) = certificate.content { (key, tag) = (path, .pem) }
    self.init(
      cells: [certificate.domain, certificate.path, key, certificate.passphrase], isEnabled: certificate.isEnabled,
      tag: tag)
  }
}

extension CertificateDefinition {
  init(_ row: TableRow) {
    self.init(
      domain: row[0], content: row.tag == .pkcs12 ? .pkcs12(path: row[1]) : .pem(certificate: row[1], key: row[2]),
      passphrase: row[3], isEnabled: row.isEnabled)
  }
}

extension RequestDefinition {
  /// The enabled rows that are not sent, with the reason, which is empty if it is obvious. The screen shows them as
  /// disabled, so that every row shown as enabled is sent.
  ///
  /// - Parameter table: resolves variables in the URL; an unresolved one may stand for any path parameter.
  func unsentRows(of kind: TableKind, in table: VariableTable? = nil) -> [Int: String] {
    var reasons: [Int: String] = [:]
    for (index, row) in rows(of: kind).enumerated() where row.isEnabled && row.isBlank(in: kind) && kind != .variables {
      reasons[index] = ""
    }
    switch kind {
    case .params: reasons.merge(unusedPathRows(in: table)) { $1 }
    case .multipart:
      for (index, part) in body.parts.enumerated() where part.isEnabled && reasons[index] == nil {
        guard case .files(let paths) = part.content, paths.allSatisfy(\.isEmpty) else { continue }
        reasons[index] = "No file is chosen: this part is not sent"
      }
    case .files:
      let choices = body.choices
      let sent = choices.firstIndex { $0.isSelected && !$0.path.isEmpty }
      for (index, choice) in choices.enumerated() where choice.isSelected && index != sent {
        reasons[index] = sent == nil ? "" : "Only the first chosen file is sent"
      }
    case .headers, .form, .variables, .assertions, .certificates, .messages: break
    }
    return reasons
  }

  private func unusedPathRows(in table: VariableTable?) -> [Int: String] {
    let paths = params.enumerated().filter { $0.element.place == .path && $0.element.row.isEnabled }
    guard !paths.isEmpty else { return [:] }
    var reasons: [Int: String] = [:]
    let places = PathPlaces(VariableSpan.resolved(url, in: table))
    var filled: Set<String> = []
    for (index, parameter) in paths {
      let name = parameter.row.name
      if filled.contains(name) {
        reasons[index] = "The row above sets :\(name): this row is not sent"
      } else if !places.mayHave(name) {
        reasons[index] = "The URL has no :\(name): this row is not sent"
      } else if !parameter.row.value.isEmpty {
        filled.insert(name)
      }
    }
    return reasons
  }
}

/// The path parameters of a URL: `{name}` and `:name`, also with a suffix that cannot be part of a name.
struct PathPlaces {
  private var names: Set<String> = []
  /// True if an unresolved variable may stand for any parameter.
  private let isOpen: Bool

  init(_ url: String) {
    let bare = QueryText.url(url, with: [])
    isOpen = bare.contains("{{")
    for segment in bare.split(separator: "/") {
      if segment.first == ":" {
        let whole = segment.dropFirst()
        names.insert(String(whole))
        names.insert(String(whole.prefix(while: Self.isNamePart)))
      }
      for piece in segment.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
        if let end = piece.firstIndex(of: "}") { names.insert(String(piece[..<end])) }
      }
    }
  }

  func mayHave(_ name: String) -> Bool { isOpen || names.contains(name) }

  static func isNamePart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber) || character == "_"
  }
}
