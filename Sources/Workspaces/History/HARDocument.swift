package import Basics
package import Networking

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

  /// The entry as a value, with all bodies inside.
  package static func entry(_ record: HistoryRecord, redaction: Redaction) -> JSONValue {
    HAREntry(redaction: redaction).json(record)
  }

  /// `nil` for a body that cannot be decoded.
  private static func body(_ body: ByteStore, _ label: ContentLabel, _ redaction: Redaction) -> Body? {
    do throws(MaskingError) {
      let masked = try redaction.masked(body: body, label) ?? body
      return HARText.isText(body) ? .text(masked) : .base64(masked)
    } catch {
      // What cannot be masked is not shown.
      return error == .unreadable ? nil : .missing
    }
  }

  /// Passes the text to `sink` from start to end, in pieces of a few megabytes.
  package func write<Failed: Error>(_ sink: (UnsafeRawBufferPointer) throws(Failed) -> Void) throws(Failed) {
    // Each number has a mark before and after it.
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
