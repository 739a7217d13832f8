/// The reason why a text is not JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// In bytes from the start of the text.
  package var offset: Int
  /// The problem at `offset`.
  package var message: String
  package var description: String { "not JSON at byte \(offset): \(message)" }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259), at most 200 levels deep.
  package init(parsing bytes: some Collection<UInt8>) throws(JSONError) {
    self = try Array(bytes).withRawBytes { text throws(JSONError) in try JSONTree.read(text) }
  }

  /// Reads the members of an object up to and including the one at `path`, and leaves the rest unread.
  /// - Throws: also if that member is missing.
  package init(headOf bytes: [UInt8], through path: [String]) throws(JSONError) {
    var tokens = JSONTokens(bytes)
    guard let end = tokens.end(ofMemberAt: path[...]) else { throw JSONError(offset: 0, message: "expected an object") }
    self = try JSONValue(parsing: bytes[..<end] + repeatElement(UInt8(ascii: "}"), count: path.count))
  }
}

/// Builds a value from the events of a scan.
private struct JSONTree: JSONEvents {
  /// An open object or array, with its children so far.
  private struct Container {
    let isObject: Bool
    var members: [JSONValue.Member] = []
    var items: [JSONValue] = []
    /// The name of the member whose value is next.
    var name: String?
  }

  private static let deepest = 200

  private let base: UnsafeRawPointer
  private var open: [Container] = []
  private var root = JSONValue.null
  /// The offset of the first container that is nested too deeply. Nothing after it is kept.
  private var excess: Int?

  private init(base: UnsafeRawPointer) { self.base = base }

  static func read(_ text: UnsafeRawBufferPointer) throws(JSONError) -> JSONValue {
    guard let base = text.baseAddress else { throw JSONError(offset: 0, message: "expected a value") }
    var tree = JSONTree(base: base)
    var scanner = JSONScanner(checksUTF8: false)
    _ = scanner.scan(base, from: 0, to: text.count, isFinal: true, events: &tree)
    if let offset = tree.excess {
      throw JSONError(offset: offset, message: "nested deeper than \(deepest) levels")
    }
    if let fault = scanner.fault {
      throw JSONError(offset: fault.offset, message: "expected \(fault.expected.rawValue)")
    }
    return tree.root
  }

  mutating func opened(at offset: Int, object: Bool, depth: Int) {
    if depth >= Self.deepest, excess == nil { excess = offset }
    if excess == nil { open.append(Container(isObject: object)) }
  }

  mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) {
    guard excess == nil, let container = open.popLast() else { return }
    add(container.isObject ? .object(container.members) : .array(container.items))
  }

  mutating func scalar(from start: Int, to end: Int, isComplete: Bool) {
    guard isComplete, excess == nil else { return }
    let text = UnsafeRawBufferPointer(start: base + start, count: end - start)
    if let last = open.indices.last, open[last].isObject, open[last].name == nil {
      open[last].name = JSONString.decoded(text)
      return
    }
    switch text[0] {
    case UInt8(ascii: "\""): add(.string(JSONString.decoded(text) ?? ""))
    case UInt8(ascii: "t"): add(.bool(true))
    case UInt8(ascii: "f"): add(.bool(false))
    case UInt8(ascii: "n"): add(.null)
    default: add(.number(String(decoding: text, as: UTF8.self)))
    }
  }

  private mutating func add(_ value: JSONValue) {
    guard let last = open.indices.last else {
      root = value
      return
    }
    guard let name = open[last].name else { return open[last].items.append(value) }
    open[last].members.append(JSONValue.Member(name, value))
    open[last].name = nil
  }
}

/// The small rules of JSON text (RFC 8259) shared by all code that scans its bytes.
@usableFromInline package enum JSONGrammar {
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
@usableFromInline package enum JSONNumberState: UInt8, Sendable {
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
