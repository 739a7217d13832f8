/// Writes the events of a scan, with new white space between the tokens.
///
/// It lives for one pass over one piece of memory; its own memory grows to what the largest pass needs.
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
  /// In columns. Deeper levels are not indented further: otherwise a hostile depth would make each line as long as the
  /// text.
  static let widestIndent = 512

  init(style: JSONFormatter.Style, base: UnsafeRawPointer, limit: Int, capacity: Int) {
    self.base = base
    self.limit = limit
    self.capacity = capacity
    if case .pretty(let width) = style { indent = max(0, min(width, 64)) } else { indent = nil }
    output = .allocate(byteCount: capacity + Self.slack, alignment: 8)
  }

  deinit { output.deallocate() }

  /// Passes on what has been written, once.
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
