/// A simple JSON parser, independent of the one under test: recursive, whole text in memory, no index.
struct ReferenceJSON {
  enum Token: Equatable {
    case open(UInt8)
    case close(UInt8)
    case comma, colon
    case scalar([UInt8])
  }

  struct Refused: Error { var offset: Int }

  /// The tokens of text that is known to be valid.
  static func tokens(_ bytes: [UInt8]) -> [Token] {
    var tokens: [Token] = []
    var i = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while i < bytes.count {
      let c = bytes[i]
      switch c {
      case 0x20, 0x09, 0x0A, 0x0D: i += 1
      case 0x7B, 0x5B:
        tokens.append(.open(c))
        i += 1
      case 0x7D, 0x5D:
        tokens.append(.close(c))
        i += 1
      case 0x2C:
        tokens.append(.comma)
        i += 1
      case 0x3A:
        tokens.append(.colon)
        i += 1
      default:
        let start = i
        i += 1
        if c == 0x22 {
          while i < bytes.count, bytes[i] != 0x22 { i += bytes[i] == 0x5C ? 2 : 1 }
          i = min(i + 1, bytes.count)
        } else {
          while i < bytes.count, ![0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x3A, 0x5B, 0x5D, 0x7B, 0x7D, 0x22].contains(bytes[i])
          { i += 1 }
        }
        tokens.append(.scalar(Array(bytes[start..<i])))
      }
    }
    return tokens
  }

  /// The pretty lines of valid text, two spaces per level.
  static func prettyLines(_ bytes: [UInt8], indent: Int = 2) -> [[UInt8]] {
    let tokens = tokens(bytes)
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var depth = 0
    func start() { line = Array(repeating: 0x20, count: min(depth * indent, 512)) }
    for (i, token) in tokens.enumerated() {
      switch token {
      case .open(let c):
        line.append(c)
        if i + 1 < tokens.count, case .close = tokens[i + 1] { continue }
        lines.append(line)
        depth += 1
        start()
      case .close(let c):
        if i > 0, case .open = tokens[i - 1] {
          line.append(c)
        } else {
          lines.append(line)
          depth -= 1
          start()
          line.append(c)
        }
      case .comma:
        line.append(0x2C)
        lines.append(line)
        start()
      case .colon: line += [0x3A, 0x20]
      case .scalar(let text): line += text
      }
    }
    return tokens.isEmpty ? [] : lines + [line]
  }

  /// True if RFC 8259 accepts the text (a byte order mark is skipped).
  static func accepts(_ bytes: [UInt8]) -> Bool {
    var reader = Reader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.i = 3 }
    do {
      try reader.value(depth: 0)
      reader.space()
      return reader.i == bytes.count
    } catch {
      return false
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var i = 0

    var next: UInt8? { i < bytes.count ? bytes[i] : nil }

    mutating func space() { while let c = next, [0x20, 0x09, 0x0A, 0x0D].contains(c) { i += 1 } }

    mutating func take(_ c: UInt8) throws(Refused) {
      guard next == c else { throw Refused(offset: i) }
      i += 1
    }

    mutating func value(depth: Int) throws(Refused) {
      space()
      switch next {
      case 0x7B: try container(0x7D, isObject: true, depth: depth)
      case 0x5B: try container(0x5D, isObject: false, depth: depth)
      case 0x22: try string()
      case 0x74: for c in Array("true".utf8) { try take(c) }
      case 0x66: for c in Array("false".utf8) { try take(c) }
      case 0x6E: for c in Array("null".utf8) { try take(c) }
      default: try number()
      }
    }

    mutating func container(_ close: UInt8, isObject: Bool, depth: Int) throws(Refused) {
      guard depth < 500 else { throw Refused(offset: i) }
      i += 1
      space()
      if next == close {
        i += 1
        return
      }
      while true {
        if isObject {
          space()
          try string()
          space()
          try take(0x3A)
        }
        try value(depth: depth + 1)
        space()
        if next == close {
          i += 1
          return
        }
        try take(0x2C)
      }
    }

    mutating func string() throws(Refused) {
      try take(0x22)
      let start = i
      while let c = next, c != 0x22 {
        guard c >= 0x20 else { throw Refused(offset: i) }
        i += 1
        guard c == 0x5C else { continue }
        guard let escape = next else { throw Refused(offset: i) }
        i += 1
        if escape == 0x75 {
          for _ in 0..<4 {
            guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else { throw Refused(offset: i) }
            i += 1
          }
        } else if !Array("\"\\/bfnrt".utf8).contains(escape) {
          throw Refused(offset: i)
        }
      }
      guard String(validating: bytes[start..<i], as: UTF8.self) != nil else { throw Refused(offset: i) }
      try take(0x22)
    }

    mutating func digits() throws(Refused) {
      guard let c = next, (0x30...0x39).contains(c) else { throw Refused(offset: i) }
      while let c = next, (0x30...0x39).contains(c) { i += 1 }
    }

    mutating func number() throws(Refused) {
      if next == 0x2D { i += 1 }
      if next == 0x30 { i += 1 } else { try digits() }
      if next == 0x2E {
        i += 1
        try digits()
      }
      if next == 0x65 || next == 0x45 {
        i += 1
        if next == 0x2B || next == 0x2D { i += 1 }
        try digits()
      }
    }
  }
}
