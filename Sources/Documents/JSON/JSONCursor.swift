import Basics

/// Reads valid JSON value by value: their kind, their end, their children.
struct JSONCursor {
  let base: UnsafeRawPointer
  let limit: Int
  let index: JSONIndex

  init?(_ text: UnsafeRawBufferPointer, index: JSONIndex) {
    guard let base = text.baseAddress else { return nil }
    self.base = base
    self.index = index
    limit = min(index.limit, text.count)
  }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { base.load(fromByteOffset: offset, as: UInt8.self) }

  @inline(__always)
  func skipSpace(_ offset: Int) -> Int {
    var i = offset
    _ = JSONScanner.skipSpace(base, &i, limit)
    return i
  }

  /// The start of the first value; `nil` if there is none.
  var root: Int? {
    var start = 0
    if limit >= 3, byte(0) == 0xEF { start = 3 }
    while start < limit {
      start = skipSpace(start)
      guard start < limit, byte(start) == 0x1E else { break }
      start += 1
    }
    return start < limit ? start : nil
  }

  @inline(__always)
  func scalarEnd(_ start: Int) -> Int {
    byte(start) == 0x22
      ? JSONText.stringEnd(base, start, limit, long: index.longTokens)
      : JSONText.wordEnd(base, start, limit, long: index.longTokens)
  }

  @inline(__always)
  func isContainer(_ start: Int) -> Bool { byte(start) | 0x20 == 0x7B }

  /// The end of the value that starts at `start`, or the limit if it has not ended.
  func end(_ start: Int) -> Int {
    guard isContainer(start) else { return scalarEnd(start) }
    let here = index.block(at: start)
    let near = min(limit, index.end(ofBlock: here))
    // Depths are relative here; the absolute one is needed only if the value is larger than its block.
    var reader = JSONBrackets(base: base, offset: start + 1, depth: 1, longTokens: index.longTokens)
    if let close = reader.close(toDepth: 0, before: near) { return close + 1 }
    let outer = Int(here + 1 < index.blocks.count ? index.blocks[here + 1].depth : 0) - reader.depth
    var next = here + 1
    while next < index.blocks.count, Int(index.blocks[next].minimumDepth) > outer { next += 1 }
    guard next < index.blocks.count else { return limit }
    let block = index.blocks[next]
    reader = JSONBrackets(base: base, offset: block.offset, depth: Int(block.depth), longTokens: index.longTokens)
    return reader.close(toDepth: outer, before: min(limit, index.end(ofBlock: next))).map { $0 + 1 } ?? limit
  }

  struct Child {
    var key: Range<Int>?
    var index: Int
    var value: Int
  }

  /// The child of a container at `offset`, or after the comma there; `nil` at the container's end.
  @inline(__always)
  func child(at offset: Int, isObject: Bool, index: Int) -> Child? {
    var i = skipSpace(offset)
    guard i < limit else { return nil }
    if byte(i) == 0x2C { i = skipSpace(i + 1) }
    guard i < limit, byte(i) != 0x5D, byte(i) != 0x7D else { return nil }
    guard isObject else { return Child(key: nil, index: index, value: i) }
    let key = i..<scalarEnd(i)
    i = skipSpace(key.upperBound)
    guard i < limit, byte(i) == 0x3A else { return nil }
    i = skipSpace(i + 1)
    guard i < limit else { return nil }
    return Child(key: key, index: index, value: i)
  }

  /// The number of children of the container that opens at `start`.
  func count(_ start: Int) -> Int {
    let isObject = byte(start) == 0x7B
    var count = 0
    var offset = start + 1
    while let child = child(at: offset, isObject: isObject, index: count) {
      count += 1
      offset = end(child.value)
    }
    return count
  }

  /// Whether the quoted key at `range` equals `name`.
  @inline(__always)
  func key(_ range: Range<Int>, equals name: [UInt8]) -> Bool {
    let length = range.count - 2
    if length == name.count {
      for k in 0..<length where byte(range.lowerBound + 1 + k) != name[k] {
        return keyWithEscapes(range, equals: name)
      }
      return true
    }
    return length > name.count && keyWithEscapes(range, equals: name)
  }

  @inline(never)
  private func keyWithEscapes(_ range: Range<Int>, equals name: [UInt8]) -> Bool {
    let source = UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count)
    guard source.contains(0x5C), let decoded = JSONString.decoded(source) else { return false }
    return decoded.utf8.elementsEqual(name)
  }

  /// The value at `start`.
  func value(_ start: Int) -> JSONShallowValue {
    switch byte(start) {
    case 0x7B, 0x5B: return .container(start)
    case 0x74: return .boolean(true)
    case 0x66: return .boolean(false)
    case 0x6E: return .null
    default:
      let source = UnsafeRawBufferPointer(start: base + start, count: scalarEnd(start) - start)
      if byte(start) == 0x22 { return JSONString.decoded(source).map { .string(Array($0.utf8)) } ?? .nothing }
      return .number(String(decoding: source, as: UTF8.self))
    }
  }
}
