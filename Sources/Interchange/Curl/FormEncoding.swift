/// Percent-encoding as curl's `--data-urlencode` and as forms write it.
enum FormEncoding {
  /// As curl: unreserved characters stay, a space is `+`; a variable (`{{NAME}}`) stays too.
  static func encode(_ text: String) -> String { encode(Array(text.utf8)) }

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var index = 0
    let braces = Array("{{\(ShellVariables.braces)}}".utf8)
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "{") {
        append(bytes[index], to: &result, keeping: "-._~")
        index += 1
      } else if bytes[index...].starts(with: braces) {
        result += "%7B%7B".utf8
        index += braces.count
      } else if bytes[index...].starts(with: "{{".utf8), let end = bytes[index...].firstRange(of: Array("}}".utf8)) {
        result += bytes[index..<end.upperBound]
        index = end.upperBound
      } else {
        append(bytes[index], to: &result, keeping: "-._~")
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// As a form (WHATWG URL, section 5.2); a variable (`{{NAME}}`) stays.
  static func encodeForm(_ text: String) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "{"), rest.starts(with: "{{".utf8), let end = rest.firstRange(of: Array("}}".utf8)) {
        result += rest[..<end.upperBound]
        rest = rest[end.upperBound...]
      } else {
        append(byte, to: &result, keeping: "*-._")
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8], keeping marks: String) {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      result.append(byte)
    case 0x20: result.append(UInt8(ascii: "+"))
    case _ where marks.utf8.contains(byte): result.append(byte)
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }

  /// The text behind `+` and `%XX`; `nil` where it is no UTF-8.
  static func decode(_ text: some Collection<UInt8>) -> String? {
    let source = Array(text)
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "+") {
        bytes.append(0x20)
      } else if byte == UInt8(ascii: "%"), index + 2 < source.count,
        let high = source[index + 1].hexValue, let low = source[index + 2].hexValue
      {
        bytes.append(high << 4 | low)
        index += 2
      } else {
        bytes.append(byte)
      }
      index += 1
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
