import Basics
import Protobuf
import Terminal

/// A row of the services' tree or of its search results.
struct ServiceRow: SchemaBrowserRow, Equatable {
  enum Kind: Equatable {
    case service
    /// A method, by its path `/pkg.Service/Method`.
    case method(String)
    case message, field, value
  }

  var kind: Kind
  var path: [String]
  var name: String
  /// The text after the name: the input and output of a method, the type of a field.
  var detail = ""
  /// The description, in lines.
  var text = ""
  var isDeprecated = false
  var canOpen = false
  var isOpen = false

  var docs: [(text: String, token: Token)] {
    (isDeprecated ? [("Deprecated.", .warn)] : []) + text.split(separator: "\n").map { (String($0), .text) }
  }

  func pieces(isTree: Bool, _ state: some Appearance) -> [StyledText] {
    let theme = state.theme
    let token: Token =
      switch kind {
      case .service: .accent
      case .method, .field: isDeprecated ? .faint : .text
      case .message: .dim
      case .value: .jsonLiteral
      }
    let detail = state.capabilities.unicode ? detail : detail.replacing("→", with: "->")
    return [
      SchemaBrowserView.fold(of: self, state),
      StyledText(name, kind == .service ? theme[token].adding(.bold) : theme[token]),
      StyledText("  \(detail)", theme[.dim]),
    ] + (isDeprecated ? [StyledText("  deprecated", theme[.warn])] : [])
  }
}

/// Builds the visible rows of the tree.
struct ServiceRows {
  let schema: ProtobufSchema
  /// The paths of rows whose open state differs from the initial one.
  let toggled: Set<[String]>
  private(set) var rows: [ServiceRow] = []

  /// With more services, all are initially closed.
  private static let mostOpen = 6

  mutating func addServices() {
    for service in schema.services {
      let count = service.methods.count
      let row = add(
        ServiceRow(
          kind: .service, path: [service.fullName], name: service.fullName,
          detail: Quantity.amount(count, "method"), text: "\(service.fullName), in \(service.file)",
          isDeprecated: service.isDeprecated, canOpen: count > 0),
        of: service.fullName, isOpenAtFirst: schema.services.count <= Self.mostOpen)
      guard row.isOpen else { continue }
      for method in service.methods { add(method, below: row.path) }
    }
  }

  /// Adds methods, messages and fields with a text in their name or description.
  mutating func addMatches(of text: String) {
    let text = text.lowercased()
    func has(_ name: String) -> Bool {
      name.lowercased().contains(text) || schema.comment(of: name)?.lowercased().contains(text) == true
    }
    for service in schema.services {
      for method in service.methods where has("\(service.fullName).\(method.name)") {
        add(method, below: [], name: "\(service.fullName)/\(method.name)")
      }
    }
    for (place, type) in schema.messages.enumerated() where !type.isMapEntry && type.wellKnown == nil {
      if has(type.fullName) { addMessage(place, "", below: []) }
      for field in type.fields where has(field.name) {
        addField(field, below: [], name: "\(type.fullName).\(field.name)")
      }
    }
  }

  private mutating func add(_ method: MethodType, below path: [String], name: String? = nil) {
    let (takes, answers) = (schema.messages[method.input], schema.messages[method.output])
    let (sent, received) = (method.isClientStreaming ? "stream " : "", method.isServerStreaming ? "stream " : "")
    let row = add(
      ServiceRow(
        kind: .method(method.path), path: path + [name ?? method.name], name: name ?? method.name,
        detail: "(\(sent)\(takes.name)) → \(received)\(answers.name)",
        text: """
          \(method.path)
          \(method.streaming.words) It takes \(takes.fullName) and answers with \(answers.fullName).
          """,
        isDeprecated: method.isDeprecated, canOpen: true),
      of: "\(method.service).\(method.name)")
    guard row.isOpen else { return }
    addMessage(method.input, "takes", below: row.path)
    addMessage(method.output, "answers", below: row.path)
  }

  private mutating func addMessage(_ type: Int, _ label: String, below path: [String]) {
    let message = schema.messages[type]
    let count = message.fields.count
    let row = add(
      ServiceRow(
        kind: .message, path: path + ["\(label) \(message.fullName)"], name: label.isEmpty ? message.fullName : label,
        detail: label.isEmpty ? Quantity.amount(count, "field") : message.fullName,
        text: "\(message.fullName), in \(message.file)", isDeprecated: message.isDeprecated, canOpen: count > 0),
      of: message.fullName)
    guard row.isOpen else { return }
    for field in message.fields { addField(field, below: row.path) }
  }

  private mutating func addField(_ field: MessageField, below path: [String], name: String? = nil) {
    let value = schema.mapEntry(field)?.value ?? field
    var text = "\(field.fullName): \(schema.typeName(of: field)), number \(field.number)"
    if field.jsonName != field.name { text += ", in JSON \(field.jsonName)" }
    if field.isRequired { text += ", required" }
    if let known = field.defaultValue { text += ", by default \(known)" }
    var row = ServiceRow(
      kind: .field, path: path + [name ?? field.name], name: name ?? field.jsonName,
      detail: schema.typeName(of: field), text: text, isDeprecated: field.isDeprecated)
    switch value.kind {
    case .message(let type):
      row.canOpen = schema.messages[type].wellKnown == nil && !schema.messages[type].fields.isEmpty
      guard add(row, of: field.fullName).isOpen else { return }
      for field in schema.messages[type].fields { addField(field, below: row.path) }
    case .enumeration(let type):
      row.canOpen = true
      guard add(row, of: field.fullName).isOpen else { return }
      for value in schema.enums[type].values {
        add(
          ServiceRow(
            kind: .value, path: row.path + [value.name], name: value.name, detail: "\(value.number)",
            text: "\(schema.enums[type].fullName).\(value.name)", isDeprecated: value.isDeprecated),
          of: "\(schema.enums[type].fullName).\(value.name)")
      }
    default: add(row, of: field.fullName)
    }
  }

  @discardableResult
  private mutating func add(_ row: ServiceRow, of name: String, isOpenAtFirst: Bool = false) -> ServiceRow {
    var row = row
    if let comment = schema.comment(of: name) { row.text = "\(comment)\n\(row.text)" }
    row.isOpen = row.canOpen && toggled.contains(row.path) != isOpenAtFirst
    rows.append(row)
    return row
  }
}

extension MethodType.Streaming {
  /// The kind of streaming, in a sentence.
  var words: String {
    switch self {
    case .unary: "One message each way."
    case .client: "Several messages sent, one received."
    case .server: "One message sent, several received."
    case .bidirectional: "Several messages each way."
    }
  }
}
