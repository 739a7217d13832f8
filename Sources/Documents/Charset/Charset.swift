import Basics

/// A character encoding.
package struct Charset: Hashable, Sendable {
  /// The name on the web (Encoding Standard section 4.2).
  package let name: String
  let decoding: Decoding

  enum Decoding: Hashable, Sendable {
    case utf8
    case utf16(isLittle: Bool)
    case windows1252
    /// Escape sequences switch between ASCII and Japanese (RFC 1468).
    case iso2022jp
    /// ASCII, and a private-use character for each byte above it (Encoding Standard section 14.5).
    case userDefined
    /// Converted by the system, under the first of these names that it supports.
    case converted(String)
  }

  private init(_ name: String, _ decoding: Decoding) {
    self.name = name
    self.decoding = decoding
  }

  package static let utf8 = Charset("UTF-8", .utf8)
  package static let utf16LittleEndian = Charset("UTF-16LE", .utf16(isLittle: true))
  package static let utf16BigEndian = Charset("UTF-16BE", .utf16(isLittle: false))
  static let utf32LittleEndian = Charset("UTF-32LE", .converted("UTF-32LE"))
  static let utf32BigEndian = Charset("UTF-32BE", .converted("UTF-32BE"))
  /// Also used for ISO 8859-1 and ASCII, as the web's Encoding Standard requires.
  package static let windows1252 = Charset("windows-1252", .windows1252)

  /// The charset given by a byte order mark, the Content-Type or the text itself; UTF-8 by default.
  package static func detect(contentType: String?, firstBytes: [UInt8]) -> Charset {
    let start = Array(firstBytes.prefix(1024))
    if let marked = marked(start) { return marked }
    if let named = MediaType(contentType ?? "").charset, let charset = Charset(label: named) { return charset }
    return declared(in: start) ?? .utf8
  }

  /// The charset of a byte order mark.
  private static func marked(_ start: [UInt8]) -> Charset? {
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if start.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32LittleEndian }
    if start.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32BigEndian }
    if start.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if start.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    return nil
  }

  /// `nil` for a label that the web does not use.
  init?(label: String) {
    let label = label.lowercased()
    switch label {
    case "utf-8", "utf8", "unicode-1-1-utf-8": self = .utf8
    case "utf-16", "utf-16le", "ucs-2", "unicode": self = .utf16LittleEndian
    case "utf-16be": self = .utf16BigEndian
    case "utf-32", "utf-32le": self = .utf32LittleEndian
    case "utf-32be": self = .utf32BigEndian
    case "iso-2022-jp", "csiso2022jp": self = Charset("ISO-2022-JP", .iso2022jp)
    case "x-user-defined": self = Charset("x-user-defined", .userDefined)
    default:
      guard let known = CharsetLabels.all[label] else { return nil }
      self = known.name == "windows-1252" ? .windows1252 : Charset(known.name, .converted(known.system))
    }
  }

  /// `<meta charset=…>` or `<?xml encoding=…?>`.
  private static func declared(in bytes: [UInt8]) -> Charset? {
    // Most documents have none, and a message of a conversation is one of a million.
    guard bytes.contains(UInt8(ascii: "<")) else { return nil }
    let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    for mark in ["charset=", "encoding="] {
      guard let place = Self.rest(of: text, after: mark) else { continue }
      let label = place.drop { $0 == "\"" || $0 == "'" }.prefix { $0.isLetter || $0.isNumber || "-_:".contains($0) }
      // A declaration in ASCII cannot be UTF-16 or UTF-32, so such a label is wrong.
      if let charset = Charset(label: String(label)), !charset.isWide { return charset }
    }
    return nil
  }

  private var isWide: Bool { name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32") }

  private static func rest(of text: String, after mark: String) -> Substring? {
    var rest = text[...]
    while !rest.isEmpty {
      if rest.hasPrefix(mark) { return rest.dropFirst(mark.count) }
      rest.removeFirst()
    }
    return nil
  }

  /// The beginning of a text as UTF-8, for detecting its kind.
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
