/// How bytes spell characters.
public enum Charset: String, Equatable, Sendable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// Also for ISO 8859-1 and ASCII, as the Encoding Standard of the web has it.
  case windows1252 = "windows-1252"
  case latin9 = "ISO-8859-15"

  /// The charset that a mark at the start, the Content-Type or the text itself names; UTF-8 when nothing does.
  public static func detect(contentType: String?, firstBytes: [UInt8]) -> Charset {
    let start = Array(firstBytes.prefix(1024))
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if start.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if start.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    if let named = MediaType(contentType)[parameter: "charset"],
      let charset = named.isEmpty ? nil : Charset(label: named)
    {
      return charset
    }
    if let inside = declared(in: start) { return inside }
    return .utf8
  }

  /// By the labels in use on the web (Encoding Standard section 4.2).
  init?(label: String) {
    switch label.lowercased() {
    case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
    case "utf-16", "utf-16le", "ucs-2", "unicode": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "ascii", "us-ascii", "windows-1252", "cp1252",
      "x-cp1252":
      self = .windows1252
    case "iso-8859-15", "iso8859-15", "latin9", "l9": self = .latin9
    default: return nil
    }
  }

  /// `<meta charset=…>` or `<?xml encoding=…?>`.
  private static func declared(in bytes: [UInt8]) -> Charset? {
    let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    guard text.contains("<") else { return nil }
    for mark in ["charset=", "encoding="] {
      guard let place = Self.rest(of: text, after: mark) else { continue }
      let label = place.drop { $0 == "\"" || $0 == "'" }.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      // UTF-16 cannot be declared in ASCII: the declaration lies.
      if let charset = Charset(label: String(label)), charset != .utf16LittleEndian, charset != .utf16BigEndian {
        return charset
      }
    }
    return nil
  }

  private static func rest(of text: String, after mark: String) -> Substring? {
    var rest = text[...]
    while let character = rest.first {
      if rest.hasPrefix(mark) { return rest.dropFirst(mark.count) }
      _ = character
      rest.removeFirst()
    }
    return nil
  }

  /// The beginning of a text as UTF-8, for guessing what it is.
  static func utf8Prefix(of bytes: ArraySlice<UInt8>, contentType: String?) -> [UInt8] {
    let charset = detect(contentType: contentType, firstBytes: Array(bytes))
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    guard charset != .utf8 else { return Array(body) }
    var decoder = CharsetDecoder(charset)
    var output: [UInt8] = []
    _ = Array(body).withUnsafeBytes { decoder.transform($0, isFinal: true, into: &output) }
    return output
  }
}
