/// A text that is compared by code points; Swift's own comparison treats two encodings of `é` as equal.
package struct ExactText: Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    let isHashed: Void? = text.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isHashed == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

extension JSONValue {
  /// True if both values mean the same, regardless of member order and number spelling. If a name occurs twice, the
  /// last member counts, as in most parsers.
  package func isEquivalent(to other: JSONValue) -> Bool { canonical == other.canonical }

  /// A form that equivalent values share: members sorted by name, numbers by value.
  package var canonical: [UInt8] {
    var bytes: [UInt8] = []
    writeCanonical(into: &bytes)
    return bytes
  }

  private func writeCanonical(into bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(UInt8(ascii: "n"))
    case .bool(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .number(let text): DecimalNumber(text).write(into: &bytes)
    case .string(let text): JSONString.write(text, into: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for item in items {
        item.writeCanonical(into: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      // The last member of a name counts, as in most parsers.
      let last = Dictionary(members.map { (ExactText($0.name), $0.value) }) { _, last in last }
      for (name, value) in last.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
        JSONString.write(name.text, into: &bytes)
        value.writeCanonical(into: &bytes)
        bytes.append(UInt8(ascii: ","))
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
