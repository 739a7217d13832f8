internal import Basics

extension MessageField {
  /// One value of a field that is no message, to start from: its default, or the zero of its kind.
  ///
  /// Defaults are any text that a server likes: one that is no value of the kind is none.
  func startValue(in schema: ProtobufSchema) -> JSONValue {
    let text = defaultValue ?? ""
    return switch kind {
    case .int32, .sint32, .sfixed32: .number(String(Int32(text) ?? 0))
    case .uint32, .fixed32: .number(String(UInt32(text) ?? 0))
    case .int64, .sint64, .sfixed64: .string(String(Int64(text) ?? 0))
    case .uint64, .fixed64: .string(String(UInt64(text) ?? 0))
    case .double: Self.decimal(text, upTo: Double.greatestFiniteMagnitude)
    case .float: Self.decimal(text, upTo: Double(Float.greatestFiniteMagnitude))
    case .bool: .bool(text == "true")
    case .string: .string(text)
    case .bytes: .string("")
    case .enumeration(let type): .string(Self.value(named: text, of: schema.enums[type]))
    case .message: .null
    }
  }

  /// Compilers write defaults as C does: `inf`, `nan`.
  private static func decimal(_ text: String, upTo largest: Double) -> JSONValue {
    guard let value = Double(text) else { return .number("0") }
    guard value.isFinite else { return .string(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity") }
    return .number(value.magnitude <= largest ? "\(value)" : "0")
  }

  private static func value(named text: String, of type: EnumType) -> String {
    type.number(text) == nil ? type.values.first?.name ?? "" : text
  }
}
