import Basics

extension POSIXShellReader {
  /// The content of `$'…'` (ANSI C escapes as in bash).
  mutating func readANSIQuotes(into word: inout ShellWord) {
    let line = cursor.line
    var bytes: [UInt8] = []
    defer {
      if String(validating: bytes, as: UTF8.self) == nil {
        problem("the escapes of this word give bytes that are not UTF-8: they are replaced", line: line)
      }
      word.append(String(decoding: bytes, as: UTF8.self))
    }
    while let scalar = cursor.next() {
      if scalar == "'" { return }
      guard scalar == "\\" else {
        bytes += String(scalar).utf8
        continue
      }
      guard let escape = cursor.next() else { break }
      bytes += ansiEscape(escape)
    }
    problem("the quote $' is never closed", line: line)
  }

  private mutating func ansiEscape(_ escape: Unicode.Scalar) -> [UInt8] {
    switch escape {
    case "n": return [0x0A]
    case "t": return [0x09]
    case "r": return [0x0D]
    case "a": return [0x07]
    case "b": return [0x08]
    case "f": return [0x0C]
    case "v": return [0x0B]
    case "e", "E": return [0x1B]
    case "\\", "'", "\"", "?": return Array(String(escape).utf8)
    case "c": return cursor.next().map { [UInt8(truncatingIfNeeded: $0.value) & 0x1F] } ?? []
    case "x": return digits(radix: 16, most: 2).map { [UInt8(truncatingIfNeeded: $0)] } ?? Array("\\x".utf8)
    case "u": return digits(radix: 16, most: 4).map(Self.utf8) ?? Array("\\u".utf8)
    case "U": return digits(radix: 16, most: 8).map(Self.utf8) ?? Array("\\U".utf8)
    case "0"..."7":
      let rest = digits(radix: 8, most: 2)
      let first = Int(escape.value) - 48
      let value = rest.map { (first << (3 * lastDigitCount)) + $0 } ?? first
      return [UInt8(truncatingIfNeeded: value)]
    default: return [UInt8(ascii: "\\")] + Array(String(escape).utf8)
    }
  }

  private static func utf8(_ value: Int) -> [UInt8] {
    // bash decodes the two \u escapes of a surrogate pair separately; neither is a valid character.
    guard let number = UInt32(exactly: value), let scalar = Unicode.Scalar(number) else {
      return Array("\u{FFFD}".utf8)
    }
    return Array(String(scalar).utf8)
  }

  private var lastDigitCount: Int {
    var count = 0
    while count < 2, let scalar = cursor.peek(-1 - count), ("0"..."7").contains(scalar) { count += 1 }
    return count
  }

  private mutating func digits(radix: Int, most: Int) -> Int? {
    var value = 0
    var count = 0
    while count < most, let digit = cursor.peek()?.hexValue.map(Int.init), digit < radix {
      value = value * radix + digit
      count += 1
      cursor.next()
    }
    return count > 0 ? value : nil
  }
}

/// The output of a `printf` with one constant format.
enum PrintfText {
  /// The characters of `$(printf '\033\007')` with only octal escapes.
  static func characters(ofSubstitution text: String) -> String? {
    let (head, tail) = ("$(printf '", "')")
    guard text.hasPrefix(head), text.hasSuffix(tail), text.utf8.count > head.utf8.count + tail.utf8.count else {
      return nil
    }
    let inner = Array(text.utf8.dropFirst(head.utf8.count).dropLast(tail.utf8.count))
    guard inner.count.isMultiple(of: 4) else { return nil }
    for (index, byte) in inner.enumerated() {
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte)
      guard index.isMultiple(of: 4) ? byte == UInt8(ascii: "\\") : isDigit else { return nil }
    }
    let bytes = output(ofFormat: String(decoding: inner, as: UTF8.self))
    guard let bytes, bytes.last != 0x0A else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The bytes of a format without conversions; `nil` if it has one other than `%%`.
  static func output(ofFormat format: String) -> [UInt8]? {
    let source = Array(format.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      let byte = source[index]
      index += 1
      if byte == UInt8(ascii: "%") {
        guard index < source.count, source[index] == UInt8(ascii: "%") else { return nil }
        bytes.append(byte)
        index += 1
      } else if byte == UInt8(ascii: "\\"), index < source.count {
        var value = 0
        var count = 0
        while count < 3, index < source.count, (0x30...0x37).contains(source[index]) {
          value = value * 8 + Int(source[index] - 0x30)
          index += 1
          count += 1
        }
        if count > 0 {
          bytes.append(UInt8(truncatingIfNeeded: value))
        } else {
          bytes += escape(source[index])
          index += 1
        }
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func escape(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "n"): [0x0A]
    case UInt8(ascii: "t"): [0x09]
    case UInt8(ascii: "r"): [0x0D]
    case UInt8(ascii: "a"): [0x07]
    case UInt8(ascii: "b"): [0x08]
    case UInt8(ascii: "f"): [0x0C]
    case UInt8(ascii: "v"): [0x0B]
    case UInt8(ascii: "\\"): [0x5C]
    default: [0x5C, byte]
    }
  }
}
