import Basics
import Networking

/// Parts of a HAR entry that are derived from texts: the query, cookies, and bodies as text or base64.
enum HARText {
  static func query(of url: String) -> JSONValue {
    .array(
      QueryText.pairs(of: url).map { pair in
        .object(["name": .string(decoded(pair.name)), "value": .string(decoded(pair.value ?? ""))])
      })
  }

  static func cookies(sent headers: Headers) -> JSONValue {
    let values = headers.fields.filter { $0.name.lowercased() == "cookie" }.map(\.value)
    return .array(
      values.flatMap { $0.split(separator: ";") }.map { piece in
        let (name, value) = cut(piece)
        return .object(["name": .string(name), "value": .string(value)])
      })
  }

  static func cookies(received headers: Headers) -> JSONValue {
    .array(headers.fields.filter { $0.name.lowercased() == "set-cookie" }.map { cookie($0.value) })
  }

  private static func cookie(_ text: String) -> JSONValue {
    let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
    let (name, value) = cut(pieces.first ?? "")
    var members: [JSONValue.Member] = [.init("name", .string(name)), .init("value", .string(value))]
    for piece in pieces.dropFirst() {
      let (key, value) = cut(piece)
      switch key.lowercased() {
      case "path": members.append(.init("path", .string(value)))
      case "domain": members.append(.init("domain", .string(value)))
      case "httponly": members.append(.init("httpOnly", .bool(true)))
      case "secure": members.append(.init("secure", .bool(true)))
      case "samesite": members.append(.init("sameSite", .string(value)))
      case "expires": members.append(.init("_expires", .string(value)))
      case "max-age": members.append(.init("_maxAge", .string(value)))
      default: break
      }
    }
    return .object(members)
  }

  private static func cut(_ piece: Substring) -> (String, String) {
    guard let equals = piece.firstIndex(of: "=") else { return (trimmed(piece), "") }
    return (trimmed(piece[..<equals]), trimmed(piece[piece.index(after: equals)...]))
  }

  private static func trimmed(_ text: Substring) -> String {
    text.trimmingASCII { $0 == 0x20 }
  }

  static func decoded(_ text: String) -> String { PercentEncoding.decodedText(text, plusIsSpace: true) }

  /// `nil` if the body is not UTF-8.
  static func text(of body: ByteStore) -> String? {
    body.withUnsafeBytes { raw in
      raw.contains(0) ? nil : String(validating: raw.bindMemory(to: UInt8.self), as: UTF8.self)
    }
  }

  /// Whether `text(of:)` would return a text, checked piece by piece.
  static func isText(_ body: ByteStore) -> Bool {
    var start = 0
    while start < body.count {
      var end = min(start + 4 << 20, body.count)
      // A character that spans two pieces is checked with the next one.
      for _ in 0..<3 where end < body.count && body.bytes(in: end..<end + 1)[0] & 0xC0 == 0x80 { end -= 1 }
      let isText = body.withUnsafeBytes { raw in
        let piece = UnsafeRawBufferPointer(rebasing: raw[start..<end])
        return !ByteSearch.contains(0, in: piece)
          && String(validating: piece.bindMemory(to: UInt8.self), as: UTF8.self) != nil
      }
      guard isText else { return false }
      body.releaseResidentMemory(in: start..<end)
      start = end
    }
    return true
  }

}
