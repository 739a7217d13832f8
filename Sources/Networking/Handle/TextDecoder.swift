public import Basics
import HTTPModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Response {
  /// The parsed Content-Type.
  public var mediaType: MediaType? { headers["Content-Type"].map(MediaType.init) }

  /// The body, decompressed.
  public var bytes: [UInt8] { body.allBytes }
  /// The body, decompressed, as Foundation's `Data`.
  public var data: Data { body.withUnsafeBytes { Data($0) } }

  /// The body as text, as in browsers: decoded by `charset`, else by its byte order mark or Content-Type, else as UTF-8
  /// if valid, else as windows-1252.
  /// - Throws: `NetworkError` of category `decoding` for an unknown character set.
  public func text(charset: String? = nil) throws(NetworkError) -> String {
    let bytes = bytes
    if let named = charset ?? TextDecoder.mark(of: bytes) ?? mediaType?.charset {
      guard let text = TextDecoder.decode(bytes, charset: named) else {
        throw failure("unknown character set '\(named.visible)': pass another to text(charset:)")
      }
      return text
    }
    return String(validating: bytes, as: UTF8.self) ?? TextDecoder.decode(bytes, charset: "windows-1252") ?? ""
  }

  /// An error of category `decoding` about this response.
  func failure(_ message: String, detail: String? = nil, underlying: (any Error)? = nil) -> NetworkError {
    NetworkError(
      .decoding, "\(request.summary): \(message)", detail: detail, request: request, response: self,
      underlying: underlying)
  }
}

/// Decodes text in the character sets of WHATWG Encoding that servers still use.
enum TextDecoder {
  /// Invalid bytes become U+FFFD, as in a browser. `nil` for an unknown character set.
  static func decode(_ bytes: [UInt8], charset: String) -> String? {
    switch charset.asciiLowercased {
    case "utf-8", "utf8", "unicode-1-1-utf-8": String(decoding: withoutMark(bytes), as: UTF8.self)
    // Browsers decode all of these as windows-1252, which agrees with the others on valid text.
    case "us-ascii", "ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252",
      "x-cp1252":
      windows1252(bytes)
    case "iso-8859-15", "latin9", "latin-9", "l9": latin9(bytes)
    case "utf-16", "utf-16le", "ucs-2", "unicode": utf16(bytes, bigEndian: bytes.starts(with: [0xfe, 0xff]))
    case "utf-16be", "unicodefffe": utf16(bytes, bigEndian: !bytes.starts(with: [0xff, 0xfe]))
    default: nil
    }
  }

  /// The character set indicated by a byte order mark.
  static func mark(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return "utf-8" }
    if bytes.starts(with: [0xfe, 0xff]) { return "utf-16be" }
    if bytes.starts(with: [0xff, 0xfe]) { return "utf-16le" }
    return nil
  }

  static func withoutMark(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
  }

  private static func windows1252(_ bytes: [UInt8]) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let value = (0x80..<0xa0).contains(byte) ? controls[Int(byte & 0x1f)] : UInt32(byte)
      scalars.append(Unicode.Scalar(value) ?? "\u{fffd}")
    }
    return String(scalars)
  }

  private static func latin9(_ bytes: [UInt8]) -> String {
    let differing: [UInt8: Unicode.Scalar] = [
      0xa4: "€", 0xa6: "Š", 0xa8: "š", 0xb4: "Ž", 0xb8: "ž", 0xbc: "Œ", 0xbd: "œ", 0xbe: "Ÿ",
    ]
    return String(String.UnicodeScalarView(bytes.map { differing[$0] ?? Unicode.Scalar($0) }))
  }

  private static func utf16(_ bytes: [UInt8], bigEndian: Bool) -> String {
    let start = mark(of: bytes).map { $0 == "utf-8" ? 0 : 2 } ?? 0
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2 + 1)
    for index in stride(from: start, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(bigEndian ? first << 8 | second : second << 8 | first)
    }
    if (bytes.count - start) % 2 == 1 { units.append(0xfffd) }
    return String(decoding: units, as: UTF16.self)
  }

  /// The windows-1252 characters at 0x80 to 0x9f.
  private static let controls: [UInt32] = [
    0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
    0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e,
    0x178,
  ]
}
