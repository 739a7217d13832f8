import Basics

/// A message of the protocol: its envelope is read, its payload is passed on to the byte, however large it is.
struct SubscriptionFrame {
  /// `nil` if it has none that is text.
  private(set) var type: String?
  private(set) var id: String?
  /// As the server wrote it; `nil` if there is none.
  private(set) var payload: ArraySlice<UInt8>?

  /// `nil` for what is no JSON object; a payload is only delimited, not checked.
  init?(_ bytes: [UInt8]) {
    var place = 0
    func skipBlanks() { while place < bytes.count, bytes[place].isASCIIWhitespace { place += 1 } }
    func take(_ byte: Character) -> Bool {
      skipBlanks()
      guard place < bytes.count, bytes[place] == byte.asciiValue else { return false }
      place += 1
      return true
    }
    guard take("{") else { return nil }
    var isFirst = true
    while !take("}") {
      if !isFirst, !take(",") { return nil }
      isFirst = false
      skipBlanks()
      guard let name = Self.text(Self.value(in: bytes, from: &place)), take(":") else { return nil }
      skipBlanks()
      guard let value = Self.value(in: bytes, from: &place) else { return nil }
      switch name {
      case "type": type = Self.text(value)
      case "id": id = Self.text(value)
      case "payload": payload = value
      default: break
      }
    }
    skipBlanks()
    if place < bytes.count { return nil }
  }

  private static func text(_ value: ArraySlice<UInt8>?) -> String? { value.flatMap(JSONString.decoded) }

  /// The bytes of the value at a place, which moves behind it; `nil` if it does not end.
  private static func value(in bytes: [UInt8], from place: inout Int) -> ArraySlice<UInt8>? {
    let start = place
    var depth = 0
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        guard let end = endOfText(bytes, place) else { return nil }
        place = end
        if depth == 0 { return bytes[start..<place] }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return place > start ? bytes[start..<place].trimming(while: \.isASCIIWhitespace) : nil }
        depth -= 1
        if depth == 0 {
          place += 1
          return bytes[start..<place]
        }
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        if depth == 0 { return place > start ? bytes[start..<place].trimming(while: \.isASCIIWhitespace) : nil }
      default: break
      }
      place += 1
    }
    return nil
  }

  private static func endOfText(_ bytes: [UInt8], _ start: Int) -> Int? {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\\"): place += 2
      case UInt8(ascii: "\""): return place + 1
      default: place += 1
      }
    }
    return nil
  }
}
