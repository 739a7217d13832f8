/// Reads only the structure of valid JSON: brackets, commas, and keys on request.
struct JSONBrackets {
  let base: UnsafeRawPointer
  var offset: Int
  var depth: Int
  let longTokens: LongTokens

  /// Moves to the next structural byte before `end` and returns it. Strings are skipped.
  @inline(__always)
  private mutating func structural(before end: Int) -> UInt8? {
    while offset < end {
      let c = base.load(fromByteOffset: offset, as: UInt8.self)
      switch c {
      case 0x22: offset = JSONText.stringEnd(base, offset, end, long: longTokens)
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
      let c = base.load(fromByteOffset: offset, as: UInt8.self)
      switch c {
      case 0x22:
        let start = offset
        offset = JSONText.stringEnd(base, offset, end, long: longTokens)
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
