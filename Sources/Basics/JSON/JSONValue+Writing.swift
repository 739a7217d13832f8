extension JSONValue {
  /// JSON (RFC 8259) on one line, without white space. All control characters are escaped.
  public var text: String { String(decoding: compact, as: UTF8.self) }

  /// `text` as bytes.
  public var compact: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// Over several lines, indented by two spaces, for people.
  public var pretty: String {
    var bytes: [UInt8] = []
    write(into: &bytes, indent: 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(into bytes: inout [UInt8], indent: Int? = nil) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): JSONString.write(text, into: &bytes)
    case .array(let items):
      write(items.count, "[", "]", into: &bytes, indent) { index, bytes, inner in
        items[index].write(into: &bytes, indent: inner)
      }
    case .object(let members):
      write(members.count, "{", "}", into: &bytes, indent) { index, bytes, inner in
        JSONString.write(members[index].name, into: &bytes)
        bytes += (inner == nil ? ":" : ": ").utf8
        members[index].value.write(into: &bytes, indent: inner)
      }
    }
  }

  private func write(
    _ count: Int, _ open: String, _ close: String, into bytes: inout [UInt8], _ indent: Int?,
    each: (Int, inout [UInt8], Int?) -> Void
  ) {
    bytes += open.utf8
    for index in 0..<count {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      if let indent { bytes += [0x0A] + Array(repeating: 0x20, count: 2 * (indent + 1)) }
      each(index, &bytes, indent.map { $0 + 1 })
    }
    if let indent, count > 0 { bytes += [0x0A] + Array(repeating: 0x20, count: 2 * indent) }
    bytes += close.utf8
  }
}
