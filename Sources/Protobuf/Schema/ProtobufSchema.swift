/// The types of a set of files, linked: what messages are decoded, encoded, shown and checked by.
///
/// A type is named by its place in `messages` or `enums`, so that types in a circle are plain values. The well-known
/// types and the details of `google.rpc.Status` are always there.
package struct ProtobufSchema: Sendable {
  package internal(set) var messages: [MessageType] = []
  package internal(set) var enums: [EnumType] = []
  /// In the order of the files.
  package internal(set) var services: [ServiceType] = []

  /// What the files say in comments, by the full name of a type, field, value, service or method (after a dot).
  var comments: [String: String] = [:]

  /// What a full name stands for.
  enum Symbol: Sendable {
    case message(Int)
    case enumeration(Int)
    case service(Int)
    case other
  }

  var symbols: [String: Symbol] = [:]
  /// By the place of the extended message, then by number.
  var extensions: [Int: [Int: MessageField]] = [:]
  /// The extended message and the number, by full name.
  var extensionNames: [String: (message: Int, number: Int)] = [:]

  init() {}

  /// The place of a type of messages. The name has no leading dot.
  package func message(named name: String) -> Int? {
    if case .message(let place) = symbols[name] { place } else { nil }
  }

  /// What its file says about a type, a field, a value of an enum, a service or a method, by its full name with dots.
  package func comment(of name: String) -> String? { comments[name] }

  package func service(named name: String) -> ServiceType? {
    if case .service(let place) = symbols[name] { services[place] } else { nil }
  }

  /// The method of a path, `/pkg.Service/Method`; the leading slash may be missing, and a dot may stand for the second.
  package func method(path: String) -> MethodType? {
    let path = path.drop { $0 == "/" }
    guard let cut = path.lastIndex(of: "/") ?? path.lastIndex(of: ".") else { return nil }
    let name = path[path.index(after: cut)...]
    return service(named: String(path[..<cut]))?.methods.first { $0.name == name }
  }

  /// A field, or an extension, by its number.
  package func field(number: Int, in message: Int) -> MessageField? {
    messages[message].field(number: number) ?? extensions[message]?[number]
  }

  /// A field by its key in JSON: its name in JSON or in the file, or `[pkg.name]` for an extension.
  package func field(jsonKey key: String, in message: Int) -> MessageField? {
    if let field = messages[message].field(jsonName: key) { return field }
    guard key.first == "[", key.last == "]", let found = extensionNames[String(key.dropFirst().dropLast())],
      found.message == message
    else { return nil }
    return extensions[message]?[found.number]
  }

  /// The extensions of a type, by number.
  package func extensions(of message: Int) -> [MessageField] {
    (extensions[message] ?? [:]).values.sorted { $0.number < $1.number }
  }

  /// Key and value of a map; `nil` for any other field.
  package func mapEntry(_ field: MessageField) -> (key: MessageField, value: MessageField)? {
    guard field.isRepeated, let type = field.messageType, messages[type].isMapEntry,
      let key = messages[type].field(number: 1), let value = messages[type].field(number: 2)
    else { return nil }
    return (key, value)
  }

  /// The type of a field as `.proto` files write it: `repeated string`, `map<string, pkg.Item>`, `pkg.State`.
  package func typeName(of field: MessageField) -> String {
    if let (key, value) = mapEntry(field) { return "map<\(typeName(of: key)), \(typeName(of: value))>" }
    let name =
      switch field.kind {
      case .message(let type): messages[type].fullName
      case .enumeration(let type): enums[type].fullName
      default: field.kind.word
      }
    return field.isRepeated ? "repeated \(name)" : name
  }
}
