import Basics

/// Reads valid JSON value by value: their kind, their end, their children.
struct JSONCursor {
  let text: JSONText
  let index: JSONIndex

  init?(_ text: UnsafeRawBufferPointer, index: JSONIndex) {
    guard let text = index.validated(text) else { return nil }
    self.text = text
    self.index = index
  }

  var base: UnsafeRawPointer { text.base }
  var limit: Int { text.limit }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { text[offset] }

  @inline(__always)
  func skipSpace(_ offset: Int) -> Int {
    var i = offset
    _ = text.skipSpace(&i)
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
  func scalarEnd(_ start: Int) -> Int { text.scalarEnd(start) }

  @inline(__always)
  func isContainer(_ start: Int) -> Bool { byte(start) | 0x20 == 0x7B }

  /// The end of the value that starts at `start`, or the limit if it has not ended.
  func end(_ start: Int) -> Int {
    guard isContainer(start) else { return scalarEnd(start) }
    return index.close(ofOpenAt: start, in: UnsafeRawBufferPointer(start: base, count: limit)).map { $0 + 1 } ?? limit
  }

  func source(_ start: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: base + start, count: end(start) - start)
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

  /// The first member with that name among the first ones of the object at `start`; `nil` for any other value.
  func member(_ name: [UInt8], of start: Int, most: Int = .max) -> Child? {
    guard byte(start) == 0x7B else { return nil }
    var offset = start + 1
    for index in 0..<most {
      guard let child = child(at: offset, isObject: true, index: index) else { return nil }
      if let key = child.key, self.key(key, equals: name) { return child }
      offset = end(child.value)
    }
    return nil
  }

  /// True if the quoted key at `range` equals `name`.
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

  func value(_ start: Int) -> JSONShallowValue {
    switch byte(start) {
    case 0x7B, 0x5B: return .container(start)
    case 0x74: return .boolean(true)
    case 0x66: return .boolean(false)
    case 0x6E: return .null
    default:
      let source = source(start)
      if byte(start) == 0x22 { return JSONString.decoded(source).map { .string(Array($0.utf8)) } ?? .nothing }
      return DecimalNumber(parsing: String(decoding: source, as: UTF8.self)).map { .number($0) } ?? .nothing
    }
  }

  /// The nearest `Double` of a number; `nil` for any other value.
  func double(_ start: Int) -> Double? {
    guard byte(start) == UInt8(ascii: "-") || byte(start).isASCIIDigit else { return nil }
    return Double(String(decoding: source(start), as: UTF8.self))
  }
}

/// Reads only the structure of valid JSON: brackets, commas, and keys on request.
struct JSONBrackets {
  let text: JSONText
  var offset: Int
  var depth: Int

  /// Moves to the next structural byte before `end` and returns it. Strings are skipped.
  @inline(__always)
  private mutating func structural(before end: Int) -> UInt8? {
    while offset < end {
      let c = text[offset]
      switch c {
      case 0x22: offset = text.stringEnd(offset, before: end)
      case 0x2C, 0x5B, 0x5D, 0x7B, 0x7D: return c
      default: offset &+= 1
      }
    }
    return nil
  }

  /// The offset at which the number of open containers falls to `target`.
  mutating func close(toDepth target: Int, before end: Int) -> Int? {
    while let c = structural(before: end) {
      if c == 0x5B || c == 0x7B {
        depth += 1
      } else if c != 0x2C {
        depth -= 1
        if depth <= target { return offset }
      }
      offset += 1
    }
    return nil
  }

  /// The offsets at which all containers open, in order, and close.
  mutating func pairs(before end: Int) -> (opens: [Int], closes: [Int]) {
    var opens: [Int] = []
    var closes: [Int] = []
    var waiting: [Int] = []
    while let c = structural(before: end) {
      if c == 0x5B || c == 0x7B {
        waiting.append(opens.count)
        opens.append(offset)
        closes.append(end)
      } else if c != 0x2C, let number = waiting.popLast() {
        closes[number] = offset
      }
      offset += 1
    }
    return (opens, closes)
  }

  /// The number of commas at `level` before `end`, until a container at `level` closes.
  mutating func commas(atDepth level: Int, before end: Int) -> Int {
    var count = 0
    while let c = structural(before: end) {
      if c == 0x2C {
        if depth == level { count += 1 }
      } else {
        depth += c == 0x5B || c == 0x7B ? 1 : -1
        // The commas so far belonged to a sibling that has ended.
        if depth < level { count = 0 }
      }
      offset += 1
    }
    return count
  }

  /// The containers opened before `end` that are still open there, the minimum depth on the way, and the commas at that
  /// depth since it was reached: those of the container that was open before.
  mutating func openContainers(before end: Int) -> (opened: [JSONAncestor], minimum: Int, commas: Int) {
    var opened: [JSONAncestor] = []
    var minimum = depth
    var commas = 0
    var key: Range<Int>?
    while offset < end {
      let c = text[offset]
      switch c {
      case 0x22:
        let start = offset
        offset = text.stringEnd(offset, before: end)
        key = start..<offset
        continue
      case 0x2C:
        key = nil
        if let last = opened.indices.last { opened[last].commas += 1 } else { commas += 1 }
      case 0x5B, 0x7B:
        opened.append(JSONAncestor(open: offset, key: key, depth: depth, isObject: c == 0x7B))
        depth += 1
        key = nil
      case 0x5D, 0x7D:
        depth = max(0, depth - 1)
        if !opened.isEmpty {
          opened.removeLast()
        } else if depth < minimum {
          (minimum, commas) = (depth, 0)
        }
      default: break
      }
      offset += 1
    }
    return (opened, minimum, commas)
  }
}

/// A value of a document without its content.
enum JSONShallowValue: Equatable, Sendable {
  /// No node, or a function without a result.
  case nothing
  case null
  case boolean(Bool)
  /// All digits count.
  case number(DecimalNumber)
  /// A string as UTF-8, so that strings are equal only if their characters are.
  case string([UInt8])
  /// An array or object, by the offset of its opening bracket.
  case container(Int)
}
