import Basics
import Essentials
import HTTPModel
import Terminal
package import Workspaces

/// A row that applies to the request but is not its own: from a folder, the collection, Auth or Apus. It is shown dim
/// and not saved with the request.
struct InheritedRow: Equatable {
  var name: String
  /// The displayed value: a template, with credentials masked.
  var value: String
  /// The origin of the row: `Users folder`, `Bearer from Auth`, `Apus`.
  var origin: String
  /// The initial value of an overriding row; `nil` if it cannot be overridden.
  var ownValue: String?
  /// True if a row of the request can suppress it.
  var canBeOmitted = false
  /// The advice shown if it can be neither overridden nor suppressed.
  var advice = ""

  /// - Parameter isSecret: whether a value without variables is a credential: it is masked and not copied.
  init(_ name: String, _ value: String, from origin: String, isSecret: Bool = false, canBeOmitted: Bool = false) {
    let hides = isSecret && !value.isEmpty && VariableSpan.ranges(in: value).isEmpty
    self.name = name
    self.value = hides ? VariableSpan.mask : value
    self.origin = origin
    ownValue = hides ? "" : value
    self.canBeOmitted = canBeOmitted
  }

  /// A read-only row.
  init(fixed name: String, _ value: String, from origin: String, advice: String) {
    self.name = name
    self.value = value
    self.origin = origin
    self.advice = advice
  }

  /// The row as drawn in the table, with the origin in the column for notes.
  var row: TableRow { TableRow(cells: [name, value, origin], isEnabled: false) }
}

/// The inherited values sent with a request: settings of its folders and collection, and the default headers.
package struct RequestSurroundings: Equatable, Sendable {
  /// The layers from the collection inwards.
  package var layers: [SendContext.Layer]
  /// The headers that Apus sends unless a request has its own.
  package var defaults: [Row]
  /// The accepted content codings; `nil` until the transport has reported them.
  var codings: String?

  /// The settings of the user and the workspace.
  package var configuration: Configuration

  package init(
    layers: [SendContext.Layer] = [], defaults: [Row] = [], configuration: Configuration = Configuration()
  ) {
    self.layers = layers
    self.defaults = defaults
    self.configuration = configuration
  }
}

extension RequestSession {
  /// The origin of each header that would be sent, by its lowercase name.
  var headerOrigins: [String: String] {
    let inherited = inheritedRows(of: .headers, in: draft).map { ($0.name, $0.origin) }
    let own = draft.headers.filter(\.isEnabled).map { ($0.name, "this request") }
    return Dictionary(
      (own + inherited).map { (VariableSpan.resolved($0.0, in: variables).lowercased(), $0.1) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The inherited rows of a list; empty until the surroundings are read.
  func inheritedRows(of kind: TableKind, in draft: RequestDefinition) -> [InheritedRow] {
    guard let surroundings else { return [] }
    return switch kind {
    case .headers: surroundings.headers(of: draft, in: variables)
    case .params: surroundings.parameters(of: draft)
    case .variables: variables?.inheritedRows(by: draft) ?? []
    case .form, .multipart, .files, .assertions, .certificates, .messages: []
    }
  }
}

extension VariableTable {
  /// The variables inherited by the definition, each with its effective value, without the process environment.
  fileprivate func inheritedRows(by definition: RequestDefinition) -> [InheritedRow] {
    let (own, origin) = (Set(definition.variables.map(\.name)), definition.variableOrigin)
    var seen: Set<String> = []
    return entries.compactMap { entry in
      // A parent folder may have the same name.
      let isOwn = entry.origin == origin && (entry.origin == .request || own.contains(entry.name))
      guard entry.origin != .process, entry.origin != .prompt, seen.insert(entry.name).inserted, !isOwn
      else { return nil }
      var row = InheritedRow(entry.name, entry.isSecret ? "" : entry.value, from: "\(entry.origin)")
      if entry.isSecret { row.value = VariableSpan.mask }
      row.advice = "A variable cannot be switched off here: \(key: "enter") overrides it"
      return row
    }
  }
}

extension RequestSurroundings {
  private static let apus = "Apus"

  /// The headers sent in addition to the request's own: inherited ones, that of the authentication, and those of Apus.
  func headers(of draft: RequestDefinition, in table: VariableTable?) -> [InheritedRow] {
    let context = SendContext(layers: layers)
    let inherited = context.inheritedHeaders(of: draft)
    let written = draft.headers.filter(\.isEnabled) + inherited.map(\.row)
    var taken = Set(written.map { VariableSpan.resolved($0.name, in: table).lowercased() })
    var rows = inherited.map { row, _, layer in
      InheritedRow(
        row.name, row.value, from: origin(of: layer), isSecret: VariableTable.namesSecret(row.name),
        canBeOmitted: true)
    }
    if let login = login(of: draft), taken.insert(login.name.lowercased()).inserted { rows.append(login) }
    taken.formUnion(context.omittedHeaders(of: draft).map { $0.lowercased() })
    return rows + automatic(draft, in: table).filter { !taken.contains($0.name.lowercased()) }
  }

  /// The API key that the authentication adds to the query.
  func parameters(of draft: RequestDefinition) -> [InheritedRow] {
    let (authentication, layer) = SendContext(layers: layers).authentication(of: draft)
    guard case .query(let name, _) = authentication.carriage, !name.isEmpty else { return [] }
    let place = layer.map { origin(of: $0) } ?? "Auth"
    let advice = "Auth adds it to the URL: \(draft.authTab) shows it"
    return [
      InheritedRow(fixed: name, VariableSpan.mask, from: authentication.scheme.word(of: place), advice: advice)
    ]
  }

  /// The source of an inheriting request's authentication, as worded in the Auth tab.
  func inheritedLogin(of draft: RequestDefinition) -> String {
    let (authentication, layer) = SendContext(layers: layers).authentication(of: draft)
    guard authentication.scheme != .none, let layer else { return "nothing to inherit" }
    let kind = layer == layers.first ? "collection" : "folder"
    return "\(authentication.scheme.word(of: kind)) \(layer.name)"
  }

  /// The header of the authentication. An overriding row starts with the part that is not a credential.
  private func login(of draft: RequestDefinition) -> InheritedRow? {
    let (authentication, layer) = SendContext(layers: layers).authentication(of: draft)
    guard let name = authentication.headerName else { return nil }
    let origin = authentication.scheme.word(of: layer.map { self.origin(of: $0) } ?? "Auth")
    var row = InheritedRow(name, "", from: origin)
    row.value = VariableSpan.mask
    row.advice = "Auth adds it: \(draft.authTab) changes that"
    guard case .header(_, let template) = authentication.carriage else { return row }
    row.value = template
    row.ownValue = template
    for field in authentication.fields where authentication.scheme.isSecret(field.name) && !field.value.isEmpty {
      row.value = row.value.replacing(field.value, with: VariableSpan.mask)
      if VariableSpan.isLiteral(field.value) { row.ownValue = row.ownValue?.replacing(field.value, with: "") }
    }
    return row
  }

  /// The headers that Apus and its transport add.
  private func automatic(_ draft: RequestDefinition, in table: VariableTable?) -> [InheritedRow] {
    var rows = defaults.map { InheritedRow($0.name, $0.value, from: Self.apus, canBeOmitted: true) }
    if draft.settings.acceptsCompression != false {
      var coding = InheritedRow(
        "Accept-Encoding", codings ?? "gzip and others", from: Self.apus, canBeOmitted: true)
      coding.ownValue = codings ?? ""
      rows.append(coding)
    }
    if let type = draft.body.contentType {
      rows.append(InheritedRow("Content-Type", type, from: "Body", canBeOmitted: true))
    }
    if draft.body.isSent {
      let length = BodyLength.of(draft.body, in: table).map(String.init) ?? "computed when it is sent"
      let advice = "Apus computes it when it sends the request"
      rows.append(InheritedRow(fixed: "Content-Length", length, from: "Body", advice: advice))
    }
    if let host = VariableSpan.host(of: draft, in: table) {
      var row = InheritedRow("Host", host, from: "URL")
      row.advice = "Every request has a Host: \(key: "enter") overrides it"
      rows.append(row)
    }
    return rows
  }

  private func origin(of layer: SendContext.Layer) -> String {
    layer == layers.first ? "collection" : "\(layer.name) folder"
  }
}

extension AuthenticationScheme {
  /// `Bearer from Auth`.
  fileprivate func word(of place: String) -> String { "\(word == "bearer" ? "Bearer" : title) from \(place)" }
}

extension BodyDefinition {
  /// True if there is a body to send.
  fileprivate var isSent: Bool {
    kind == .file ? choices.contains { $0.isSelected && !$0.path.isEmpty } : self != .none
  }
}

extension RequestDefinition {
  /// The number key of the Auth tab.
  fileprivate var authTab: Int { (RequestTab.tabs(of: self).firstIndex(of: .auth) ?? 0) + 1 }
}

/// The length of a body as it will be sent, for its header.
enum BodyLength {
  /// The size limit in bytes; resolving a longer text on each key would be noticeable.
  private static let longest = 16 << 10

  /// The length in bytes; `nil` if it is only known when sending: files, parts, generated and missing values.
  static func of(_ body: BodyDefinition, in table: VariableTable?) -> Int? {
    switch body {
    case .text(.json, let text):
      return JSONComments.sent(text) { resolved($0, table) }?.utf8.count
    case .text(_, let text):
      return text.utf8.contains(UInt8(ascii: "{")) ? resolved(text, table)?.utf8.count : text.utf8.count
    case .form(let rows):
      var form = Form()
      for row in rows where row.isEnabled && !(row.name.isEmpty && row.value.isEmpty) {
        guard let name = resolved(row.name, table), let value = resolved(row.value, table) else { return nil }
        form.append(name, value)
      }
      return form.text.utf8.count
    case .graphql(let query, let variables):
      guard let query = resolved(query, table),
        let variables = JSONComments.sent(variables, { resolved($0, table) })
      else { return nil }
      var bytes: [UInt8] = []
      JSONString.write(query, into: &bytes)
      let rest = variables.utf8.contains { $0 > 0x20 } ? #","variables":"#.utf8.count + variables.utf8.count : 0
      return #"{"query":"#.utf8.count + bytes.count + rest + 1
    case .none, .multipart, .file: return nil
    }
  }

  /// The text with its variables resolved, if the result is the same for each send.
  private static func resolved(_ text: String, _ table: VariableTable?) -> String? {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    guard let table, text.utf8.count <= longest else { return nil }
    let one = table.resolved(text, dynamic: .still)
    guard one.unresolved.isEmpty, one.text == table.resolved(text, dynamic: other).text else { return nil }
    return one.text
  }

  /// Generates values that differ from those of `still`.
  private static let other = DynamicValues(
    now: { .init(timeIntervalSince1970: 1_000_000_000) }, random: { $0 == 0 ? 0 : $0 - 1 })
}

extension RequestPane {
  /// Enter on an inherited row: adds an overriding row with its name and value, and edits it. The row stays only if
  /// its text changes.
  mutating func overrideInherited(_ inherited: InheritedRow) {
    if refusesEdit() { return }
    guard let value = inherited.ownValue else { return context.say(inherited.advice) }
    let group = context.nextSerial()
    guard case .table(let kind) = session.content,
      let place = appendRow(TableRow(cells: [inherited.name, value, ""]), group: group)
    else { return }
    let copied = session.draft.rows(of: kind).last
    beginEditing(.cell(row: place, column: 1), group: group, copied: copied)
  }

  /// Space on an inherited row: adds a row that suppresses it.
  mutating func omitInherited(_ inherited: InheritedRow) {
    if refusesEdit() { return }
    guard inherited.canBeOmitted else { return context.say(inherited.advice) }
    let row = TableRow(cells: [inherited.name, inherited.ownValue ?? "", ""], isEnabled: false, omitsInherited: true)
    guard appendRow(row, group: context.nextSerial()) != nil else { return }
    context.say(
      "\(inherited.name) is not sent with \(session.draft.senders): \(key: "undo") restores it")
  }

  /// Appends a row to the request, moves the cursor to it, and returns its index.
  private mutating func appendRow(_ row: TableRow, group: Int) -> Int? {
    guard case .table(let kind) = session.content else { return nil }
    let place = session.draft.rows(of: kind).count
    edit(joining: group) { draft in draft.changeRows(of: kind) { $0.append(row) } }
    session.editor.cursor.row = place
    return place
  }
}

extension RowDrawer {
  /// Draws an inherited row: dim, with its origin in the column for notes.
  func draw(_ inherited: InheritedRow, into screen: inout Screen) {
    let theme = state.theme
    screen.write(checkBox(true, isRadio: false), in: columns.check, style: theme[.faint])
    for (cell, place) in zip(inherited.row.cells, columns.cells) {
      screen.write(cell, in: place, style: theme[.dim])
    }
  }

  /// Draws the last line, which adds a row.
  func drawAdding(_ kind: TableKind, into screen: inout Screen) {
    let style = state.theme[.faint]
    screen.write(state.capabilities.unicode && columns.check.width > 2 ? " +" : "+", in: columns.check, style: style)
    for (title, place) in zip(kind.columns.prefix(kind.lastColumn + 1), columns.cells) {
      screen.write(title, in: place, style: style)
    }
  }
}
