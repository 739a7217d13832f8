/// The reason why a text is not JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In bytes from the start of the text.
  public var offset: Int
  /// The problem at `offset`.
  public var message: String
  public var description: String { "not JSON at byte \(offset): \(message)" }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259), at most 200 levels deep.
  public init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
    self = try JSONReader.read(Array(bytes)) { reader throws(JSONError) in try reader.document() }
  }

  /// Reads the members of an object up to and including the one at `path`, and leaves the rest unread.
  /// - Throws: also if that member is missing.
  package init(headOf bytes: [UInt8], through path: [String]) throws(JSONError) {
    self = try JSONReader.read(bytes) { reader throws(JSONError) in try reader.head(path[...]) }
  }
}

/// One pass over a JSON text.
private struct JSONReader {
  let base: UnsafeRawPointer
  let end: Int
  var index = 0
  private static let deepest = 200

  static func read(
    _ bytes: [UInt8], _ body: (inout JSONReader) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
      guard let base = buffer.baseAddress else { throw JSONError(offset: 0, message: "expected a value") }
      var reader = JSONReader(base: UnsafeRawPointer(base), end: buffer.count)
      return try body(&reader)
    }
  }

  mutating func document() throws(JSONError) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    guard index == end else { throw error("something follows the value") }
    return value
  }

  /// Reads the members of an object through the one at `path`. Allows no white space between them.
  mutating func head(_ path: ArraySlice<String>) throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    guard next == UInt8(ascii: "{") else { throw error("expected an object") }
    repeat {
      index += 1
      guard next == UInt8(ascii: "\"") else { throw error("expected a name in quotes") }
      let name = try string()
      guard next == UInt8(ascii: ":") else { throw error("expected a colon") }
      index += 1
      if name == path.first, path.count > 1 {
        members.append(JSONValue.Member(name, try head(path.dropFirst())))
        return .object(members)
      }
      members.append(JSONValue.Member(name, try value(depth: 1)))
      if name == path.first { return .object(members) }
    } while next == UInt8(ascii: ",")
    throw error("not there")
  }

  private func error(_ message: String) -> JSONError { JSONError(offset: min(index, end), message: message) }
  private var next: UInt8? { index < end ? base.load(fromByteOffset: index, as: UInt8.self) : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte.isBlankOrLineEnd { index += 1 }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    guard depth < Self.deepest else { throw error("nested deeper than \(Self.deepest) levels") }
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit: return try number()
    default: throw error("expected a value")
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let length = text.utf8CodeUnitCount
    let isThere =
      index + length <= end
      && text.withUTF8Buffer {
        $0.elementsEqual(UnsafeRawBufferPointer(start: base + index, count: length))
      }
    guard isThere else { throw error("expected a value") }
    index += length
    return value
  }

  private mutating func object(_ depth: Int) throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
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
      members.append(JSONValue.Member(name, try value(depth: depth + 1)))
      if try ends(with: UInt8(ascii: "}")) { return .object(members) }
    }
  }

  private mutating func array(_ depth: Int) throws(JSONError) -> JSONValue {
    var items: [JSONValue] = []
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

  private mutating func ends(with close: UInt8) throws(JSONError) -> Bool {
    skipBlanks()
    guard let byte = next, byte == close || byte == UInt8(ascii: ",") else {
      throw error("expected a comma or the end")
    }
    index += 1
    return byte == close
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    var state = JSONNumberState.sign
    state.advance(base, &index, end)
    guard state.isComplete else { throw error("expected a digit") }
    if let byte = next, byte.isASCIIDigit { throw error("expected a number without a leading zero") }
    return .number(text(start, index))
  }

  private mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    skipPlain()
    // Nearly all strings have no escape and are copied once.
    if next == UInt8(ascii: "\"") {
      index += 1
      return text(start, index - 1)
    }
    var content = Array(UnsafeRawBufferPointer(start: base + start, count: index - start))
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard JSONGrammar.escape(base, index, end) > 0 else { throw brokenEscape() }
        index += JSONString.append(escapeAt: index, base, end, to: &content)
      case 0..<0x20: throw error("a control character in a string")
      default:
        let plain = index
        skipPlain()
        content += UnsafeRawBufferPointer(start: base + plain, count: index - plain)
      }
    }
    throw error("a string without its end")
  }

  private mutating func skipPlain() {
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
  }

  private func brokenEscape() -> JSONError {
    guard index + 1 < end else { return error("a string without its end") }
    let isUnicode = base.load(fromByteOffset: index + 1, as: UInt8.self) == UInt8(ascii: "u")
    return error(isUnicode ? "expected four hexadecimal digits" : "an unknown escape")
  }

  private func text(_ start: Int, _ stop: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: base + start, count: stop - start), as: UTF8.self)
  }
}

/// The small rules of JSON text (RFC 8259) shared by all code that scans its bytes.
package enum JSONGrammar {
  /// The length of the escape at `i`; 0 if it is cut off at `end`, -1 if it is not an escape.
  @inlinable @inline(__always)
  package static func escape(_ base: UnsafeRawPointer, _ i: Int, _ end: Int) -> Int {
    guard i &+ 1 < end else { return 0 }
    switch base.load(fromByteOffset: i &+ 1, as: UInt8.self) {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return 2
    case 0x75:
      var k = i &+ 2
      while k < min(i &+ 6, end) {
        guard base.load(fromByteOffset: k, as: UInt8.self).isHexDigit else { return -1 }
        k &+= 1
      }
      return k == i &+ 6 ? 6 : 0
    default: return -1
    }
  }

  /// Characters that cannot directly follow a number or a literal.
  @inlinable @inline(__always)
  package static func continuesWord(_ c: UInt8) -> Bool {
    c.isASCIIAlphanumeric || c == 0x2E || c == 0x2B || c == 0x2D || c == 0x5F
  }
}

/// The part of a number (RFC 8259, section 6) that has been read.
@frozen
package enum JSONNumberState: UInt8, Sendable {
  case sign, integerStart, zero, integer, point, fraction, exponent, exponentSign, exponentDigits

  /// True if the number may end here.
  @inlinable @inline(__always)
  package var isComplete: Bool {
    switch self {
    case .zero, .integer, .fraction, .exponentDigits: true
    default: false
    }
  }

  /// Consumes as much of the number as is available.
  @inlinable @inline(__always)
  package mutating func advance(_ base: UnsafeRawPointer, _ i: inout Int, _ end: Int) {
    while i < end {
      let c = base.load(fromByteOffset: i, as: UInt8.self)
      let isDigit = c.isASCIIDigit
      switch self {
      case .integer, .fraction, .exponentDigits:
        if isDigit { break }
        if c == 0x2E, self == .integer {
          self = .point
        } else if c | 0x20 == 0x65, self != .exponentDigits {
          self = .exponent
        } else {
          return
        }
      case .sign:
        self = c == 0x2D ? .integerStart : c == 0x30 ? .zero : .integer
      case .integerStart:
        guard isDigit else { return }
        self = c == 0x30 ? .zero : .integer
      case .zero:
        if c == 0x2E {
          self = .point
        } else if c | 0x20 == 0x65 {
          self = .exponent
        } else {
          return
        }
      case .point:
        guard isDigit else { return }
        self = .fraction
      case .exponent:
        guard isDigit || c == 0x2B || c == 0x2D else { return }
        self = isDigit ? .exponentDigits : .exponentSign
      case .exponentSign:
        guard isDigit else { return }
        self = .exponentDigits
      }
      i &+= 1
    }
  }
}
