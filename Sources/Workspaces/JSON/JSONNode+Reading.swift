/// Why a text is not JSON.
public struct JSONNodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In bytes from the start.
  public var offset: Int
  public var message: String
  public var description: String { "not JSON at byte \(offset): \(message)" }
}

extension JSONNode {
  /// Reads one JSON text (RFC 8259), at most 200 levels deep.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONNodeError) {
    var parser = JSONNodeParser(bytes: Array(bytes))
    self = try parser.document()
  }
}

extension JSONNode {
  /// The members of an object up to and including the one at `path`, the rest unread; `nil` where it does not come, or
  /// the status that our own lines have before it is missing.
  static func head(of bytes: [UInt8], through path: [String]) -> JSONNode? {
    var parser = JSONNodeParser(bytes: bytes)
    // What cannot be read so far is read, or refused, as a whole by the caller.
    guard let head = try? parser.head(path[...]), head["_status"] != nil else { return nil }
    return head
  }
}

/// One pass over a JSON text.
private struct JSONNodeParser {
  let bytes: [UInt8]
  var index = 0
  private static let deepest = 200

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func document() throws(JSONNodeError) -> JSONNode {
    let value = try value(depth: 0)
    skipBlanks()
    guard index == bytes.count else { throw error("something follows the value") }
    return value
  }

  /// Reads members of an object until the one at `path` has been read.
  mutating func head(_ path: ArraySlice<String>) throws(JSONNodeError) -> JSONNode {
    var members: [JSONNode.Member] = []
    guard next == UInt8(ascii: "{") else { throw error("expected an object") }
    repeat {
      index += 1
      guard next == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
      let name = try string()
      guard next == UInt8(ascii: ":") else { throw error("expected a colon") }
      index += 1
      if name == path.first, path.count > 1 {
        members.append(JSONNode.Member(name, try head(path.dropFirst())))
        return .object(members)
      }
      members.append(JSONNode.Member(name, try value(depth: 1)))
      if name == path.first { return .object(members) }
    } while next == UInt8(ascii: ",")
    throw error("not there")
  }

  private func error(_ message: String) -> JSONNodeError { JSONNodeError(offset: index, message: message) }
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value(depth: Int) throws(JSONNodeError) -> JSONNode {
    guard depth < Self.deepest else { throw error("nested too deep") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw error("expected a value")
    default: return try number()
    }
  }

  private mutating func word(_ text: String, _ value: JSONNode) throws(JSONNodeError) -> JSONNode {
    guard bytes[index...].starts(with: text.utf8) else { throw error("expected a value") }
    index += text.utf8.count
    return value
  }

  private mutating func object(_ depth: Int) throws(JSONNodeError) -> JSONNode {
    var members: [JSONNode.Member] = []
    index += 1
    skipBlanks()
    if next == UInt8(ascii: "}") {
      index += 1
      return .object([])
    }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
      let name = try string()
      skipBlanks()
      guard next == UInt8(ascii: ":") else { throw error("expected a colon") }
      index += 1
      members.append(JSONNode.Member(name, try value(depth: depth + 1)))
      if try ends(with: UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func array(_ depth: Int) throws(JSONNodeError) -> JSONNode {
    var items: [JSONNode] = []
    index += 1
    skipBlanks()
    if next == UInt8(ascii: "]") {
      index += 1
      return .array([])
    }
    while true {
      items.append(try value(depth: depth + 1))
      if try ends(with: UInt8(ascii: "]")) { return .array(items) }
    }
  }

  private mutating func ends(with close: UInt8) throws(JSONNodeError) -> Bool {
    skipBlanks()
    guard next == close || next == UInt8(ascii: ",") else { throw error("expected a comma or the end") }
    index += 1
    return bytes[index - 1] == close
  }

  private mutating func number() throws(JSONNodeError) -> JSONNode {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    let whole = digits()
    guard whole > 0, whole == 1 || bytes[index - whole] != 0x30 else { throw error("expected a value") }
    if next == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw error("expected a digit") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw error("expected a digit") }
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    return index - start
  }

  private mutating func string() throws(JSONNodeError) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw error("a control character in a string")
      default: text.append(byte)
      }
    }
    throw error("a string without its end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONNodeError) {
    guard let byte = next else { throw error("a string without its end") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(8)
    case UInt8(ascii: "f"): text.append(12)
    case UInt8(ascii: "n"): text.append(10)
    case UInt8(ascii: "r"): text.append(13)
    case UInt8(ascii: "t"): text.append(9)
    case UInt8(ascii: "u"): text += Array(String(try character()).utf8)
    default: throw error("an unknown escape")
    }
  }

  private mutating func character() throws(JSONNodeError) -> Character {
    let first = try hexadecimal()
    if (0xD800..<0xDC00).contains(first), next == UInt8(ascii: "\\"), index + 1 < bytes.count,
      bytes[index + 1] == UInt8(ascii: "u")
    {
      let mark = index
      index += 2
      let second = try hexadecimal()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      {
        return Character(scalar)
      }
      index = mark
    }
    return Character(Unicode.Scalar(first) ?? "\u{FFFD}")
  }

  private mutating func hexadecimal() throws(JSONNodeError) -> UInt32 {
    guard index + 4 <= bytes.count,
      bytes[index..<(index + 4)].allSatisfy({ UInt32(String(UnicodeScalar($0)), radix: 16) != nil }),
      let value = UInt32(String(decoding: bytes[index..<(index + 4)], as: UTF8.self), radix: 16)
    else { throw error("expected four hexadecimal digits") }
    index += 4
    return value
  }
}
