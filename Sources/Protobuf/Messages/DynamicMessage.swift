/// A message whose type is known only at run time.
package struct DynamicMessage: Hashable, Sendable {
  /// The index of its type in the schema.
  package let type: Int
  package private(set) var values: [Int: FieldValue] = [:]
  /// The bytes of unknown fields, unchanged.
  package internal(set) var unknown: [UInt8] = []
  /// The number of the set field, by oneof.
  private var chosen: [Int: Int] = [:]

  package init(type: Int) { self.type = type }

  package subscript(number: Int) -> FieldValue? { values[number] }

  /// Sets a field and clears the other fields of its oneof. For a field without presence, zero clears it.
  package mutating func set(_ field: MessageField, _ value: FieldValue) {
    if let oneof = field.oneof {
      if let other = chosen.updateValue(field.number, forKey: oneof), other != field.number {
        values[other] = nil
      }
    }
    values[field.number] = !field.hasPresence && value.isZero ? nil : value
  }

  /// Adds a value to a repeated field.
  mutating func append(_ value: FieldValue, to number: Int) {
    // Moves the list out and back to avoid a copy.
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

  /// Removes a message from its field for mutation; returns a new one if the field is not set.
  mutating func take(_ field: MessageField, _ type: Int) -> DynamicMessage {
    if case .message(let message) = values.removeValue(forKey: field.number) {
      message
    } else {
      DynamicMessage(type: type)
    }
  }
}

/// A value of a field.
package enum FieldValue: Hashable, Sendable {
  /// `int32`, `int64`, `sint32`, `sint64`, `sfixed32`, `sfixed64`.
  case int(Int64)
  /// `uint32`, `uint64`, `fixed32`, `fixed64`.
  case uint(UInt64)
  case float(Float)
  case double(Double)
  case bool(Bool)
  case string(String)
  /// `bytes`, or a string that is not UTF-8 if its file permits that.
  case bytes([UInt8])
  case enumeration(Int32)
  indirect case message(DynamicMessage)
  case list([FieldValue])
  case map(MapValue)

  /// True if a field without presence is omitted with this value. A negative zero is not omitted.
  var isZero: Bool {
    switch self {
    case .int(let value): value == 0
    case .uint(let value): value == 0
    case .float(let value): value.bitPattern == 0
    case .double(let value): value.bitPattern == 0
    case .bool(let value): !value
    case .string(let value): value.isEmpty
    case .bytes(let value): value.isEmpty
    case .enumeration(let value): value == 0
    case .message: false
    case .list(let values): values.isEmpty
    case .map(let map): map.entries.isEmpty
    }
  }
}

/// The entries of a map field, in order of first appearance.
package struct MapValue: Hashable, Sendable {
  /// One key and its value.
  package struct Entry: Hashable, Sendable {
    package var key: FieldValue
    package var value: FieldValue
  }

  package private(set) var entries: [Entry] = []
  private var places: [FieldValue: Int] = [:]

  package init() {}

  /// Adds an entry, or replaces the value of its key.
  package mutating func set(_ key: FieldValue, _ value: FieldValue) {
    if let place = places[key] {
      entries[place].value = value
    } else {
      places[key] = entries.count
      entries.append(Entry(key: key, value: value))
    }
  }
}

extension MessageField.Kind {
  /// The default value of an absent field.
  func zero(_ schema: ProtobufSchema) -> FieldValue {
    switch self {
    case .double: .double(0)
    case .float: .float(0)
    case .int32, .int64, .sint32, .sint64, .sfixed32, .sfixed64: .int(0)
    case .uint32, .uint64, .fixed32, .fixed64: .uint(0)
    case .bool: .bool(false)
    case .string: .string("")
    case .bytes: .bytes([])
    case .message(let type): .message(DynamicMessage(type: type))
    case .enumeration(let type): .enumeration(schema.enums[type].values.first?.number ?? 0)
    }
  }
}
