/// Formats, minifies or validates streamed JSON, in constant memory whatever its size or depth.
///
/// Strings, numbers and literals are copied byte for byte; only white space between tokens changes.
package struct JSONFormatter: Sendable {
  package enum Style: Equatable, Sendable {
    /// Each element on its own line, indented by that many spaces per level.
    case pretty(indent: Int)
    /// No white space between tokens; each document of a sequence stays on its own line.
    case minified
    /// Writes nothing.
    case check
  }

  private let style: Style
  private var scanner: JSONScanner
  private var carry: [UInt8] = []
  private var place = TextPlace()

  /// - Parameter isSequence: accepts several consecutive values (JSON lines, RFC 7464).
  package init(_ style: Style, isSequence: Bool = false) {
    self.style = style
    scanner = JSONScanner(isSequence: isSequence)
  }

  /// Consumes the next bytes and writes what is ready. Chunks may have any size; 64 KB and more are fastest.
  ///
  /// - Parameter write: receives the formatted bytes in pieces; the pointer is valid only during the call.
  package mutating func consume(
    _ bytes: UnsafeRawBufferPointer, write: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONFault) {
    if carry.isEmpty {
      try pass(bytes, isFinal: false, write: write)
    } else {
      try passWithCarry(bytes, isFinal: false, write: write)
    }
  }

  /// Marks the end of the text.
  package mutating func finish(write: (UnsafeRawBufferPointer) -> Void) throws(JSONFault) {
    try passWithCarry(UnsafeRawBufferPointer(start: nil, count: 0), isFinal: true, write: write)
    // A text file ends with a line feed.
    if style != .check { withUnsafeBytes(of: UInt8(0x0A)) { write($0) } }
  }

  /// Formats a complete text.
  package static func formatted(
    _ bytes: [UInt8], _ style: Style, isSequence: Bool = false
  ) throws(JSONFault) -> [UInt8] {
    var formatter = JSONFormatter(style, isSequence: isSequence)
    var output: [UInt8] = []
    let read: Result<Void, JSONFault> = bytes.withUnsafeBytes { raw in
      Result { () throws(JSONFault) in try formatter.consume(raw) { output.append(contentsOf: $0) } }
    }
    try read.get()
    try formatter.finish { output.append(contentsOf: $0) }
    return output
  }

  /// The first fault of a complete text; `nil` if it is valid JSON.
  package static func fault(in bytes: [UInt8], isSequence: Bool = false) -> JSONFault? {
    do {
      _ = try formatted(bytes, .check, isSequence: isSequence)
      return nil
    } catch {
      return error
    }
  }

  private mutating func passWithCarry(
    _ bytes: UnsafeRawBufferPointer, isFinal: Bool, write: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONFault) {
    let joined = carry + bytes
    carry = []
    // A mutating call is not possible while the array's memory is borrowed from self: this is a copy.
    let outcome: Result<Void, JSONFault> = joined.withUnsafeBytes { all in
      Result { () throws(JSONFault) in try pass(all, isFinal: isFinal, write: write) }
    }
    try outcome.get()
  }

  private mutating func pass(
    _ bytes: UnsafeRawBufferPointer, isFinal: Bool, write: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONFault) {
    // The buffer of an empty text has no address; the scanner never reads from this one.
    let empty: StaticString = ""
    let base = bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
    var writer = JSONWriter(style: style, base: base, limit: bytes.count, capacity: min(bytes.count * 2, 1 << 20) + 64)
    var silent = NoJSONEvents()
    var done = 0
    while true {
      // In pieces, so that the output stays in the cache and does not grow with the input.
      let end = min(bytes.count, done + Self.piece)
      let last = end == bytes.count
      let start = done
      if style == .check {
        done = scanner.scan(base, from: start, to: end, isFinal: isFinal && last, events: &silent)
      } else {
        done = scanner.scan(base, from: start, to: end, isFinal: isFinal && last, events: &writer)
        writer.flush(write)
      }
      if let fault = scanner.fault { throw located(fault, base, start, bytes.count) }
      place.pass(UnsafeRawBufferPointer(start: base + start, count: done - start))
      if last { break }
    }
    if done < bytes.count { carry = Array(bytes[done...]) }
  }

  private func located(
    _ fault: (offset: Int, expected: JSONFault.Expectation), _ base: UnsafeRawPointer, _ start: Int, _ count: Int
  ) -> JSONFault {
    var place = place
    place.pass(UnsafeRawBufferPointer(start: base + start, count: max(0, fault.offset - start)))
    let found = fault.offset < count ? base.load(fromByteOffset: fault.offset, as: UInt8.self) : nil
    return JSONFault(
      offset: place.offset, line: place.line, column: place.column, expected: fault.expected, found: found)
  }

  private static let piece = 256 << 10
}
