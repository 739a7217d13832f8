internal import Basics

/// What may be written at a cursor in the JSON text of a message.
package struct MessageCompletion: Hashable, Sendable {
  /// One thing to write.
  package struct Candidate: Hashable, Sendable {
    /// What the user looks for: the name of a field, or a value.
    package var name: String
    /// The type of the field, or what the value is.
    package var detail: String
    /// What is written in the place of `range`: JSON, with quotes, and a colon after a name.
    package var text: String
    package var isDeprecated = false
  }

  package var candidates: [Candidate]
  /// The bytes that a candidate replaces: the word at the cursor.
  package var range: Range<Int>
}

extension ProtobufSchema {
  /// The fields, enum values and other words that may be written at a cursor, as far as they fit what was typed: those
  /// that begin with it first, then those that contain it.
  /// - Parameter cursor: in bytes.
  package func completion(in text: [UInt8], at cursor: Int, as type: Int) -> MessageCompletion {
    let place = JSONCursor(text, at: cursor)
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
    _ context: CompletionContext, _ place: JSONCursor, isBeforeColon: Bool
  ) -> [MessageCompletion.Candidate] {
    guard case .message(let type) = context.expected else { return context.isAny ? [Self.typeKey] : [] }
    let taken = Set(place.levels.last?.names ?? [])
    let fields = messages[type].fields + extensions(of: type)
    // A field whose oneof is taken cannot be set.
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

  /// The values of a field that can be told.
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

  /// Where the word at the cursor ends: with its quote, if it has one on the same line.
  private static func wordEnd(_ text: [UInt8], _ place: JSONCursor, _ cursor: Int) -> Int {
    let stop = text[cursor...].firstIndex { !JSONCursor.isWord($0) } ?? text.count
    return place.isQuoted && stop < text.count && text[stop] == UInt8(ascii: "\"") ? stop + 1 : stop
  }

  private static func hasColon(_ text: [UInt8], _ end: Int) -> Bool {
    text[end...].first { !$0.isBlankOrLineEnd } == UInt8(ascii: ":")
  }
}
