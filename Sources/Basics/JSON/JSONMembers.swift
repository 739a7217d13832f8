/// Splits a JSON object into its members without interpreting their values, which keep their spelling.
package struct JSONMembers {
  /// A member with its value as written.
  package struct Member: Sendable {
    package var name: String
    package var value: ArraySlice<UInt8>
  }

  /// The members in the order of the text; `nil` if the text is not an object. Values are delimited but not validated.
  package static func of(_ text: [UInt8]) -> [Member]? {
    var members = JSONMembers(text: text)
    return members.read()
  }

  private let text: [UInt8]
  private var place = 0

  private init(text: [UInt8]) { self.text = text }

  private mutating func read() -> [Member]? {
    var found: [Member] = []
    guard take("{") else { return nil }
    while !take("}") {
      if !found.isEmpty, !take(",") { return nil }
      skipBlanks()
      guard let name = nextValue().flatMap({ JSONString.decoded($0) }), take(":") else { return nil }
      skipBlanks()
      guard let value = nextValue() else { return nil }
      found.append(Member(name: name, value: value))
    }
    skipBlanks()
    return place < text.count ? nil : found
  }

  private mutating func skipBlanks() {
    while place < text.count, text[place].isASCIIWhitespace { place += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard place < text.count, text[place] == UInt8(ascii: byte) else { return false }
    place += 1
    return true
  }

  /// The bytes of the value at `place`, which advances past it; `nil` if the value does not end.
  private mutating func nextValue() -> ArraySlice<UInt8>? {
    let start = place
    var depth = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        guard let end = endOfString() else { return nil }
        place = end
        if depth == 0 { return text[start..<place] }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return word(from: start) }
        depth -= 1
        if depth == 0 {
          place += 1
          return text[start..<place]
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 0 { return word(from: start) }
      default: break
      }
      place += 1
    }
    return nil
  }

  private func word(from start: Int) -> ArraySlice<UInt8>? {
    place > start ? text[start..<place].trimming(while: \.isASCIIWhitespace) : nil
  }

  private func endOfString() -> Int? {
    var place = place + 1
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "\""): return place + 1
      default: place += 1
      }
    }
    return nil
  }
}
