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
    /// One replacement character for the whole text, because a decoder could be tricked (Encoding Standard section 14.1).
    case replacement
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
    return declared(in: start, contentType) ?? .utf8
  }

  /// The charset of a byte order mark.
  package static func marked(_ start: [UInt8]) -> Charset? {
    if start.starts(with: ByteOrderMark.utf8) { return .utf8 }
    if start.starts(with: [0xFF, 0xFE, 0, 0]) { return .utf32LittleEndian }
    if start.starts(with: [0, 0, 0xFE, 0xFF]) { return .utf32BigEndian }
    if start.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if start.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    return nil
  }

  /// `nil` for a label that the web does not use.
  package init?(label: String) {
    let label = label.trimmingASCII(\.isASCIIWhitespace).asciiLowercased
    switch label {
    case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8": self = .utf8
    case "utf-16", "utf-16le", "ucs-2", "unicode", "unicodefeff", "csunicode", "iso-10646-ucs-2":
      self = .utf16LittleEndian
    case "utf-16be", "unicodefffe": self = .utf16BigEndian
    case "utf-32", "utf-32le": self = .utf32LittleEndian
    case "utf-32be": self = .utf32BigEndian
    case "iso-2022-jp", "csiso2022jp": self = Charset("ISO-2022-JP", .iso2022jp)
    case "x-user-defined": self = Charset("x-user-defined", .userDefined)
    case "replacement", "hz-gb-2312", "iso-2022-cn", "iso-2022-cn-ext", "iso-2022-kr", "csiso2022kr":
      self = Charset("replacement", .replacement)
    default:
      guard let known = CharsetLabels.all[label] else { return nil }
      self = known.name == "windows-1252" ? .windows1252 : Charset(known.name, .converted(known.system))
    }
  }

  /// `<meta charset=…>` or `<?xml encoding=…?>`.
  private static func declared(in bytes: [UInt8], _ contentType: String?) -> Charset? {
    // Most documents declare none, and a conversation may have a million messages. A page embedded in JSON does not
    // declare the charset of the JSON.
    guard let first = bytes.first(where: { !$0.isASCIIWhitespace }), bytes.contains(UInt8(ascii: "<")) else {
      return nil
    }
    let isMarkup = first == UInt8(ascii: "<") || contentType?.asciiLowercased.contains("ml") ?? false
    guard isMarkup else { return nil }
    let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x3F }, as: UTF8.self).lowercased()
    for mark in ["charset=", "encoding="] {
      guard let range = text.firstRange(of: mark) else { continue }
      let label = text[range.upperBound...].drop { $0 == "\"" || $0 == "'" }.prefix {
        $0.isLetter || $0.isNumber || "-_:".contains($0)
      }
      // A declaration in ASCII cannot be UTF-16 or UTF-32, so such a label is wrong.
      if let charset = Charset(label: String(label)), !charset.isWide { return charset }
    }
    return nil
  }

  /// A whole text in UTF-8, without its byte order mark. Invalid bytes become U+FFFD.
  package func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard self != .utf8 else { return bytes.starts(with: ByteOrderMark.utf8) ? Array(bytes.dropFirst(3)) : bytes }
    var decoder = CharsetDecoder(self)
    var output: [UInt8] = []
    _ = bytes.withUnsafeBytes { decoder.transform($0, isFinal: true, into: &output) }
    return output
  }

  private var isWide: Bool { name.hasPrefix("UTF-16") || name.hasPrefix("UTF-32") }
}

/// The labels of charsets in use on the web (Encoding Standard section 4.2), with the system's names.
enum CharsetLabels {
  static let all: [String: (name: String, system: String)] = {
    var all: [String: (name: String, system: String)] = [:]
    for (name, system, labels) in table {
      for label in labels.split(separator: " ") { all[String(label)] = (name, system) }
    }
    return all
  }()

  private static let table: [(name: String, system: String, labels: String)] = [
    ("IBM866", "IBM866 CP866", "866 cp866 csibm866 ibm866"),
    (
      "ISO-8859-2", "ISO-8859-2",
      "csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"
    ),
    (
      "ISO-8859-3", "ISO-8859-3",
      "csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"
    ),
    (
      "ISO-8859-4", "ISO-8859-4",
      "csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"
    ),
    (
      "ISO-8859-5", "ISO-8859-5",
      "csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"
    ),
    (
      "ISO-8859-6", "ISO-8859-6",
      "arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e "
        + "iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"
    ),
    (
      "ISO-8859-7", "ISO-8859-7",
      "csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
        + "iso_8859-7:1987 sun_eu_greek"
    ),
    (
      "ISO-8859-8", "ISO-8859-8",
      "csiso88598e csiso88598i csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-8859-8-i iso-ir-138 "
        + "iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 logical visual"
    ),
    ("ISO-8859-10", "ISO-8859-10", "csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6"),
    ("ISO-8859-13", "ISO-8859-13", "iso-8859-13 iso8859-13 iso885913"),
    ("ISO-8859-14", "ISO-8859-14", "iso-8859-14 iso8859-14 iso885914"),
    ("ISO-8859-15", "ISO-8859-15", "csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9 latin9"),
    ("ISO-8859-16", "ISO-8859-16", "iso-8859-16"),
    ("KOI8-R", "KOI8-R", "cskoi8r koi koi8 koi8-r koi8_r"),
    ("KOI8-U", "KOI8-U", "koi8-ru koi8-u"),
    ("macintosh", "MACINTOSH", "csmacintosh mac macintosh x-mac-roman"),
    ("windows-874", "WINDOWS-874 CP874", "dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874"),
    ("windows-1250", "CP1250", "cp1250 windows-1250 x-cp1250"),
    ("windows-1251", "CP1251", "cp1251 windows-1251 x-cp1251"),
    (
      "windows-1252", "CP1252",
      "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 "
        + "iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252"
    ),
    ("windows-1253", "CP1253", "cp1253 windows-1253 x-cp1253"),
    (
      "windows-1254", "CP1254",
      "cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
        + "windows-1254 x-cp1254"
    ),
    ("windows-1255", "CP1255", "cp1255 windows-1255 x-cp1255"),
    ("windows-1256", "CP1256", "cp1256 windows-1256 x-cp1256"),
    ("windows-1257", "CP1257", "cp1257 windows-1257 x-cp1257"),
    ("windows-1258", "CP1258", "cp1258 windows-1258 x-cp1258"),
    ("x-mac-cyrillic", "MAC-CYRILLIC MACCYRILLIC", "x-mac-cyrillic x-mac-ukrainian"),
    ("GBK", "GB18030", "chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk"),
    ("gb18030", "GB18030", "gb18030"),
    ("Big5", "BIG5-HKSCS BIG5", "big5 big5-hkscs cn-big5 csbig5 x-x-big5"),
    ("EUC-JP", "EUC-JP-MS EUCJP-MS EUC-JP", "cseucpkdfmtjapanese euc-jp x-euc-jp"),
    ("Shift_JIS", "CP932 SHIFT_JIS", "csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis"),
    (
      "EUC-KR", "CP949 EUC-KR",
      "cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 "
        + "windows-949"
    ),
  ]
}

/// Decodes the text of a response. All readers share it, so that they agree with the screen.
package enum AnswerText {
  /// The text in UTF-8 without a byte order mark. The charset comes from that mark, the Content-Type or the text
  /// itself.
  package static func utf8(_ bytes: [UInt8], contentType: String?) -> [UInt8] {
    Charset.detect(contentType: contentType, firstBytes: Array(bytes.prefix(1024))).utf8(bytes)
  }
}
