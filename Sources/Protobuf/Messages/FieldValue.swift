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
  /// `bytes`, and a string that is not UTF-8 where its file allows that.
  case bytes([UInt8])
  case enumeration(Int32)
  indirect case message(DynamicMessage)
  /// The values of a repeated field.
  case list([FieldValue])
  case map(MapValue)

  /// Whether a field without presence is left out with this value. A negative zero is a value.
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

/// The entries of a map field in the order in which their keys first came.
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
  /// What a field has that is not there.
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
