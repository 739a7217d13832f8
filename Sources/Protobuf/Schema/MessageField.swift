/// A field of a message, or an extension of one, with all that its file says of it worked out.
package struct MessageField: Sendable {
  /// What its values are.
  package enum Kind: Hashable, Sendable {
    case double, float, int32, int64, uint32, uint64, sint32, sint64, fixed32, fixed64, sfixed32, sfixed64
    case bool, string, bytes
    /// A message; the place of its type in the schema.
    case message(Int)
    /// An enum; the place of its type in the schema.
    case enumeration(Int)
  }

  /// As in the `.proto` file; for an extension its last part.
  package var name: String
  /// With the package and the types around it.
  package var fullName: String
  /// The name in JSON: lower camel case, unless the file says otherwise.
  package var jsonName: String
  package var number: Int
  package var kind: Kind
  package var isRepeated: Bool
  /// Whether a message without it differs from one with its default.
  package var hasPresence: Bool
  package var isRequired: Bool
  package var isPacked: Bool
  /// A message that is written between two tags instead of after its length: a group.
  package var isDelimited: Bool
  /// Whether its text has to be UTF-8.
  package var checksText: Bool
  /// The place of its oneof in the message's type.
  package var oneof: Int?
  package var isExtension: Bool
  package var isDeprecated: Bool
  /// What `[default = …]` says, as the compiler writes it.
  package var defaultValue: String?

  /// The place of the type, if it is a message.
  package var messageType: Int? { if case .message(let type) = kind { type } else { nil } }

  /// How JSON names it: `[pkg.name]` for an extension.
  package var jsonKey: String { isExtension ? "[\(fullName)]" : jsonName }
}

extension MessageField.Kind {
  /// Whether several values can be written as one field (packed).
  var isPackable: Bool {
    switch self {
    case .string, .bytes, .message: false
    default: true
    }
  }

  /// The words of `.proto` files; for messages and enums, the kind alone.
  package var word: String {
    switch self {
    case .message: "message"
    case .enumeration: "enum"
    default: "\(self)"
    }
  }

  /// The kinds of `FieldDescriptorProto.Type` that name no other type, by their number.
  static let scalars: [Int: MessageField.Kind] = [
    1: .double, 2: .float, 3: .int64, 4: .uint64, 5: .int32, 6: .fixed64, 7: .fixed32, 8: .bool, 9: .string,
    12: .bytes, 13: .uint32, 15: .sfixed32, 16: .sfixed64, 17: .sint32, 18: .sint64,
  ]
}
