/// One character in escaped form: percent-encoded, as a JSON, YAML or shell escape, or as an HTML or XML reference.
struct EscapedCharacter {
  /// In UTF-8; a single byte if bytes are escaped.
  var bytes: [UInt8]
  var length: Int

  private init(_ bytes: [UInt8], _ length: Int) {
    self.bytes = bytes
    self.length = length
  }

  private init?(scalar: UInt32, _ length: Int) {
    guard let scalar = Unicode.Scalar(scalar) else { return nil }
    self.init(Array(String(scalar).utf8), length)
  }

  /// All possible readings at `place`: a backslash means one thing in JSON and another in a shell.
  static func readings(in text: UnsafeRawBufferPointer, at place: Int) -> [EscapedCharacter] {
    switch text[place] {
    case UInt8(ascii: "%"): percent(text, place)
    case UInt8(ascii: "\\"): backslash(text, place)
    case UInt8(ascii: "&"): reference(text, place).map { [$0] } ?? []
    case UInt8(ascii: "`"): backtick(text, place)
    case UInt8(ascii: "+"): [EscapedCharacter([0x20], 1)]
    case 0x0D: peek(text, place + 1) == 0x0A ? [EscapedCharacter([0x0A], 2)] : []
    case 0x0A: lineEnd(text, place)
    default: []
    }
  }

  /// `%2f`, or `%252F` if a URL is nested in another one; `%%` is a percent sign in printf.
  private static func percent(_ text: UnsafeRawBufferPointer, _ place: Int) -> [EscapedCharacter] {
    var found: [EscapedCharacter] = []
    if let value = hex(text, place + 1, digits: 2) {
      found.append(EscapedCharacter([UInt8(truncatingIfNeeded: value)], 3))
      if value == 0x25, let inner = hex(text, place + 3, digits: 2) {
        found.append(EscapedCharacter([UInt8(truncatingIfNeeded: inner)], 5))
      }
    }
    if peek(text, place + 1) == UInt8(ascii: "%") { found.append(EscapedCharacter([UInt8(ascii: "%")], 2)) }
    return found
  }

  private static func backslash(_ text: UnsafeRawBufferPointer, _ place: Int) -> [EscapedCharacter] {
    guard let kind = peek(text, place + 1) else { return [] }
    var found: [EscapedCharacter?] = []
    switch kind {
    case UInt8(ascii: "u"): found.append(unicode(text, place))
    case UInt8(ascii: "U"):
      found.append(hex(text, place + 2, digits: 8).flatMap { EscapedCharacter(scalar: $0, 10) })
    case UInt8(ascii: "x"):
      if let value = hex(text, place + 2, digits: 2) {
        found += [EscapedCharacter(scalar: value, 4), EscapedCharacter([UInt8(truncatingIfNeeded: value)], 4)]
      }
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      found.append(octal(text, place + 1).map { EscapedCharacter([$0], 4) })
    default: break
    }
    if let control = controls[kind] { found.append(EscapedCharacter(Array(String(control).utf8), 2)) }
    found.append(EscapedCharacter([kind], 2))
    return found.compactMap(\.self)
  }

  private static let controls: [UInt8: Unicode.Scalar] = {
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("n", "\n"), ("r", "\r"), ("t", "\t"), ("b", "\u{8}"), ("f", "\u{C}"), ("a", "\u{7}"), ("e", "\u{1B}"),
      ("E", "\u{1B}"), ("v", "\u{B}"), ("0", "\0"), ("N", "\u{85}"), ("_", "\u{A0}"), ("L", "\u{2028}"),
      ("P", "\u{2029}"),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.map { (UInt8(ascii: $0), $1) })
  }()

  /// The most escape marks that nested quoting puts before one character.
  private static let mostMarks = 16

  /// `\u00e9`, `\ud83d\ude00`, `\u{e9}`.
  private static func unicode(_ text: UnsafeRawBufferPointer, _ place: Int) -> EscapedCharacter? {
    if peek(text, place + 2) == UInt8(ascii: "{") { return braced(text, place, from: place + 3) }
    guard let unit = hex(text, place + 2, digits: 4) else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else { return EscapedCharacter(scalar: unit, 6) }
    // JSON nested in JSON has several backslashes between the two surrogates.
    var second = place + 6
    while peek(text, second) == UInt8(ascii: "\\"), second < place + 6 + mostMarks { second += 1 }
    guard second > place + 6, peek(text, second) == UInt8(ascii: "u"), let low = hex(text, second + 1, digits: 4),
      (0xDC00..<0xE000).contains(low)
    else { return nil }
    return EscapedCharacter(scalar: 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), second + 5 - place)
  }

  /// PowerShell's `` `u{1b} `` and `` `r ``.
  private static func backtick(_ text: UnsafeRawBufferPointer, _ place: Int) -> [EscapedCharacter] {
    guard let kind = peek(text, place + 1) else { return [] }
    var found: [EscapedCharacter] = []
    if kind == UInt8(ascii: "u"), peek(text, place + 2) == UInt8(ascii: "{"),
      let character = braced(text, place, from: place + 3)
    {
      found.append(character)
    }
    if let control = controls[kind] { found.append(EscapedCharacter(Array(String(control).utf8), 2)) }
    return found + [EscapedCharacter([kind], 2)]
  }

  /// Hexadecimal digits up to a closing brace.
  private static func braced(_ text: UnsafeRawBufferPointer, _ place: Int, from start: Int) -> EscapedCharacter? {
    var (index, value) = (start, UInt32(0))
    while let digit = peek(text, index).flatMap(Self.digit), index < start + 6 {
      value = value << 4 | digit
      index += 1
    }
    guard index > start, peek(text, index) == UInt8(ascii: "}") else { return nil }
    return EscapedCharacter(scalar: value, index + 1 - place)
  }

  /// `&amp;`, `&#38;`, `&#x26;`.
  private static func reference(_ text: UnsafeRawBufferPointer, _ place: Int) -> EscapedCharacter? {
    let rest = text[(place + 1)..<min(place + 12, text.count)]
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    let length = end + 1 - place
    if let known = entities[name] { return EscapedCharacter(Array(String(known).utf8), length) }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    return UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10)
      .flatMap { EscapedCharacter(scalar: $0, length) }
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// A line end with the indentation after it, as in a YAML block; the Windows prompt writes two for one.
  private static func lineEnd(_ text: UnsafeRawBufferPointer, _ place: Int) -> [EscapedCharacter] {
    var end = place + 1
    if peek(text, end) == 0x0A { end += 1 }
    while peek(text, end) == 0x20 { end += 1 }
    return end == place + 1 ? [] : [EscapedCharacter([0x0A], end - place)]
  }

  private static func octal(_ text: UnsafeRawBufferPointer, _ start: Int) -> UInt8? {
    guard start + 3 <= text.count else { return nil }
    let digits = text[start..<start + 3]
    guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return digits.reduce(0) { $0 << 3 | ($1 & 7) }
  }

  private static func hex(_ text: UnsafeRawBufferPointer, _ start: Int, digits: Int) -> UInt32? {
    guard start + digits <= text.count else { return nil }
    var value: UInt32 = 0
    for index in start..<start + digits {
      guard let digit = digit(text[index]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x37)
    case 0x61...0x66: UInt32(byte - 0x57)
    default: nil
    }
  }

  private static func peek(_ text: UnsafeRawBufferPointer, _ place: Int) -> UInt8? {
    place < text.count ? text[place] : nil
  }
}
