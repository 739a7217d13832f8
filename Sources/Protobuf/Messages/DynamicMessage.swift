/// A message of a type that is known only while the program runs.
package struct DynamicMessage: Hashable, Sendable {
  /// The place of its type in the schema.
  package let type: Int
  /// By the number of the field.
  package private(set) var values: [Int: FieldValue] = [:]
  /// The fields that the type does not have, as they came.
  package internal(set) var unknown: [UInt8] = []
  /// The number of the field that is set, by oneof.
  private var chosen: [Int: Int] = [:]

  package init(type: Int) { self.type = type }

  package subscript(number: Int) -> FieldValue? { values[number] }

  /// Sets a field, and removes what its oneof held. Without presence, zero is no value.
  package mutating func set(_ field: MessageField, _ value: FieldValue) {
    if let oneof = field.oneof {
      if let other = chosen.updateValue(field.number, forKey: oneof), other != field.number {
        values[other] = nil
      }
    }
    values[field.number] = !field.hasPresence && value.isZero ? nil : value
  }

  package mutating func remove(_ field: MessageField) {
    guard values.removeValue(forKey: field.number) != nil, let oneof = field.oneof else { return }
    chosen[oneof] = nil
  }

  /// Adds a value to a repeated field.
  mutating func append(_ value: FieldValue, to number: Int) {
    // Taken out and put back, so that the list is not copied.
    guard case .list(var list) = values.removeValue(forKey: number) else {
      values[number] = .list([value])
      return
    }
    list.append(value)
    values[number] = .list(list)
  }

  /// Adds an entry to a map.
  mutating func insert(_ key: FieldValue, _ value: FieldValue, to number: Int) {
    var map = MapValue()
    if case .map(let old) = values.removeValue(forKey: number) { map = old }
    map.set(key, value)
    values[number] = .map(map)
  }

  /// Takes a message out of its field in order to change it; a new one if there is none.
  mutating func take(_ field: MessageField, _ type: Int) -> DynamicMessage {
    if case .message(let message) = values.removeValue(forKey: field.number) {
      message
    } else {
      DynamicMessage(type: type)
    }
  }
}
