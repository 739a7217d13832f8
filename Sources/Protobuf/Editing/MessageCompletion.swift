internal import Basics

/// The completions at a cursor in the JSON text of a message.
package struct MessageCompletion: Hashable, Sendable {
  /// One completion.
  package struct Candidate: Hashable, Sendable {
    /// The text to match: a field name or a value.
    package var name: String
    /// The type of the field, or a description of the value.
    package var detail: String
    /// The JSON that replaces `range`, with quotes, and a colon after a name.
    package var text: String
    package var isDeprecated = false
  }

  package var candidates: [Candidate]
  /// The bytes that a candidate replaces: the word at the cursor.
  package var range: Range<Int>
}

extension ProtobufSchema {
  /// The fields, enum values and keywords allowed at a cursor that match the typed text: first those that begin with
  /// it, then those that contain it.
  /// - Parameter cursor: a byte offset.
  package func completion(in text: [UInt8], at cursor: Int, as type: Int) -> MessageCompletion {
    let place = MessageCursor(text, at: cursor)
    let end = Self.wordEnd(text, place, max(0, min(cursor, text.count)))
    var all: [MessageCompletion.Candidate] = []
    switch (place.place, CompletionContext(self, place.levels, type, text)) {
    case (.nothing, _), (_, nil): break
    case (.name, let context?): all = names(context, place, isBeforeColon: Self.hasColon(text, end))
    case (.value, let context?): all = values(context)
    }
    return MessageCompletion(candidates: Self.fitting(all, place.typed), range: place.wordStart..<end)
  }

  private func names(
    _ context: CompletionContext, _ place: MessageCursor, isBeforeColon: Bool
  ) -> [MessageCompletion.Candidate] {
    guard case .message(let type) = context.expected else { return context.isAny ? [Self.typeKey] : [] }
    let taken = Set(place.levels.last?.names ?? [])
    let fields = messages[type].fields + extensions(of: type)
    // A oneof with a set field excludes its other fields.
    let oneofs = Set(fields.filter { taken.contains($0.jsonKey) || taken.contains($0.name) }.compactMap(\.oneof))
    let free = fields.filter { field in
      !taken.contains(field.jsonKey) && !taken.contains(field.name) && field.oneof.map { !oneofs.contains($0) } ?? true
    }
    return free.map { field in
      .init(
        name: field.jsonKey, detail: typeName(of: field),
        text: JSONString.quoted(field.jsonKey) + (isBeforeColon ? "" : ": "), isDeprecated: field.isDeprecated)
    } + (context.isAny && !taken.contains("@type") ? [Self.typeKey] : [])
  }

  private static let typeKey = MessageCompletion.Candidate(
    name: "@type", detail: "the type of the message", text: "\"@type\": ")

  private func values(_ context: CompletionContext) -> [MessageCompletion.Candidate] {
    if context.isTypeURL {
      return messages.filter { !$0.isMapEntry }.map {
        let url = "type.googleapis.com/" + $0.fullName
        return .init(name: $0.fullName, detail: "type", text: JSONString.quoted(url))
      }
    }
    switch context.expected {
    case .field(let field, let isElement):
      if field.isRepeated, !isElement {
        return [
          mapEntry(field) == nil
            ? .init(name: "[]", detail: typeName(of: field), text: "[]")
            : .init(name: "{}", detail: typeName(of: field), text: "{}")
        ]
      }
      return one(field)
    case .message, nil: return []
    }
  }

  private func one(_ field: MessageField) -> [MessageCompletion.Candidate] {
    switch field.kind {
    case .bool: return ["true", "false"].map { .init(name: $0, detail: "bool", text: $0) }
    case .enumeration(let type):
      return enums[type].values.map {
        .init(
          name: $0.name, detail: "\(enums[type].fullName) \($0.number)", text: JSONString.quoted($0.name),
          isDeprecated: $0.isDeprecated)
      }
    case .message(let type):
      let text = template(of: type).text
      return [.init(name: messages[type].name, detail: "message", text: text)]
    default: return []
    }
  }

  private static func fitting(
    _ all: [MessageCompletion.Candidate], _ typed: String
  ) -> [MessageCompletion.Candidate] {
    let typed = typed.lowercased()
    guard !typed.isEmpty else { return all }
    let fitting = all.map { ($0, $0.name.lowercased()) }.filter { $0.1.contains(typed) }
    return fitting.filter { $0.1.hasPrefix(typed) }.map(\.0) + fitting.filter { !$0.1.hasPrefix(typed) }.map(\.0)
  }

  /// The end of the word at the cursor, including its closing quote if that is on the same line.
  private static func wordEnd(_ text: [UInt8], _ place: MessageCursor, _ cursor: Int) -> Int {
    let stop = text[cursor...].firstIndex { !JSONToken.isOfWord($0) } ?? text.count
    return place.isQuoted && stop < text.count && text[stop] == UInt8(ascii: "\"") ? stop + 1 : stop
  }

  private static func hasColon(_ text: [UInt8], _ end: Int) -> Bool {
    text[end...].first { !$0.isBlankOrLineEnd } == UInt8(ascii: ":")
  }
}

/// The expectation of the message type at the cursor.
struct CompletionContext {
  enum Expected {
    /// The members of a message of this type.
    case message(Int)
    /// A value of a field; one of its elements, if it is repeated.
    case field(MessageField, isElement: Bool)
  }

  /// `nil` where any JSON is allowed, as in a `Struct`.
  private(set) var expected: Expected?
  /// True if the object around the cursor is an `Any`.
  private(set) var isAny = false
  /// True if the cursor is in the value of `@type`.
  private(set) var isTypeURL = false

  /// - Returns: `nil` if the text leads to a member that the type lacks.
  init?(_ schema: ProtobufSchema, _ levels: [MessageCursor.Level], _ type: Int, _ text: [UInt8]) {
    expected = .message(type)
    for (depth, level) in levels.enumerated() {
      guard enter(level, schema, text) else { return nil }
      // In the innermost level the cursor may be before a name.
      if level.isObject, let key = level.key {
        guard member(key, schema) else { return nil }
      } else if level.isObject, depth < levels.count - 1 {
        return nil
      }
    }
  }

  /// Enters an object or an array.
  private mutating func enter(_ level: MessageCursor.Level, _ schema: ProtobufSchema, _ text: [UInt8]) -> Bool {
    switch expected {
    case .field(let field, false) where field.isRepeated:
      let isMap = schema.mapEntry(field) != nil
      guard level.isObject == isMap else { return false }
      expected = .field(field, isElement: true)
      // The next level enters a map through its keys; the elements of an array are here.
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
    _ type: Int, _ schema: ProtobufSchema, _ level: MessageCursor.Level, _ text: [UInt8]
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

  /// The value of `@type` in the object that opens at `start`, at any position in the object.
  private static func typeURL(_ text: [UInt8], _ start: Int) -> String? {
    var depth = 0
    var last: String?
    for token in JSONTokens(text[start...]) {
      switch token.kind {
      case .open: depth += 1
      case .close:
        depth -= 1
        if depth == 0 { return nil }
      case .string where depth == 1:
        let string = JSONString.decoded(text[token.range])
        if last == "@type" { return string }
        last = string
      default: break
      }
    }
    return nil
  }
}

/// The context of a cursor in incomplete JSON: the open objects and arrays, and what is allowed next.
///
/// Reads from the start to the cursor and tolerates any text, including invalid JSON.
struct MessageCursor {
  /// One open object or array.
  struct Level {
    var isObject: Bool
    /// The name of the current member, in an object.
    var key: String?
    /// The index of the current element, in an array.
    var index = 0
    /// The names of the object's members before the cursor.
    var names: [String] = []
    /// The offset of the opening bracket.
    var start: Int
  }

  enum Place: Equatable {
    case name
    case value
    /// After a name or a value, where only punctuation is allowed.
    case nothing
  }

  private(set) var levels: [Level] = []
  private(set) var place = Place.value
  /// The typed part of the word at the cursor, without its quote.
  private(set) var typed = ""
  /// The offset of the word at the cursor, including its quote.
  private(set) var wordStart: Int
  /// True if the word begins with a quote.
  private(set) var isQuoted = false

  private static let deepest = 200

  init(_ text: [UInt8], at cursor: Int) {
    let end = min(max(cursor, 0), text.count)
    wordStart = end
    for token in JSONTokens(text[..<end]) {
      let start = token.range.lowerBound
      switch token.kind {
      case .open: open(text[start] == UInt8(ascii: "{"), start)
      case .close: close()
      case .comma: comma()
      case .colon: place = .value
      case .string: string(text[token.range])
      case .word, .unfinishedString, .other:
        if token.range.upperBound == end, token.kind != .other {
          word(text, start, end)
        } else if place == .value {
          place = .nothing
        }
      }
    }
  }

  private mutating func open(_ isObject: Bool, _ start: Int) {
    guard levels.count < Self.deepest else { return }
    levels.append(Level(isObject: isObject, start: start))
    place = isObject ? .name : .value
  }

  private mutating func close() {
    _ = levels.popLast()
    place = .nothing
  }

  private mutating func comma() {
    guard let last = levels.indices.last else { return }
    levels[last].index += 1
    levels[last].key = nil
    place = levels[last].isObject ? .name : .value
  }

  private mutating func string(_ text: ArraySlice<UInt8>) {
    if place == .name, let last = levels.indices.last {
      let name = JSONString.decoded(text) ?? ""
      levels[last].key = name
      levels[last].names.append(name)
    }
    place = .nothing
  }

  private mutating func word(_ text: [UInt8], _ start: Int, _ end: Int) {
    wordStart = start
    isQuoted = text[start] == UInt8(ascii: "\"")
    typed = String(decoding: text[(isQuoted ? start + 1 : start)..<end], as: UTF8.self)
  }
}
