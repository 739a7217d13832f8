/// Reads only those parts of an item's file that a list shows.
///
/// Measured on `apus list` of 10,000 requests, 25 rounds in turn: 121 ms of processor time with it, 211 ms without.
/// `HeadScannerTests` compares it with the parser; `ComplexityTests` checks its cost.
///
/// It understands the plain block style that Bruno and Apus write, checks the structure of every line, and returns
/// `nil` on anything that it does not understand; the file is then parsed in full. So no fault is missed.
struct HeadScanner {
  struct Head: Equatable, Sendable {
    var name = ""
    var type = ""
    var sequence: Double?
    var tags: [String] = []
    var method = ""
    var url = ""
    /// The top-level keys that were seen.
    var keys: [String] = []
  }

  private enum Field {
    case name, type, sequence, tags, method, url
  }

  private static let infoFields: [(Field, StaticString)] = [
    (.name, "name"), (.type, "type"), (.sequence, "seq"), (.tags, "tags"),
  ]
  private static let blockFields: [(Field, StaticString)] = [(.method, "method"), (.url, "url")]

  private struct Level {
    var indent: Int
    var isSequence: Bool
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var head = Head()
  private var levels: [Level] = []
  /// The last line was `key:` without a value.
  private var isOpen = false
  /// The meaning of the last top-level key.
  private var (isInfo, isBlock) = (false, false)
  /// The last key of `info` was `tags`.
  private var isTags = false
  /// The key of the block that contains the request.
  private var block: String?
  /// Inside a literal block whose key has this indent.
  private var literalParent: Int?
  private var literalIndent: Int?

  static func head(of bytes: [UInt8]) -> Head? {
    bytes.withUnsafeBufferPointer { buffer in
      var scanner = HeadScanner(bytes: buffer)
      return scanner.scan()
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    levels.reserveCapacity(8)
    head.keys.reserveCapacity(8)
  }

  private mutating func scan() -> Head? {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A {
        // Anything but printable ASCII needs the parser.
        guard bytes[end] >= 0x20, bytes[end] < 0x7F else { return nil }
        end += 1
      }
      guard line(start, end) else { return nil }
      start = end + 1
    }
    // The parser decides what a block of another type means.
    guard block == nil || head.type.isEmpty || block == head.type else { return nil }
    return head.keys.isEmpty ? nil : head
  }

  private mutating func line(_ start: Int, _ end: Int) -> Bool {
    var first = start
    while first < end, bytes[first] == 0x20 { first += 1 }
    let indent = first - start
    if first == end { return indent == 0 || literalIndent.map { indent <= $0 } ?? (literalParent == nil) }
    if let parent = literalParent {
      if indent > parent {
        literalIndent = literalIndent ?? indent
        return indent >= literalIndent ?? indent
      }
      literalParent = nil
      literalIndent = nil
    }
    if bytes[first] == UInt8(ascii: "#") { return true }
    return content(first, trimmedEnd(first, end), indent)
  }

  private mutating func content(_ first: Int, _ end: Int, _ indent: Int) -> Bool {
    let isItem = bytes[first] == UInt8(ascii: "-") && (first + 1 == end || bytes[first + 1] == 0x20)
    guard settle(indent, isItem: isItem) else { return false }
    guard isItem else { return key(first, end, indent) }
    var inner = first + 1
    while inner < end, bytes[inner] == 0x20 { inner += 1 }
    guard inner < end, bytes[inner] != UInt8(ascii: "-") else { return false }
    if keyEnd(inner, end) != nil {
      let column = indent + inner - first
      levels.append(Level(indent: column, isSequence: false))
      return key(inner, end, column)
    }
    guard isSimple(inner, end) else { return false }
    // Deeper lists are not the tags themselves.
    if isTags, levels.count == 3, let tag = scalar(inner, end) { head.tags.append(tag) }
    return true
  }

  /// Finds the level of a line at `indent`, or opens one below a key without a value.
  private mutating func settle(_ indent: Int, isItem: Bool) -> Bool {
    let wasOpen = isOpen
    isOpen = false
    if let top = levels.last, indent > top.indent {
      guard wasOpen, !top.isSequence else { return false }
      levels.append(Level(indent: indent, isSequence: isItem))
      return true
    }
    if levels.isEmpty {
      guard !isItem, indent == 0 else { return false }
      levels.append(Level(indent: 0, isSequence: false))
      return true
    }
    while let top = levels.last, top.indent > indent { levels.removeLast() }
    // A list may have the same indent as its key.
    if let top = levels.last, top.isSequence, !isItem, levels.dropLast().last?.indent == indent { levels.removeLast() }
    guard let top = levels.last, top.indent == indent else { return false }
    if isItem, !top.isSequence {
      guard wasOpen else { return false }
      levels.append(Level(indent: indent, isSequence: true))
      return true
    }
    return top.isSequence == isItem
  }

  private mutating func key(_ first: Int, _ end: Int, _ indent: Int) -> Bool {
    guard let colon = keyEnd(first, end) else { return false }
    if levels.count <= 2 { isTags = false }
    if levels.count == 1 {
      let name = text(first, colon)
      // No request has so many keys; checking a name against all of them would be quadratic.
      guard head.keys.count < 32, !head.keys.contains(name) else { return false }
      head.keys.append(name)
      isInfo = name == "info"
      isBlock = !isInfo && RequestReader.blocks.contains(name)
      if isBlock {
        guard block == nil else { return false }
        block = name
      }
    }
    // Deeper keys do not matter here.
    let field = levels.count == 2 ? field(first, colon) : nil
    isTags = isTags || field == .tags
    var value = colon + 1
    while value < end, bytes[value] == 0x20 { value += 1 }
    if value == end {
      isOpen = true
      return true
    }
    if bytes[value] == UInt8(ascii: "|") {
      guard end - value <= 2, end - value == 1 || [0x2B, 0x2D].contains(bytes[value + 1]) else { return false }
      literalParent = indent
      // A name or URL in a block needs the parser.
      return field == nil
    }
    guard isSimple(value, end) else { return false }
    return field.map { take($0, value, end) } ?? true
  }

  /// The field that a key means, if a list shows it.
  private func field(_ first: Int, _ colon: Int) -> Field? {
    guard isInfo || isBlock else { return nil }
    let known: [(Field, StaticString)] = isInfo ? Self.infoFields : Self.blockFields
    return known.first { _, word in
      word.utf8CodeUnitCount == colon - first
        && (0..<word.utf8CodeUnitCount).allSatisfy { word.utf8Start[$0] == bytes[first + $0] }
    }?.0
  }

  private mutating func take(_ field: Field, _ start: Int, _ end: Int) -> Bool {
    let scalar = scalar(start, end)
    if field == .tags {
      // A single text counts as a list of one; null and an empty list or mapping hold none.
      if let scalar, !isNull(start, end) { head.tags.append(scalar) }
      return head.tags.count <= 1
    }
    guard let value = scalar else { return false }
    switch field {
    case .name: return Self.set(&head.name, value)
    case .type: return Self.set(&head.type, value)
    case .method: return Self.set(&head.method, value)
    case .url: return Self.set(&head.url, value)
    case .sequence:
      guard head.sequence == nil else { return false }
      head.sequence = YAMLCoreSchema.number(value)
      return head.sequence != nil
    case .tags: return true
    }
  }

  /// A simple scalar's text, empty for null; `nil` for an empty list or mapping.
  private func scalar(_ start: Int, _ end: Int) -> String? {
    switch bytes[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): text(start + 1, end - 1)
    case 0x5B, 0x7B: nil
    default: isNull(start, end) ? "" : text(start, end)
    }
  }

  private func isNull(_ start: Int, _ end: Int) -> Bool { YAMLCoreSchema.isNull(text(start, end)) }

  /// A repeated key makes the file invalid; the parser reports it.
  private static func set(_ field: inout String, _ value: String) -> Bool {
    guard field.isEmpty else { return false }
    field = value
    return true
  }

  /// The colon that ends a key of plain letters, digits, `_`, `-` and `.`.
  private func keyEnd(_ first: Int, _ end: Int) -> Int? {
    var index = first
    while index < end {
      switch bytes[index] {
      case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F: index += 1
      case 0x2D where index > first, 0x2E where index > first: index += 1
      case 0x3A where index > first && (index + 1 == end || bytes[index + 1] == 0x20): return index
      default: return nil
      }
    }
    return nil
  }

  /// Whether the bytes are a scalar on one line that needs no unescaping.
  private func isSimple(_ start: Int, _ end: Int) -> Bool {
    let first = bytes[start]
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      guard end - start >= 2, bytes[end - 1] == first else { return false }
      return bytes[(start + 1)..<(end - 1)].allSatisfy { $0 != first && $0 != UInt8(ascii: "\\") }
    }
    if end - start == 2, (first == 0x5B && bytes[start + 1] == 0x5D) || (first == 0x7B && bytes[start + 1] == 0x7D) {
      return true
    }
    switch first {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2F, 0x2E, 0x5F, 0x24, 0x28, 0x2B, 0x7E, 0x3C, 0x3D, 0x5E: break
    default: return false
    }
    var index = start
    while index < end {
      if bytes[index] == 0x3A, index + 1 == end || bytes[index + 1] == 0x20 { return false }
      if bytes[index] == 0x23, bytes[index - 1] == 0x20 { return false }
      index += 1
    }
    return true
  }

  private func trimmedEnd(_ first: Int, _ end: Int) -> Int {
    var cut = end
    while cut > first, bytes[cut - 1] == 0x20 { cut -= 1 }
    return cut
  }

  private func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }
}
