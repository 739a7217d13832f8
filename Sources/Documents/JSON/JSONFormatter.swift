package import Basics

/// The reason why a text is not JSON (RFC 8259): the position of the first fault and what was expected there.
package struct JSONFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The number of bytes before the fault.
  package var offset: Int
  /// The line, from 1.
  package var line: Int
  /// The column in Unicode scalars, from 1.
  package var column: Int
  package var expected: JSONExpectation
  /// The byte found there instead; `nil` at the end of the text.
  package var found: UInt8?

  /// - Parameters:
  ///   - offset: relative to `text`.
  ///   - place: the position of `text` in the whole text.
  init(_ expected: JSONExpectation, at offset: Int, in text: UnsafeRawBufferPointer, from place: TextPlace) {
    var place = place
    place.pass(UnsafeRawBufferPointer(rebasing: text[..<min(max(0, offset), text.count)]))
    (self.offset, line, column) = (place.offset, place.line, place.column)
    self.expected = expected
    found = offset < text.count ? text[offset] : nil
  }

  package var description: String {
    "line \(line), column \(column): expected \(expected.rawValue)\(foundText)"
  }

  private var foundText: String {
    switch found {
    case nil: ", found the end of the text"
    case .some(let byte) where byte > 0x20 && byte < 0x7F: ", found \(Character(Unicode.Scalar(byte)))"
    case .some(0x20): ", found a space"
    case .some(0x0A), .some(0x0D): ", found the end of the line"
    case .some(let byte): ", found byte 0x" + Hexadecimal.text([byte], uppercase: true)
    }
  }
}

/// Formats, minifies or validates streamed JSON, in constant memory whatever its size or depth.
///
/// Strings, numbers and literals are copied byte for byte; only white space between tokens changes.
package struct JSONFormatter: Sendable {
  package enum Style: Equatable, Sendable {
    /// Each element on its own line, indented by `indent` spaces per level.
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

  /// Consumes the next bytes and writes finished output. Chunks may have any size; 64 KB and more are fastest.
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
  package static func formatted(_ bytes: [UInt8], _ style: Style) throws(JSONFault) -> [UInt8] {
    var formatter = JSONFormatter(style)
    var output: [UInt8] = []
    try bytes.withRawBytes { raw throws(JSONFault) in try formatter.consume(raw) { output.append(contentsOf: $0) } }
    try formatter.finish { output.append(contentsOf: $0) }
    return output
  }

  /// The first fault of a complete text; `nil` if it is valid JSON.
  package static func fault(in bytes: [UInt8]) -> JSONFault? {
    do {
      _ = try formatted(bytes, .check)
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
    try joined.withRawBytes { all throws(JSONFault) in try pass(all, isFinal: isFinal, write: write) }
  }

  private mutating func pass(
    _ bytes: UnsafeRawBufferPointer, isFinal: Bool, write: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONFault) {
    // The buffer of an empty text has no address; the scanner never reads from this one.
    let empty: StaticString = ""
    let base = bytes.baseAddress ?? UnsafeRawPointer(empty.utf8Start)
    var writer = JSONWriter(style: style, base: base, limit: bytes.count, capacity: min(bytes.count * 2, 1 << 20) + 64)
    var silent = NoEvents()
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
      if let fault = scanner.fault {
        let rest = UnsafeRawBufferPointer(start: base + start, count: bytes.count - start)
        throw JSONFault(fault.expected, at: fault.offset - start, in: rest, from: place)
      }
      place.pass(UnsafeRawBufferPointer(start: base + start, count: done - start))
      if last { break }
    }
    if done < bytes.count { carry = Array(bytes[done...]) }
  }

  private static let piece = 256 << 10

  /// The end of a text that was not written because of a fault, as received. Call this on a copy from before the
  /// bytes were consumed.
  func unwritten(of bytes: [UInt8], isFinal: Bool) -> [UInt8] {
    let all = carry + bytes
    var scanner = scanner
    var written = LastToken()
    all.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return }
      _ = scanner.scan(base, from: 0, to: raw.count, isFinal: isFinal, events: &written)
    }
    return Array(all[written.end...])
  }
}

/// Ignores all events: for validation only.
private struct NoEvents: JSONEvents {}

/// Notes how far a scan reported the text.
private struct LastToken: JSONEvents {
  var end = 0

  mutating func opened(at offset: Int, object: Bool, depth: Int) { end = offset + 1 }
  mutating func comma(at offset: Int, depth: Int) { end = offset + 1 }
  mutating func colon(at offset: Int) { end = offset + 1 }
  mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) { end = offset + 1 }
  mutating func scalar(from start: Int, to stop: Int, isComplete: Bool) { end = stop }
}

/// Writes the events of a scan, with new white space between the tokens.
///
/// It lives for one pass over one piece of memory; its own memory grows to the size of the largest pass.
struct JSONWriter: JSONEvents, ~Copyable {
  private let base: UnsafeRawPointer
  /// The end of the readable part of `base`.
  private let limit: Int
  /// Spaces per level, or `nil` for no white space at all.
  private let indent: Int?
  private var output: UnsafeMutableRawPointer
  private var count = 0
  private var capacity: Int

  /// Copies of up to 16 bytes may write up to this much beyond their end.
  private static let slack = 32
  /// The maximum indentation in columns. Deeper levels are not indented further: otherwise extreme nesting would make
  /// each line as long as the text.
  static let widestIndent = 512

  init(style: JSONFormatter.Style, base: UnsafeRawPointer, limit: Int, capacity: Int) {
    self.base = base
    self.limit = limit
    self.capacity = capacity
    if case .pretty(let width) = style { indent = max(0, min(width, 64)) } else { indent = nil }
    output = .allocate(byteCount: capacity + Self.slack, alignment: 8)
  }

  deinit { output.deallocate() }

  /// Passes the output written so far to `write`, once.
  mutating func flush(_ write: (UnsafeRawBufferPointer) -> Void) {
    if count > 0 { write(UnsafeRawBufferPointer(start: output, count: count)) }
    count = 0
  }

  @inline(__always)
  private mutating func reserve(_ size: Int) {
    if count &+ size > capacity { grow(size) }
  }

  @inline(never)
  private mutating func grow(_ size: Int) {
    capacity = max(capacity * 2, count + size)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity + Self.slack, alignment: 8)
    larger.copyMemory(from: output, byteCount: count)
    output.deallocate()
    output = larger
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    reserve(1)
    output.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  private mutating func newline(_ depth: Int) {
    guard let indent else { return }
    let spaces = min(indent &* depth, Self.widestIndent)
    reserve(1 &+ spaces)
    output.storeBytes(of: 0x0A, toByteOffset: count, as: UInt8.self)
    count &+= 1
    var done = 0
    while done < spaces {
      output.storeBytes(of: 0x2020_2020_2020_2020, toByteOffset: count &+ done, as: UInt64.self)
      done &+= 8
    }
    count &+= spaces
  }

  @inline(__always)
  mutating func opened(at offset: Int, object: Bool, depth: Int) { put(object ? 0x7B : 0x5B) }

  @inline(__always)
  mutating func firstChild(at offset: Int, depth: Int) { newline(depth) }

  @inline(__always)
  mutating func comma(at offset: Int, depth: Int) {
    put(0x2C)
    newline(depth)
  }

  @inline(__always)
  mutating func colon(at offset: Int) {
    put(0x3A)
    if indent != nil { put(0x20) }
  }

  @inline(__always)
  mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) {
    if !isEmpty { newline(depth) }
    put(object ? 0x7D : 0x5D)
  }

  @inline(__always)
  mutating func scalar(from start: Int, to end: Int, isComplete: Bool) {
    let size = end &- start
    reserve(size)
    if size <= 16, start &+ 16 <= limit {
      let low = base.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      let high = base.loadUnaligned(fromByteOffset: start &+ 8, as: UInt64.self)
      output.storeBytes(of: low, toByteOffset: count, as: UInt64.self)
      output.storeBytes(of: high, toByteOffset: count &+ 8, as: UInt64.self)
    } else if size > 0 {
      (output + count).copyMemory(from: base + start, byteCount: size)
    }
    count &+= size
  }

  mutating func nextDocument(at offset: Int) { put(0x0A) }
}
