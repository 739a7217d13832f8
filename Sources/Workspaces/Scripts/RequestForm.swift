package import Basics

/// The JSON form of a request that scripts see and change: that of Postman's collections.
package struct RequestForm: Sendable {
  /// Fills in the variables of a text; before the request, a text stays as written.
  package typealias Filling = (String) -> String

  private let definition: RequestDefinition
  private let context: SendContext
  /// The enabled headers of the folders and the collection.
  package let inherited: [Row]

  package init(_ definition: RequestDefinition, in context: SendContext) {
    self.definition = definition
    self.context = context
    inherited = context.inheritedHeaders(of: definition).map(\.row)
  }

  /// - Parameters:
  ///   - id: the path of the request in its collection.
  package func json(id: String?, filling fill: Filling = { $0 }) -> JSONValue {
    let headers = inherited.map { Self.pair($0, fill) } + definition.headers.map { Self.pair($0, fill) }
    let path = definition.params.filter { $0.place == .path }.map { Self.pair($0.row, fill) }
    let settings = definition.settings
    return .object([
      "name": .string(definition.name), "id": .string(id ?? definition.name),
      "method": .string(fill(definition.method)),
      "url": .string(fill(definition.url)), "headers": .array(headers), "body": body(fill), "auth": auth(fill),
      "pathVariables": .array(path), "timeout": settings.timeout.map { JSONValue(floatLiteral: $0) },
      "maxRedirects": settings.maxRedirects.map(JSONValue.int),
      "followRedirects": settings.followRedirects.map { .bool($0) },
      "tags": .array(definition.tags.map { .string($0) }),
      "kind": definition.kind.isConversation ? .string(definition.kind.word) : nil,
      "methodType": .filled(definition.conversation.call.methodType),
    ])
  }

  private static func pair(_ row: Row, _ fill: Filling) -> JSONValue {
    .object([
      "key": .string(fill(row.name)), "value": .string(fill(row.value)), "disabled": .flag(!row.isEnabled),
    ])
  }

  private func body(_ fill: Filling) -> JSONValue {
    if definition.kind.isConversation { return message(fill) }
    switch definition.body {
    case .none: return .null
    case .text(let kind, let text):
      return .object(["mode": "raw", "raw": .string(fill(text)), "language": .string(kind.word)])
    case .form(let rows):
      return .object(["mode": "urlencoded", "urlencoded": .array(rows.map { Self.pair($0, fill) })])
    case .multipart(let parts):
      return .object(["mode": "formdata", "formdata": .array(parts.map { Self.part($0, fill) })])
    case .file(let choices):
      let path = choices.first { $0.isSelected }?.path ?? ""
      return .object(["mode": "file", "file": .object(["src": .string(fill(path))])])
    case .graphql(let query, let variables):
      let texts = JSONValue.object(["query": .string(fill(query)), "variables": .string(fill(variables))])
      return .object(["mode": "graphql", "graphql": texts])
    }
  }

  /// The first message that is sent.
  private func message(_ fill: Filling) -> JSONValue {
    guard let message = definition.conversation.messages.first(where: \.isSelected) else { return .null }
    let language = definition.kind == .grpc ? "json" : message.kind
    return .object(["mode": "raw", "raw": .string(fill(message.data)), "language": .string(language)])
  }

  static func part(_ part: FormPart, _ fill: Filling) -> JSONValue {
    let disabled = JSONValue.flag(!part.isEnabled)
    let (key, type) = (JSONValue.string(fill(part.name)), JSONValue.filled(fill(part.contentType)))
    switch part.content {
    case .text(let text):
      return .object([
        "key": key, "value": .string(fill(text)), "type": "text", "contentType": type, "disabled": disabled,
      ])
    case .files(let paths):
      let sources = paths.map { JSONValue.string(fill($0)) }
      return .object([
        "key": key, "src": sources.count == 1 ? sources[0] : .array(sources), "type": "file", "contentType": type,
        "disabled": disabled,
      ])
    }
  }

  /// The login that applies, inherited or not.
  private func auth(_ fill: Filling) -> JSONValue {
    let auth = context.authentication(of: definition).0
    guard auth.scheme != .none, auth.scheme != .inherit else { return .null }
    let type = auth.scheme.word
    let fields = auth.fields.map { field in
      JSONValue.object([
        "key": .string(Self.foreignName(of: field.name, type)), "value": .string(fill(field.value)),
      ])
    }
    return .object([.init("type", .string(type)), .init(type, .array(fields))])
  }

  /// Postman's names of fields that OpenCollection calls otherwise.
  private static let foreignNames: [String: [String: String]] = [
    "apikey": ["placement": "in"], "awsv4": ["accessKeyId": "accessKey", "secretAccessKey": "secretKey"],
  ]

  private static func foreignName(of name: String, _ type: String) -> String { foreignNames[type]?[name] ?? name }

  static func ownName(of name: String, _ type: String) -> String {
    foreignNames[type]?.first { $0.value == name }?.key ?? name
  }
}
