/// Reads valid JSON line by line as in the pretty view, starting at any checkpoint.
struct JSONWalker {
  let base: UnsafeRawPointer
  /// The end of the validated part. A token that is cut off there is shown as far as it goes.
  let limit: Int
  let longTokens: LongTokens
  var offset: Int
  var line: Int
  var depth: Int

  /// The next line, or `nil` at the end of the validated part.
  mutating func next() -> JSONLine? {
    guard skipToToken() else { return nil }
    let c = base.load(fromByteOffset: offset, as: UInt8.self)
    let number = line
    line += 1
    if c == 0x5D || c == 0x7D {
      depth = max(0, depth - 1)
      let value = offset..<offset + 1
      offset += 1
      return JSONLine(number: number, kind: .close, depth: depth, value: value, hasComma: takeComma())
    }
    var key: Range<Int>?
    if c == 0x22 {
      let text = token()
      guard skipSpace(), base.load(fromByteOffset: offset, as: UInt8.self) == 0x3A else {
        return JSONLine(number: number, kind: .scalar, depth: depth, value: text, hasComma: takeComma())
      }
      key = text
      offset += 1
      guard skipSpace() else {
        return JSONLine(
          number: number, kind: .scalar, depth: depth, key: key, value: offset..<offset, hasComma: false)
      }
    }
    return value(number, key: key)
  }

  private mutating func value(_ number: Int, key: Range<Int>?) -> JSONLine {
    let c = base.load(fromByteOffset: offset, as: UInt8.self)
    guard c == 0x7B || c == 0x5B else {
      let text = token()
      return JSONLine(number: number, kind: .scalar, depth: depth, key: key, value: text, hasComma: takeComma())
    }
    let start = offset
    offset += 1
    if skipSpace(), base.load(fromByteOffset: offset, as: UInt8.self) == c + 2 {
      offset += 1
      let value = start..<offset
      return JSONLine(number: number, kind: .empty, depth: depth, key: key, value: value, hasComma: takeComma())
    }
    depth += 1
    return JSONLine(number: number, kind: .open, depth: depth - 1, key: key, value: start..<start + 1, hasComma: false)
  }

  /// Skips white space and the commas that belong to previous lines.
  private mutating func skipToToken() -> Bool {
    while skipSpace() {
      switch base.load(fromByteOffset: offset, as: UInt8.self) {
      case 0x2C, 0x1E: offset += 1
      case 0xEF where offset == 0: offset = min(3, limit)
      default: return true
      }
    }
    return false
  }

  private mutating func takeComma() -> Bool {
    let back = offset
    guard skipSpace(), base.load(fromByteOffset: offset, as: UInt8.self) == 0x2C else {
      offset = back
      return false
    }
    offset += 1
    return true
  }

  @inline(__always)
  private mutating func skipSpace() -> Bool { JSONScanner.skipSpace(base, &offset, limit) }

  /// The string, number or literal at the current offset, without brackets.
  private mutating func token() -> Range<Int> {
    let start = offset
    if base.load(fromByteOffset: start, as: UInt8.self) == 0x22 {
      offset = JSONText.stringEnd(base, start, limit, long: longTokens)
    } else {
      offset = JSONText.wordEnd(base, start, limit, long: longTokens)
    }
    return start..<offset
  }
}
