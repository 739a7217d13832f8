import Networking

/// How the content of a form's part is written on its way: curl's `;encoder=` (RFC 2045, section 6).
public struct PartEncoding: Hashable, Sendable {
  /// Those that change how a form goes out.
  public enum Encoder: String, Hashable, Sendable {
    case base64
    case quotedPrintable = "quoted-printable"
    /// The bytes themselves, where something inside of them is of a length that curl does not count.
    case uncounted = ""
  }

  public var encoder: Encoder
  /// The content of a file; `nil` for what the part itself holds.
  public var fileContent: [UInt8]?

  /// The part as it is sent.
  func applied(to part: Multipart.Part) -> Multipart.Part {
    let content: [UInt8]
    switch part.content {
    case .text(let text): content = Array(text.utf8)
    case .data(let bytes): content = bytes
    case .file:
      guard let fileContent else { return part }
      content = fileContent
    case .stream: return part
    }
    var part = part
    part.fileName = part.sentFileName ?? ""
    part.contentType = part.sentContentType ?? ""
    let encoded = encoder.encode(content)
    // curl does not count what this encoder makes before it sends it.
    part.content = encoder == .base64 ? .data(encoded) : .stream(BodyStream(chunked: encoded))
    return part
  }
}

extension PartEncoding.Encoder {
  private static let longestLine = 76

  func encode(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .base64: Array(Base64Text.lines(Base64Text.encode(bytes)).utf8)
    case .quotedPrintable: Self.quotedPrintable(bytes)
    case .uncounted: bytes
    }
  }

  private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    /// Whether a line ends there: a CRLF, or the end of it all.
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
      let isBlank = byte == 0x20 || byte == 0x09
      let isPlain = isBlank ? !endsLine(index + 1) : (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
      let written = isPlain ? [byte] : [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      let width = column + written.count
      // The last column is for the mark of a line that goes on.
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
