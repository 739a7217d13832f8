package import Basics

/// Percent-encoding as in curl's `--data-urlencode` and in forms.
package enum FormEncoding {
  package static let contentType = "application/x-www-form-urlencoded"

  /// Encodes as curl does: unreserved characters are not encoded, a space is `+`. A variable (`{{NAME}}`) is not
  /// encoded.
  package static func encode(_ text: String) -> String { encode(Array(text.utf8)) }

  package static func encode(_ bytes: [UInt8]) -> String { encode(bytes, keeping: .unreserved, resolvesBraces: true) }

  /// The same with `%20` for a space, as in a path.
  package static func encodePath(_ text: String) -> String {
    encode(Array(text.utf8), keeping: .unreserved, space: "%20", resolvesBraces: true)
  }

  /// Encodes as forms do (WHATWG URL, section 5.2). A variable (`{{NAME}}`) is not encoded.
  /// - Parameter kept: the characters to leave unencoded.
  package static func encodeForm(_ text: String, keeping kept: ASCIISet = .form) -> String {
    encode(Array(text.utf8), keeping: kept, resolvesBraces: false)
  }

  private static func encode(
    _ bytes: [UInt8], keeping kept: ASCIISet, space: String = "+", resolvesBraces: Bool
  ) -> String {
    let braces = Array("{{\(TemplateBraces.name)}}".utf8)
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "{"), resolvesBraces, rest.starts(with: braces) {
        result += "%7B%7B".utf8
        rest = rest.dropFirst(braces.count)
        continue
      }
      if byte == UInt8(ascii: "{"), rest.starts(with: "{{".utf8), let end = rest.firstRange(of: Array("}}".utf8)) {
        result += rest[..<end.upperBound]
        rest = rest[end.upperBound...]
        continue
      }
      if byte == 0x20 {
        result += space.utf8
      } else if kept.contains(byte) {
        result.append(byte)
      } else {
        PercentEncoding.append(byte, to: &result)
      }
      rest = rest.dropFirst()
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Decodes `+` and `%XX`; `nil` if the result is not UTF-8.
  package static func decode(_ text: some Collection<UInt8>) -> String? {
    String(validating: PercentEncoding.decode(Array(text), plusIsSpace: true), as: UTF8.self)
  }

  /// Decodes `%XX` only; a plus stays unchanged.
  package static func decodePercent(_ text: String) -> String {
    String(validating: PercentEncoding.decode(text), as: UTF8.self) ?? text
  }

  /// The rows that a form encodes to exactly these bytes; `nil` if there are none.
  package static func rows(_ text: String) -> [Row]? {
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "{")) || !text.utf8.holds("{{") else {
      return nil
    }
    var rows: [Row] = []
    for pair in text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let (name, value) = (pair[..<equals], pair[pair.index(after: equals)...])
      // Forms omit empty rows.
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

/// Percent-encodes what is written into a query, by an import or in a row of the screen: only characters that have a
/// meaning there and would not be encoded when sending. The rest stays readable and is encoded when the request is sent.
package enum QueryEncoding {
  /// Encodes a name, keeping characters that APIs use in names, such as `$filter` and `page[size]`.
  package static func name(_ text: String) -> String { encode(text) { "%&=#+ ".utf8.contains($0) } }

  /// Encodes a value as in RFC 6570. Reserved characters stay where the specification permits them, except those that
  /// would end the value.
  package static func value(_ text: String, keepsReserved: Bool = false) -> String {
    keepsReserved
      ? encode(text, keepsEscapes: true) { "%&# ".utf8.contains($0) }
      : encode(text) { "%!$&'()*+,;=:@/?# ".utf8.contains($0) }
  }

  /// Encodes a text in its own format, such as JSON: only characters that would end the value.
  package static func content(_ text: String) -> String { encode(text) { "%&#+ ".utf8.contains($0) } }

  package static func delimiter(_ text: String) -> String { text == "," ? text : PercentEncoding.component(text) }

  private static func encode(_ text: String, keepsEscapes: Bool = false, _ isEncoded: (UInt8) -> Bool) -> String {
    PercentEncoding.encode(text, keepsEscapes: keepsEscapes) { byte in
      byte > 0x1F && byte != 0x7F && !isEncoded(byte)
    }
  }
}

extension QueryEncoding {
  /// The encoding of a row of a table when it becomes part of a URL.
  package enum RowStyle {
    /// Only characters that would end the name or the value; a plus stays unchanged.
    case structure
    /// The same characters and the plus.
    case structureAndPlus
    /// All characters that are invalid in a URL, for a URL that is sent literally.
    case all
    case nothing
  }

  /// The text of a row as part of a query. Variables and existing escapes stay.
  package static func row(_ row: Row, _ style: RowStyle) -> Row {
    var encoded = row
    encoded.name = text(row.name, style, alsoEncoding: "=")
    encoded.value = text(row.value, style, alsoEncoding: "")
    return encoded
  }

  private static func text(_ text: String, _ style: RowStyle, alsoEncoding more: String) -> String {
    TemplateBraces.outside(text) { piece in
      switch style {
      case .nothing: piece
      case .structure: encode(piece, keepsEscapes: true) { ("&#" + more).utf8.contains($0) }
      case .structureAndPlus: encode(piece, keepsEscapes: true) { ("&#+" + more).utf8.contains($0) }
      case .all: PercentEncoding.encode(piece, keepsEscapes: true) { ASCIISet.unreserved.contains($0) || $0 == 0x2C }
      }
    }
  }
}
