import Basics
import Networking

/// What is sent for a form part instead of its own content: curl's `;encoder=` (RFC 2045, section 6), bytes that are
/// not text, nested parts.
package struct PartEncoding: Hashable, Sendable {
  package enum Encoder: String, Hashable, Sendable {
    case base64
    case quotedPrintable = "quoted-printable"
    /// The bytes unchanged.
    case none = ""
  }

  package var encoder: Encoder
  /// The content to encode; `nil` for that of the part itself.
  package var content: [UInt8]?
  /// Whether curl knows its length before sending.
  package var isCounted = true

  /// The part as it is sent.
  func applied(to part: Multipart.Part) -> Multipart.Part {
    let bytes: [UInt8]
    switch (content, part.content) {
    case (let content?, _): bytes = content
    case (nil, .text(let text)): bytes = Array(text.utf8)
    case (nil, .data(let data)): bytes = data
    case (nil, .file), (nil, .stream): return part
    }
    var part = part
    part.fileName = part.sentFileName ?? ""
    part.contentType = part.sentContentType ?? ""
    let encoded = encoder.encode(bytes)
    // curl does not compute the length of quoted-printable content before sending.
    let isKnown = isCounted && (encoder != .quotedPrintable || bytes.isEmpty)
    part.content = isKnown ? .data(encoded) : .stream(BodyStream(chunked: encoded))
    return part
  }

  /// Whether curl would know the length, as far as that can be determined before variables are replaced.
  var hasLength: Bool { isCounted && (encoder != .quotedPrintable || content?.isEmpty == true) }
}

extension PartEncoding.Encoder {
  private static let longestLine = 76

  func encode(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .base64: Base64.lines(Base64.encodedBytes(bytes))
    case .quotedPrintable: Self.quotedPrintable(bytes)
    case .none: bytes
    }
  }

  private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    /// Whether a line ends there: at a CRLF or the end of the content.
    func endsLine(_ place: Int) -> Bool {
      place >= bytes.count || bytes[place] == 0x0D && place + 1 < bytes.count && bytes[place + 1] == 0x0A
    }
    var result: [UInt8] = []
    var column = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A {
        result += [0x0D, 0x0A]
        column = 0
        index += 2
        continue
      }
      let isBlank = byte.isBlank
      let isPlain = isBlank ? !endsLine(index + 1) : (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
      let written = isPlain ? [byte] : Array("=".utf8) + Hexadecimal.text([byte], uppercase: true).utf8
      let width = column + written.count
      // The last column is reserved for a soft line break.
      if width > longestLine || width == longestLine && !endsLine(index + 1) {
        result += [UInt8(ascii: "="), 0x0D, 0x0A]
        column = 0
        continue
      }
      result += written
      column += written.count
      index += 1
    }
    return result
  }
}
