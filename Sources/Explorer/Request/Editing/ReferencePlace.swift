import Basics
import Documents
import Terminal
import Workspaces

/// A field of a request that can hold a reference to another request's answer.
enum ReferencePlace: Hashable, Sendable {
  case parameter(Int)
  case header(Int)
  case login(Int)
  case value(TextSlot, TemplateJSON.Value)
  case field(Int)
  case newMember(TextSlot), newField
  /// The cursor of a text body, in UTF-8.
  case caret(TextSlot, Int)
  /// The Bearer token of a request without its own authentication.
  case bearer
  case newHeader, newVariable
  /// No field; the reference is copied to the clipboard.
  case clipboard

  /// The possible places, most likely first.
  static func places(for reference: String, in session: RequestSession) -> [ReferencePlace] {
    let draft = session.draft
    let scheme = draft.authentication.scheme
    let login = draft.authentication.fields.indices.filter {
      scheme.isSecret(draft.authentication.fields[$0].name)
    }.map { ReferencePlace.login($0) }
    let bearer: [ReferencePlace] = [.none, .inherit].contains(scheme) ? [.bearer] : []
    let body = bodyPlaces(in: session)
    let fields: [ReferencePlace] =
      draft.params.indices.map { .parameter($0) } + body.fields + draft.headers.indices.map { .header($0) } + login
    let name = ValueName(reference)
    let others: [ReferencePlace] =
      name.isToken ? bearer + [.newHeader, .newVariable] : [.newVariable] + bearer + [.newHeader]
    let fits = fields.map { $0.name(in: draft).map(name.fit) ?? .different }
    let likely =
      fits.firstIndex(of: .same).map { fields[$0] } ?? (name.isToken ? bearer.first : nil)
      ?? fits.firstIndex(of: .similar).map { fields[$0] }
    let places = fields + body.others + others + [.clipboard]
    return (likely.map { [$0] } ?? []) + places.filter { $0 != likely }
  }

  /// The number of values of a JSON body that are offered.
  private static let mostValues = 200
  /// The size limit for a JSON body that is read, in bytes.
  private static let longestText = 256 << 10

  private static func bodyPlaces(
    in session: RequestSession
  ) -> (fields: [ReferencePlace], others: [ReferencePlace]) {
    let draft = session.draft
    if let kind = draft.formKind {
      let rows = draft.rows(of: kind)
      return (rows.indices.filter { rows[$0].tag != .file }.map { .field($0) }, [.newField])
    }
    let slot = session.jsonSlot
    guard let text = draft.text(in: slot), text.utf8.count <= longestText else { return ([], []) }
    let isJSON = draft.language(of: slot) == .json
    let values = isJSON ? TemplateJSON.values(of: text, limit: mostValues) : []
    let hasMembers = isJSON && TemplateJSON.adding("", "0", to: text) != nil
    // A text that was not edited yet has its cursor at the start, where JSON takes no value.
    let area = session.editor.texts[slot]?.area
    let caret = area.map { $0.text == text ? $0.offset(of: $0.caret) : 0 } ?? 0
    let isPlace = caret > 0 || values.isEmpty && !hasMembers
    return (
      values.map { .value(slot, $0) }, (hasMembers ? [.newMember(slot)] : []) + (isPlace ? [.caret(slot, caret)] : [])
    )
  }

  /// The case with its values, which differs from that of any other place.
  var id: String { "\(self)" }

  /// The name of an existing field.
  private func name(in draft: RequestDefinition) -> String? {
    switch self {
    case .parameter(let index): draft.params[index].row.name
    case .header(let index): draft.headers[index].name
    case .login(let index): draft.authentication.fields[index].name
    case .value(_, let value): value.name
    case .field(let index): draft.formKind.map { draft.rows(of: $0)[index][0] }
    case .newMember, .newField, .caret, .bearer, .newHeader, .newVariable, .clipboard: nil
    }
  }

  func title(for reference: String, in draft: RequestDefinition) -> String {
    let name = name(in: draft) ?? ""
    switch self {
    case .parameter: return "Parameter \(name)"
    case .header: return "Header \(name)"
    case .login: return "Auth \(name)"
    case .value(_, let value): return "Body \(value.path)".trimmed
    case .field: return "Body \(name)"
    case .newMember, .newField: return "New body field \(ValueName(reference).name)"
    case .caret(let slot, let offset):
      let line = draft.text(in: slot)?.utf8.prefix(offset).count { $0 == 0x0A } ?? 0
      return "Body, at the cursor in line \(line + 1)"
    case .bearer: return "Auth Bearer token"
    case .newHeader: return "New header Authorization"
    case .newVariable: return "New variable of this request"
    case .clipboard: return "Copy the reference"
    }
  }

  func tab(in draft: RequestDefinition) -> RequestTab? {
    switch self {
    case .parameter: .params
    case .header, .newHeader: .headers
    case .login, .bearer: .auth
    case .value, .field, .newMember, .newField, .caret: draft.kind.isConversation ? .messages : .body
    case .newVariable: .variables
    case .clipboard: nil
    }
  }

  /// The value it would replace; credentials are not shown.
  func value(in draft: RequestDefinition) -> String {
    switch self {
    case .parameter(let index): return draft.params[index].row.value
    case .header(let index): return shown(draft.headers[index].value, in: draft)
    case .field(let index): return shown(draft.formKind.map { draft.rows(of: $0)[index][1] } ?? "", in: draft)
    case .value(let slot, let value):
      let text = draft.text(in: slot)?.utf8.dropFirst(value.range.lowerBound).prefix(value.range.count)
      return shown(text.map { String(Substring($0)) } ?? "", in: draft)
    case .newHeader: return "Bearer …"
    case .login, .bearer, .newMember, .newField, .caret, .newVariable, .clipboard: return ""
    }
  }

  private func shown(_ value: String, in draft: RequestDefinition) -> String {
    VariableTable.namesSecret(name(in: draft) ?? "") ? VariableSpan.mask : value
  }

  /// In JSON, a text needs quotes wherever it is put; other values keep those of the text that they replace.
  func set(_ answer: AnswerReference, in draft: inout RequestDefinition) {
    let reference = answer.text
    let name = ValueName(reference).name
    switch self {
    case .parameter(let index):
      let before = draft
      draft.set(reference, at: .cell(row: index, column: 1), in: .params, from: before)
    case .header(let index):
      draft.headers[index].value = reference
      draft.headers[index].isEnabled = true
    case .login(let index): draft.authentication.fields[index].value = reference
    case .value(let slot, let value):
      replace(value.range, with: value.isQuoted ? answer.quoted : answer.inJSON, in: slot, of: &draft)
    case .caret(let slot, let offset): replace(offset..<offset, with: reference, in: slot, of: &draft)
    case .newMember(let slot):
      let text = draft.text(in: slot).flatMap { TemplateJSON.adding(name, answer.inJSON, to: $0) }
      if let text { draft.setText(text, in: slot) }
    case .field(let index):
      guard let kind = draft.formKind else { return }
      draft.changeRows(of: kind) { rows in
        rows[index][1] = reference
        rows[index].isEnabled = true
      }
    case .newField:
      guard let kind = draft.formKind else { return }
      var row = TableRow(blankFor: kind)
      (row[0], row[1]) = (name, reference)
      draft.changeRows(of: kind) { $0.append(row) }
    case .bearer: draft.authentication = Authentication(.bearer, [.init("token", reference)])
    case .newHeader: draft.headers.append(Row("Authorization", "Bearer \(reference)"))
    case .newVariable: draft.variables.append(Row(name, reference))
    case .clipboard: break
    }
  }

  private func replace(_ range: Range<Int>, with new: String, in slot: TextSlot, of draft: inout RequestDefinition) {
    guard var bytes = draft.text(in: slot).map({ Array($0.utf8) }), range.upperBound <= bytes.count else { return }
    bytes.replaceSubrange(range, with: new.utf8)
    draft.setText(String(decoding: bytes, as: UTF8.self), in: slot)
  }
}

extension RequestDefinition {
  fileprivate var formKind: TableKind? {
    switch body {
    case .form: .form
    case .multipart: .multipart
    case .none, .text, .file, .graphql: nil
    }
  }
}

/// The name of a value in an answer, to find the field of another request that is meant for it.
private struct ValueName {
  /// How well the name of a field fits.
  enum Fit { case different, similar, same }

  /// The last name of its path.
  let name: String
  /// The name behind that of its object or of the folder of its request: `user.id` fits `userId`.
  private let qualified: [String]

  init(_ reference: String) {
    let words = reference.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let name = words.last { $0.first?.isLetter == true }.map(String.init) ?? "value"
    self.name = name
    guard let parsed = ResponseReference(String(reference.dropFirst(2).dropLast(2))) else {
      qualified = []
      return
    }
    var owners = parsed.requestID.split(separator: "/").dropLast().suffix(1).map(String.init)
    if case .body(let steps) = parsed.part { owners += steps.dropLast().filter { Int($0) == nil }.suffix(1) }
    qualified = owners.map { Self.plain(($0.hasSuffix("s") ? String($0.dropLast()) : $0) + name) }
  }

  var isToken: Bool { ["token", "jwt", "bearer"].contains { name.lowercased().contains($0) } }

  func fit(_ field: String) -> Fit {
    let plain = Self.plain(field)
    if plain == Self.plain(name) || qualified.contains(plain) { return .same }
    return Self.ends(field, with: name) || Self.ends(name, with: field) ? .similar : .different
  }

  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// True if a word at the end of a name equals another name: `userId` ends with `id`, `valid` does not.
  private static func ends(_ name: String, with end: String) -> Bool {
    let last = name.suffix(end.count)
    guard !end.isEmpty, name.count > end.count, last.lowercased() == end.lowercased(),
      let before = name.dropLast(end.count).last
    else { return false }
    return !before.isLetter || last.first?.isUppercase == true && !before.isUppercase
  }
}
