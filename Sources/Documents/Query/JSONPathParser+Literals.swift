extension JSONPathParser {
  /// A string in single or double quotes, as UTF-8.
  mutating func string() throws(JSONPathFault) -> [UInt8] {
    let quote = scalars[i]
    i += 1
    var text = ""
    while let c = next {
      if c == quote {
        i += 1
        return Array(text.utf8)
      }
      if c == "\\" {
        text.unicodeScalars.append(try escape(quote))
      } else if c.value < 0x20 {
        throw fault("a control character must be escaped")
      } else {
        text.unicodeScalars.append(c)
        i += 1
      }
    }
    throw fault("expected a closing quote")
  }

  private mutating func escape(_ quote: Unicode.Scalar) throws(JSONPathFault) -> Unicode.Scalar {
    i += 1
    guard let c = next else { throw fault("nothing after the backslash") }
    let simple: Unicode.Scalar?
    switch c {
    case "b": simple = "\u{8}"
    case "f": simple = "\u{C}"
    case "n": simple = "\n"
    case "r": simple = "\r"
    case "t": simple = "\t"
    case "/", "\\": simple = c
    case "'", "\"": simple = c == quote ? c : nil
    case "u":
      i += 1
      return try unicode()
    default: simple = nil
    }
    guard let simple else { throw fault("\\\(c) is not an escape here") }
    i += 1
    return simple
  }

  private mutating func unicode() throws(JSONPathFault) -> Unicode.Scalar {
    let high = try hex()
    if high & 0xFC00 == 0xD800, take("\\u") {
      let low = try hex()
      if low & 0xFC00 == 0xDC00, let pair = Unicode.Scalar(0x10000 + ((high & 0x3FF) << 10 | low & 0x3FF)) {
        return pair
      }
      throw fault("a surrogate without its partner")
    }
    guard let scalar = Unicode.Scalar(high) else { throw fault("a surrogate without its partner") }
    return scalar
  }

  private mutating func hex() throws(JSONPathFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let c = next, c.value < 0x80, let digit = Character(c).hexDigitValue else {
        throw fault("expected four hexadecimal digits")
      }
      value = value << 4 | UInt32(digit)
      i += 1
    }
    return value
  }

  /// A number in JSON's syntax; `nil` if there is none here.
  mutating func number() throws(JSONPathFault) -> JSONShallowValue? {
    guard next == "-" || Self.isDigit(next) else { return nil }
    let start = i
    _ = take("-")
    guard Self.isDigit(next) else { throw fault("expected a digit") }
    if take("0") {
      if Self.isDigit(next) { throw fault("a number must not begin with 0") }
    } else {
      digits()
    }
    if next == "." {
      i += 1
      guard Self.isDigit(next) else { throw fault("expected a digit") }
      digits()
    }
    if next == "e" || next == "E" {
      i += 1
      if next == "+" || next == "-" { i += 1 }
      guard Self.isDigit(next) else { throw fault("expected a digit") }
      digits()
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[start..<i])
    return JSONShallowValue.number(text)
  }

  private mutating func digits() { while Self.isDigit(next) { i += 1 } }
}
