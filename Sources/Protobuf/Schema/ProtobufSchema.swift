/// The linked types of a set of files, used to decode, encode, print and validate messages.
///
/// A type is referenced by its index in `messages` or `enums`, so that recursive types are plain values. The well-known
/// types and the details of `google.rpc.Status` are always included.
package struct ProtobufSchema: Sendable {
  package internal(set) var messages: [MessageType] = []
  package internal(set) var enums: [EnumType] = []
  /// The services in the order of the files.
  package internal(set) var services: [ServiceType] = []

  /// The comments of the files, by the full name of a type, field, value, service or method (after a dot).
  var comments: [String: String] = [:]

  /// The meaning of a full name.
  enum Symbol: Sendable {
    case message(Int)
    case enumeration(Int)
    case service(Int)
    case other
  }

  var symbols: [String: Symbol] = [:]
  /// The extensions, by the index of the extended message, then by number.
  var extensions: [Int: [Int: MessageField]] = [:]
  /// The extended message and the field number, by full name.
  var extensionNames: [String: (message: Int, number: Int)] = [:]

  init() {}

  /// The index of a message type. The name has no leading dot.
  package func message(named name: String) -> Int? {
    if case .message(let place) = symbols[name] { place } else { nil }
  }

  /// The comment on a type, field, enum value, service or method, by its full name with dots.
  package func comment(of name: String) -> String? { comments[name] }

  package func service(named name: String) -> ServiceType? {
    if case .service(let place) = symbols[name] { services[place] } else { nil }
  }

  /// The method for a path `/pkg.Service/Method`. The leading slash may be missing, and a dot may replace the second.
  package func method(path: String) -> MethodType? {
    let path = path.drop { $0 == "/" }
    guard let cut = path.lastIndex(of: "/") ?? path.lastIndex(of: ".") else { return nil }
    let name = path[path.index(after: cut)...]
    return service(named: String(path[..<cut]))?.methods.first { $0.name == name }
  }

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

  package func extensions(of message: Int) -> [MessageField] {
    (extensions[message] ?? [:]).values.sorted { $0.number < $1.number }
  }

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

/// A message type.
package struct MessageType: Sendable {
  /// A group of fields of which one is set at a time.
  package struct Oneof: Sendable {
    package var name: String
    package var fields: [Int] = []
  }

  /// The name with the package, without a leading dot.
  package var fullName: String
  /// The path of its file.
  package var file: String
  /// The fields in the order of the file.
  package private(set) var fields: [MessageField] = []
  package var oneofs: [Oneof] = []
  /// True for a map entry: its fields 1 and 2 are key and value.
  package var isMapEntry = false
  /// True if it is encoded as a set of groups (`message_set_wire_format`).
  package var isMessageSet = false
  package var isDeprecated = false
  /// Set for a type with its own JSON form.
  package internal(set) var wellKnown: WellKnownType?
  package private(set) var required: [MessageField] = []

  private var numbers: [Int: Int] = [:]
  private var names: [String: Int] = [:]
  private var jsonNames: [String: Int] = [:]

  init(fullName: String, file: String) {
    (self.fullName, self.file) = (fullName, file)
  }

  package var name: String { String(fullName.split(separator: ".").last ?? "") }

  package func field(number: Int) -> MessageField? { numbers[number].map { fields[$0] } }

  package func field(named name: String) -> MessageField? { names[name].map { fields[$0] } }

  /// The field with this name in JSON or in the file.
  package func field(jsonName: String) -> MessageField? {
    jsonNames[jsonName].map { fields[$0] } ?? field(named: jsonName)
  }

  /// - Returns: `false` if another field has the number or the name.
  mutating func add(_ field: MessageField) -> Bool {
    guard numbers[field.number] == nil, names[field.name] == nil else { return false }
    numbers[field.number] = fields.count
    names[field.name] = fields.count
    jsonNames[field.jsonName] = fields.count
    fields.append(field)
    if field.isRequired { required.append(field) }
    return true
  }
}

/// A field of a message or an extension, with all settings of its file resolved.
package struct MessageField: Sendable {
  /// The type of its values.
  package enum Kind: Hashable, Sendable {
    case double, float, int32, int64, uint32, uint64, sint32, sint64, fixed32, fixed64, sfixed32, sfixed64
    case bool, string, bytes
    /// A message type, by its index in the schema.
    case message(Int)
    /// An enum type, by its index in the schema.
    case enumeration(Int)
  }

  /// The name in the `.proto` file; for an extension, its last part.
  package var name: String
  /// The name with the package and the enclosing types.
  package var fullName: String
  /// The name in JSON: lower camel case, unless the file sets another.
  package var jsonName: String
  package var number: Int
  package var kind: Kind
  package var isRepeated: Bool
  /// True if an absent field differs from one with its default.
  package var hasPresence: Bool
  package var isRequired: Bool
  package var isPacked: Bool
  /// True for a group: a message that is delimited by two tags instead of a length.
  package var isDelimited: Bool
  /// True if its text must be valid UTF-8.
  package var checksText: Bool
  /// The index of its oneof in the message type.
  package var oneof: Int?
  package var isExtension: Bool
  package var isDeprecated: Bool
  /// The value of `[default = …]`, as the compiler writes it.
  package var defaultValue: String?

  package var messageType: Int? { if case .message(let type) = kind { type } else { nil } }

  /// The key in JSON: `[pkg.name]` for an extension.
  package var jsonKey: String { isExtension ? "[\(fullName)]" : jsonName }
}

extension MessageField.Kind {
  /// True if several values can be encoded as one field (packed).
  var isPackable: Bool {
    switch self {
    case .string, .bytes, .message: false
    default: true
    }
  }

  /// The keyword in `.proto` files; for messages and enums, the kind alone.
  package var word: String {
    switch self {
    case .message: "message"
    case .enumeration: "enum"
    default: "\(self)"
    }
  }

  /// The kinds of `FieldDescriptorProto.Type` that reference no other type, by their number.
  static let scalars: [Int: MessageField.Kind] = [
    1: .double, 2: .float, 3: .int64, 4: .uint64, 5: .int32, 6: .fixed64, 7: .fixed32, 8: .bool, 9: .string,
    12: .bytes, 13: .uint32, 15: .sfixed32, 16: .sfixed64, 17: .sint32, 18: .sint64,
  ]
}

/// An enum type.
package struct EnumType: Sendable {
  /// A name and its number.
  package struct Value: Hashable, Sendable {
    package var name: String
    package var number: Int32
    package var isDeprecated = false
  }

  /// The name with the package, without a leading dot.
  package var fullName: String
  /// The values in the order of the file; the first is the default.
  package var values: [Value]
  /// True if a number without a name is not a valid value.
  package var isClosed: Bool

  private let names: [String: Int32]
  private let numbers: [Int32: String]

  init(fullName: String, values: [Value], isClosed: Bool) {
    (self.fullName, self.values, self.isClosed) = (fullName, values, isClosed)
    // If several names have the same number, the first is written.
    names = Dictionary(values.map { ($0.name, $0.number) }) { first, _ in first }
    numbers = Dictionary(values.map { ($0.number, $0.name) }) { first, _ in first }
  }

  /// True for the enum whose only value is JSON's `null`.
  var isNullValue: Bool { fullName == "google.protobuf.NullValue" }

  package func number(_ name: String) -> Int32? { names[name] }

  package func name(_ number: Int32) -> String? { numbers[number] }
}

/// A service and its methods.
package struct ServiceType: Sendable {
  /// The name with the package, without a leading dot.
  package var fullName: String
  /// The path of its file.
  package var file: String
  /// The methods in the order of the file.
  package var methods: [MethodType]
  package var isDeprecated: Bool
}

/// A method with its request and response types.
package struct MethodType: Sendable {
  /// The sides that stream messages.
  package enum Streaming: String, Hashable, Sendable {
    case unary
    case client = "client-streaming"
    case server = "server-streaming"
    case bidirectional = "bidi-streaming"
  }

  package var name: String
  package var service: String
  /// The index of the request type in the schema.
  package var input: Int
  /// The index of the response type in the schema.
  package var output: Int
  package var isClientStreaming: Bool
  package var isServerStreaming: Bool
  package var isDeprecated: Bool

  /// The path of its calls: `/pkg.Service/Method`.
  package var path: String { "/\(service)/\(name)" }

  package var streaming: Streaming {
    switch (isClientStreaming, isServerStreaming) {
    case (false, false): .unary
    case (true, false): .client
    case (false, true): .server
    case (true, true): .bidirectional
    }
  }
}

/// A type with its own JSON form.
///
/// https://protobuf.dev/programming-guides/json
package enum WellKnownType: Hashable, Sendable {
  case any, duration, timestamp, fieldMask, structure, value, listValue
  /// A wrapper of one value, written as the bare value: `Int32Value`, `StringValue` and others.
  case wrapper

  /// - Returns: `nil` also for a type of that name with other fields.
  init?(_ type: MessageType, _ schema: ProtobufSchema) {
    guard type.fullName.hasPrefix(Self.package) else { return nil }
    let name = String(type.fullName.dropFirst(Self.package.count))
    guard let (known, shape) = Self.shapes[name] else { return nil }
    let fields = type.fields.sorted { $0.number < $1.number }
    guard fields.map(\.number) == Array(1...max(1, fields.count)),
      fields.map({ schema.typeName(of: $0) }).joined(separator: ", ") == shape
    else { return nil }
    self = known
  }

  private static let package = "google.protobuf."

  /// By the name in the package: the types of fields 1, 2, ….
  private static let shapes: [String: (WellKnownType, String)] = [
    "Any": (.any, "string, bytes"),
    "Duration": (.duration, "int64, int32"),
    "Timestamp": (.timestamp, "int64, int32"),
    "FieldMask": (.fieldMask, "repeated string"),
    "Struct": (.structure, "map<string, google.protobuf.Value>"),
    "Value": (
      .value,
      "google.protobuf.NullValue, double, string, bool, google.protobuf.Struct, google.protobuf.ListValue"
    ),
    "ListValue": (.listValue, "repeated google.protobuf.Value"),
    "DoubleValue": (.wrapper, "double"), "FloatValue": (.wrapper, "float"), "Int64Value": (.wrapper, "int64"),
    "UInt64Value": (.wrapper, "uint64"), "Int32Value": (.wrapper, "int32"), "UInt32Value": (.wrapper, "uint32"),
    "BoolValue": (.wrapper, "bool"), "StringValue": (.wrapper, "string"), "BytesValue": (.wrapper, "bytes"),
  ]
}
