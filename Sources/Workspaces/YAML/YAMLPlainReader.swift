/// Reads the plain block style that Bruno and Apus write: mappings, lists, scalars on one line and literal blocks, in
/// printable ASCII. Several times as fast as libyaml's parser, which matters where a thousand files are read to be sent.
///
/// It gives up (`nil`) at the first thing that it is not sure of; the text is then parsed in full. So it decides nothing:
/// what it makes is what the parser would have made, to the byte of every range.
struct YAMLPlainReader {
  private static let deepest = 32
  /// libyaml takes longer ones for no keys.
  private static let longestKey = 128

  private let bytes: UnsafeBufferPointer<UInt8>
  /// Where the line begins that is read next.
  private var position = 0
  /// Of that line, blank lines and comments skipped.
  private var line: Line?

  /// A line with something on it.
  private struct Line {
    var start: Int
    /// Where its text begins and ends, trailing blanks left out.
    var first: Int
    var end: Int

    var indent: Int { first - start }
  }

  /// `nil` also for any text that is not ASCII.
  static func root(of bytes: [UInt8]) -> YAMLNode? {
    guard bytes.last == 0x0A else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      guard isPlain(buffer) else { return nil }
      var reader = YAMLPlainReader(bytes: buffer)
      reader.advance()
      guard let line = reader.line, line.indent == 0, !reader.isItem(line) else { return nil }
      let root = reader.mapping(at: 0, depth: 0)
      return reader.line == nil ? root : nil
    }
  }

  /// Whether all is printable ASCII in lines. Without a way out of the loop, many bytes are looked at as one.
  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var strange: UInt8 = 0
    for byte in bytes { strange |= (byte &- 0x20 > 0x5E ? 1 : 0) & (byte == 0x0A ? 0 : 1) }
    return strange == 0
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Goes on to the next line that is neither blank nor a comment.
  private mutating func advance() {
    while position < bytes.count {
      let start = position
      let end = endOfLine(from: start)
      position = end + 1
      var first = start
      while first < end, bytes[first] == 0x20 { first += 1 }
      if first == end || bytes[first] == UInt8(ascii: "#") { continue }
      line = Line(start: start, first: first, end: trimmedEnd(first, end))
      return
    }
    line = nil
  }

  private func endOfLine(from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    return end
  }

  private func trimmedEnd(_ first: Int, _ end: Int) -> Int {
    var cut = end
    while cut > first, bytes[cut - 1] == 0x20 { cut -= 1 }
    return cut
  }

  private func isItem(_ line: Line) -> Bool {
    bytes[line.first] == UInt8(ascii: "-") && (line.first + 1 == line.end || bytes[line.first + 1] == 0x20)
  }
}

/// Collections.
extension YAMLPlainReader {
  /// The entries from this line on that stand at `indent`; the first may stand behind the dash of a list's item.
  private mutating func mapping(at indent: Int, depth: Int) -> YAMLNode? {
    guard depth <= Self.deepest else { return nil }
    var entries: [YAMLEntry] = []
    entries.reserveCapacity(4)
    var names: Set<String> = []
    var (weight, start) = (1, line?.first ?? 0)
    var isBehindDash = line.map { $0.indent != indent } ?? false
    if isBehindDash, let line { start = line.start + indent }
    while let line, isBehindDash || line.indent == indent {
      let first = line.start + indent
      guard let colon = endOfKey(first, line.end) else { return nil }
      let key = scalar(first, colon, .plain)
      guard isNew(key, entries, &names) else { return nil }
      guard let value = value(after: colon, at: indent, line, depth: depth) else { return nil }
      weight += 1 + value.weight
      entries.append(YAMLEntry(key: key, value: value))
      isBehindDash = false
    }
    if let line, line.indent > indent { return nil }
    guard let end = entries.last?.value.range?.upperBound else { return nil }
    var node = YAMLNode(.mapping(entries), range: start..<end)
    node.weight = weight
    return node
  }

  /// Whether no entry has that key. A few are compared with it; of many the names are remembered.
  private func isNew(_ key: YAMLNode, _ entries: [YAMLEntry], _ names: inout Set<String>) -> Bool {
    guard entries.count >= 16 else { return !entries.contains { $0.key.content == key.content } }
    if names.isEmpty { names = Set(entries.compactMap { $0.key.scalar?.text }) }
    return key.scalar.map { names.insert($0.text).inserted } ?? false
  }

  private mutating func sequence(at indent: Int, depth: Int) -> YAMLNode? {
    guard depth <= Self.deepest, let start = line?.first else { return nil }
    var items: [YAMLNode] = []
    var weight = 1
    while let line, line.indent == indent, isItem(line) {
      var inner = line.first + 1
      while inner < line.end, bytes[inner] == 0x20 { inner += 1 }
      guard inner < line.end else { return nil }
      let item: YAMLNode?
      if endOfKey(inner, line.end) != nil {
        item = mapping(at: inner - line.start, depth: depth + 1)
      } else {
        item = simple(inner, line.end)
        advance()
      }
      guard let item else { return nil }
      weight += item.weight
      items.append(item)
    }
    if let line, line.indent > indent { return nil }
    guard let end = items.last?.range?.upperBound else { return nil }
    var node = YAMLNode(.sequence(items), range: start..<end)
    node.weight = weight
    return node
  }

  /// What a key has: on its line, or below it.
  private mutating func value(after colon: Int, at indent: Int, _ key: Line, depth: Int) -> YAMLNode? {
    var first = colon + 1
    while first < key.end, bytes[first] == 0x20 { first += 1 }
    if first == key.end {
      advance()
      guard let line else { return nil }
      if isItem(line), line.indent >= indent { return sequence(at: line.indent, depth: depth + 1) }
      return line.indent > indent ? mapping(at: line.indent, depth: depth + 1) : nil
    }
    if bytes[first] == UInt8(ascii: "|") { return literal(first, key.end, above: indent) }
    let node = simple(first, key.end)
    advance()
    return node
  }
}

/// Scalars.
extension YAMLPlainReader {
  private func scalar(_ start: Int, _ end: Int, _ style: YAMLScalar.Style) -> YAMLNode {
    let isQuoted = style != .plain
    let text = bytes[(isQuoted ? start + 1 : start)..<(isQuoted ? end - 1 : end)]
    let scalar = YAMLScalar(String(decoding: UnsafeBufferPointer(rebasing: text), as: UTF8.self), style)
    return YAMLNode(.scalar(scalar), range: start..<end)
  }

  /// The colon that ends a key of letters, digits, `_`, `-` and `.`.
  private func endOfKey(_ first: Int, _ end: Int) -> Int? {
    var index = first
    while index < end, index - first < Self.longestKey {
      switch bytes[index] {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F: index += 1
      case 0x2D where index > first, 0x2E where index > first: index += 1
      case 0x3A where index > first && (index + 1 == end || bytes[index + 1] == 0x20): return index
      default: return nil
      }
    }
    return nil
  }

  /// A scalar on one line whose text is plain to see, or an empty `[]` or `{}`.
  private func simple(_ start: Int, _ end: Int) -> YAMLNode? {
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let quote = bytes[start]
      guard end - start >= 2, bytes[end - 1] == quote,
        !bytes[(start + 1)..<(end - 1)].contains(where: { $0 == quote || $0 == UInt8(ascii: "\\") })
      else { return nil }
      return scalar(start, end, quote == UInt8(ascii: "'") ? .singleQuoted : .doubleQuoted)
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      let closing: UInt8 = bytes[start] + 2
      guard end - start == 2, bytes[start + 1] == closing else { return nil }
      var node = YAMLNode(bytes[start] == UInt8(ascii: "[") ? .sequence([]) : .mapping([]), range: start..<end)
      node.isFlow = true
      return node
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2F, 0x2E, 0x5F, 0x24, 0x28, 0x2B, 0x7E, 0x3C, 0x3D, 0x5E:
      return isPlain(start, end) ? scalar(start, end, .plain) : nil
    default: return nil
    }
  }

  private func isPlain(_ start: Int, _ end: Int) -> Bool {
    for index in start..<end {
      if bytes[index] == 0x3A, index + 1 == end || bytes[index + 1] == 0x20 { return false }
      if bytes[index] == 0x23, bytes[index - 1] == 0x20 { return false }
    }
    return true
  }

  /// A block `|` or `|-` whose lines stand deeper than the key at `indent`; blank lines are empty.
  private mutating func literal(_ start: Int, _ end: Int, above indent: Int) -> YAMLNode? {
    guard end - start == 1 || end - start == 2 && bytes[start + 1] == UInt8(ascii: "-") else { return nil }
    var text: [UInt8] = []
    var (depth, last, blanks) = (0, start, 0)
    while position < bytes.count {
      let end = endOfLine(from: position)
      if end == position {
        blanks += 1
      } else {
        var first = position
        while first < end, bytes[first] == 0x20 { first += 1 }
        guard first < end else { return nil }
        if first - position <= indent { break }
        if depth == 0 {
          guard blanks == 0 else { return nil }
          depth = first - position
        }
        guard first - position >= depth else { return nil }
        if last > start { text += repeatElement(0x0A, count: blanks + 1) }
        text += bytes[(position + depth)..<end]
        (last, blanks) = (end, 0)
      }
      position = end + 1
    }
    guard depth > 0 else { return nil }
    advance()
    if end - start == 1 { text.append(0x0A) }
    return YAMLNode(.scalar(YAMLScalar(String(decoding: text, as: UTF8.self), .literal)), range: start..<last)
  }
}
