internal import Basics

/// What a message has at the place of a cursor.
struct CompletionContext {
  enum Expected {
    /// The members of a message of this type.
    case message(Int)
    /// A value of a field; one of its elements, if it is repeated.
    case field(MessageField, isElement: Bool)
  }

  /// `nil` where anything may stand, as in a `Struct`.
  private(set) var expected: Expected?
  /// Whether the object around the cursor is an `Any`.
  private(set) var isAny = false
  /// Whether the cursor is in the value of `@type`.
  private(set) var isTypeURL = false

  /// - Returns: `nil` if the text leads to nothing that the type has.
  init?(_ schema: ProtobufSchema, _ levels: [JSONCursor.Level], _ type: Int, _ text: [UInt8]) {
    expected = .message(type)
    for (depth, level) in levels.enumerated() {
      guard enter(level, schema, text) else { return nil }
      // In the last level the cursor may stand before a name.
      if level.isObject, let key = level.key {
        guard member(key, schema) else { return nil }
      } else if level.isObject, depth < levels.count - 1 {
        return nil
      }
    }
  }

  /// Goes into an object or an array.
  private mutating func enter(_ level: JSONCursor.Level, _ schema: ProtobufSchema, _ text: [UInt8]) -> Bool {
    switch expected {
    case .field(let field, false) where field.isRepeated:
      let isMap = schema.mapEntry(field) != nil
      guard level.isObject == isMap else { return false }
      expected = .field(field, isElement: true)
      // A map is left by its keys, an array has its elements here.
      return true
    case .field(let field, _):
      guard level.isObject, let type = field.messageType else { return false }
      return object(type, schema, level, text)
    case .message(let type):
      guard level.isObject else { return false }
      return object(type, schema, level, text)
    case nil: return false
    }
  }

  private mutating func object(
    _ type: Int, _ schema: ProtobufSchema, _ level: JSONCursor.Level, _ text: [UInt8]
  ) -> Bool {
    isAny = false
    switch schema.messages[type].wellKnown {
    case nil: expected = .message(type)
    case .any:
      isAny = true
      expected = Self.typeURL(text, level.start).flatMap { schema.message(ofURL: $0) }.map { .message($0) }
    default: return false
    }
    return true
  }

  /// Goes to the value of a member.
  private mutating func member(_ key: String, _ schema: ProtobufSchema) -> Bool {
    if isAny, key == "@type" {
      isTypeURL = true
      return true
    }
    switch expected {
    case .message(let type):
      guard let field = schema.field(jsonKey: key, in: type) else { return false }
      expected = .field(field, isElement: false)
    case .field(let field, true):
      guard let (_, value) = schema.mapEntry(field) else { return false }
      expected = .field(value, isElement: false)
    default: return false
    }
    isAny = false
    return true
  }

  /// The value of `@type` in the object that opens at `start`, wherever in it that stands.
  private static func typeURL(_ text: [UInt8], _ start: Int) -> String? {
    var index = start + 1
    var depth = 1
    var last: String?
    while index < text.count, depth > 0 {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        guard let stop = JSONCursor.stringEnd(text, index, text.count) else { return nil }
        if depth == 1 {
          let string = JSONString.decoded(text[index..<stop])
          if last == "@type" { return string }
          last = string
        }
        index = stop
        continue
      default: break
      }
      index += 1
    }
    return nil
  }
}
