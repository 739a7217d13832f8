import Basics
import Workspaces

/// Percent-encoding as in curl's `--data-urlencode` and in forms.
enum FormEncoding {
  static let contentType = "application/x-www-form-urlencoded"

  /// As in curl: unreserved characters are not encoded, a space is `+`; a variable (`{{NAME}}`) is not encoded either.
  static func encode(_ text: String) -> String { encode(Array(text.utf8)) }

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    var index = 0
    let braces = Array("{{\(TemplateBraces.name)}}".utf8)
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "{") {
        append(bytes[index], to: &result, keeping: .unreserved)
        index += 1
      } else if bytes[index...].starts(with: braces) {
        result += "%7B%7B".utf8
        index += braces.count
      } else if bytes[index...].starts(with: "{{".utf8), let end = bytes[index...].firstRange(of: Array("}}".utf8)) {
        result += bytes[index..<end.upperBound]
        index = end.upperBound
      } else {
        append(bytes[index], to: &result, keeping: .unreserved)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// As in a form (WHATWG URL, section 5.2); a variable (`{{NAME}}`) is not encoded.
  static func encodeForm(_ text: String) -> String {
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "{"), rest.starts(with: "{{".utf8), let end = rest.firstRange(of: Array("}}".utf8)) {
        result += rest[..<end.upperBound]
        rest = rest[end.upperBound...]
      } else {
        append(byte, to: &result, keeping: .form)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, to result: inout [UInt8], keeping kept: ASCIISet) {
    if byte == 0x20 {
      result.append(UInt8(ascii: "+"))
    } else if kept.contains(byte) {
      result.append(byte)
    } else {
      PercentEncoding.append(byte, to: &result)
    }
  }

  /// Decodes `+` and `%XX`; `nil` if the result is not UTF-8.
  static func decode(_ text: some Collection<UInt8>) -> String? {
    String(validating: PercentEncoding.decode(Array(text), plusIsSpace: true), as: UTF8.self)
  }

  /// Decodes `%XX` only; a plus stays a plus.
  static func decodePercent(_ text: String) -> String {
    String(validating: PercentEncoding.decode(text), as: UTF8.self) ?? text
  }

  /// The rows of which a form writes exactly these bytes; `nil` if it would write others.
  static func rows(_ text: String) -> [Row]? {
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "{")) || !text.utf8.holds("{{") else {
      return nil
    }
    var rows: [Row] = []
    for pair in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let (name, value) = (pair[..<equals], pair[pair.index(after: equals)...])
      // An empty row is not sent.
      if name.isEmpty, value.isEmpty { return nil }
      guard let plainName = decode(name), let plainValue = decode(value),
        encodeForm(plainName).utf8.elementsEqual(name),
        encodeForm(plainValue).utf8.elementsEqual(value)
      else { return nil }
      rows.append(Row(TemplateBraces.escaping(plainName), TemplateBraces.escaping(plainValue)))
    }
    return rows
  }
}
