package import Basics
package import HTTPModel

/// A record as the JSON that `--json` prints, including every body: large bodies are written in pieces, without holding
/// them in memory.
package struct HARDocument {
  private enum Body {
    case text(ByteStore)
    case base64(ByteStore)
    /// The body could not be masked.
    case missing
  }

  /// Marks the place of a body, around its number. JSON text contains no other control character.
  private static let mark: UInt8 = 1
  private static let largestInMemory = 1 << 20
  private static let piece = 3 << 20

  private let text: [UInt8]
  private let bodies: [Body]

  package init(_ record: HistoryRecord, redaction: Redaction) {
    var bodies: [Body] = []
    let entry = HAREntry(redaction: redaction) { body, label in
      guard body.count > Self.largestInMemory else { return nil }
      guard let found = Self.body(body, label, redaction) else { return .omitted(OmittedBody(body, .unreadable)) }
      bodies.append(found)
      let isBase64 = if case .base64 = found { true } else { false }
      return .inside(.number("\u{1}\(bodies.count - 1)\u{1}"), isBase64: isBase64)
    }
    text = Array(entry.json(record).pretty.utf8)
    self.bodies = bodies
  }

  /// The entry as a value, with all bodies inside; a document needs less memory for large ones.
  package static func entry(_ record: HistoryRecord, redaction: Redaction) -> JSONValue {
    HAREntry(redaction: redaction).json(record)
  }

  /// `nil` for a body that cannot be decoded.
  private static func body(_ body: ByteStore, _ label: ContentLabel, _ redaction: Redaction) -> Body? {
    do throws(MaskingError) {
      let masked = try redaction.masked(body: body, label) ?? body
      return HARText.isText(body) ? .text(masked) : .base64(masked)
    } catch {
      // A body that cannot be masked is not shown.
      return error == .unreadable ? nil : .missing
    }
  }

  /// Passes the text to `sink` from start to end, in pieces of a few megabytes.
  package func write<Failed: Error>(_ sink: (UnsafeRawBufferPointer) throws(Failed) -> Void) throws(Failed) {
    // Each number is between two marks.
    let parts = text.split(separator: Self.mark, omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index % 2 == 1, let number = Int(String(decoding: part, as: UTF8.self)), bodies.indices.contains(number) {
        try Self.write(bodies[number], sink)
      } else {
        try Self.give(Array(part), sink)
      }
    }
  }

  private static func write<Failed: Error>(
    _ body: Body, _ sink: (UnsafeRawBufferPointer) throws(Failed) -> Void
  ) throws(Failed) {
    try give(Array("\"".utf8), sink)
    switch body {
    case .missing: break
    case .text(let store):
      try pieces(of: store) { bytes throws(Failed) in
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count + bytes.count / 8)
        JSONString.escape(bytes, into: &escaped)
        try give(escaped, sink)
      }
    case .base64(let store):
      // Whole groups of three bytes, so that only the last one is padded.
      try pieces(of: store) { bytes throws(Failed) in try give(Base64.encodedBytes(bytes), sink) }
    }
    try give(Array("\"".utf8), sink)
  }

  private static func pieces<Failed: Error>(
    of store: ByteStore, _ body: ([UInt8]) throws(Failed) -> Void
  ) throws(Failed) {
    for start in stride(from: 0, to: store.count, by: piece) {
      let range = start..<min(start + piece, store.count)
      try body(store.bytes(in: range))
      store.releaseResidentMemory(in: range)
    }
  }

  private static func give<Failed: Error>(
    _ bytes: [UInt8], _ sink: (UnsafeRawBufferPointer) throws(Failed) -> Void
  ) throws(Failed) {
    let result: Result<Void, Failed> = bytes.withUnsafeBytes { raw in
      Result { () throws(Failed) in try sink(raw) }
    }
    try result.get()
  }
}

/// Parts of a HAR entry that are derived from text: the query, cookies, and bodies as text or base64.
package enum HARText {
  package static func query(of url: String) -> JSONValue {
    .array(
      QueryText.pairs(of: url).map { pair in
        .object(["name": .string(decoded(pair.name)), "value": .string(decoded(pair.value ?? ""))])
      })
  }

  package static func cookies(sent headers: Headers) -> JSONValue {
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

  /// True if `text(of:)` would return text; checked piece by piece.
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

/// A header in an archive (HAR 1.2): name and value, and an additional member, as the format allows, for a header
/// written without the usual blank after its colon.
extension JSONValue {
  package init(archived header: Header) {
    self = .object([
      "name": .string(header.name), "value": .string(header.value),
      Self.blank: header.omitsBlank ? .bool(false) : nil,
    ])
  }

  /// True if an archived header has no blank after its colon.
  package var archivedWithoutBlank: Bool { self[Self.blank]?.bool == false }

  private static let blank = "_blankAfterColon"
}
