import Basics

/// Splits JSON into tokens without interpreting them, so that numbers and strings keep their spelling and members their
/// order.
enum JSONLexer {
  /// `text` indented by two spaces, or `nil` if brackets do not match or a string does not end.
  static func pretty(_ text: [UInt8]) -> [UInt8]? {
    var output: [UInt8] = []
    var stack: [UInt8] = []
    var index = 0
    func newLine() {
      output.append(UInt8(ascii: "\n"))
      output += [UInt8](repeating: 0x20, count: 2 * stack.count)
    }
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\""):
        guard let end = endOfString(text, from: index) else { return nil }
        output += text[index..<end]
        index = end - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard stack.count < 512 else { return nil }
        output.append(byte)
        let next = skipBlanks(text, from: index + 1)
        if next < text.count, text[next] == byte + 2 {
          output.append(text[next])
          index = next
        } else {
          stack.append(byte)
          newLine()
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard stack.popLast() == byte - 2 else { return nil }
        newLine()
        output.append(byte)
      case UInt8(ascii: ","):
        output.append(byte)
        newLine()
      case UInt8(ascii: ":"): output += [byte, 0x20]
      case 0x20, 0x09, 0x0a, 0x0d: break
      default: output.append(byte)
      }
      index += 1
    }
    return stack.isEmpty ? output : nil
  }

  /// The text of `member`'s value in the object that `text` consists of.
  static func value(of member: String, in text: [UInt8]) -> ArraySlice<UInt8>? {
    var index = skipBlanks(text, from: 0)
    guard index < text.count, text[index] == UInt8(ascii: "{") else { return nil }
    let name = Array(JSONString.quoted(member).utf8)
    index = skipBlanks(text, from: index + 1)
    while index < text.count, text[index] == UInt8(ascii: "\"") {
      guard let endOfName = endOfString(text, from: index) else { return nil }
      let colon = skipBlanks(text, from: endOfName)
      guard colon < text.count, text[colon] == UInt8(ascii: ":") else { return nil }
      let start = skipBlanks(text, from: colon + 1)
      guard let end = endOfValue(text, from: start) else { return nil }
      if text[index..<endOfName].elementsEqual(name) { return text[start..<end] }
      let comma = skipBlanks(text, from: end)
      guard comma < text.count, text[comma] == UInt8(ascii: ",") else { return nil }
      index = skipBlanks(text, from: comma + 1)
    }
    return nil
  }

  /// The index after the closing quote of the string that starts at `start`.
  static func endOfString(_ text: [UInt8], from start: Int) -> Int? {
    var index = start + 1
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func endOfValue(_ text: [UInt8], from start: Int) -> Int? {
    var (index, depth) = (start, 0)
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "\""):
        guard let end = endOfString(text, from: index) else { return nil }
        if depth == 0 { return end }
        index = end - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return index > start ? index : nil }
        depth -= 1
        if depth == 0 { return index + 1 }
      case UInt8(ascii: ","), 0x20, 0x09, 0x0a, 0x0d:
        if depth == 0 { return index > start ? index : nil }
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func skipBlanks(_ text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count, text[index].isBlankOrLineEnd { index += 1 }
    return index
  }
}
