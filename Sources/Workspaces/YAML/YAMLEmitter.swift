import Basics

/// Writes nodes as lines in block style: whole new files, and the blocks that a patch inserts into an existing one.
struct YAMLEmitter {
  /// Indentation of a list's dash relative to its key, 0 or 2.
  var listIndent = 2
  var step = 2
  var allowsKeep = true

  /// The keys that are preceded by a blank line.
  static let spacedKeys: Set<String> = [
    "info", "http", "graphql", "grpc", "websocket", "mock", "routes", "runtime", "settings", "examples", "docs",
    "items",
    "request",
  ]

  /// The text after a key or dash: the rest of its line, and whole lines below it.
  struct Value: Equatable {
    var inline: String
    var lines: [String] = []
  }

  /// A whole file, with its final line break.
  static func file(_ root: YAMLNode) -> [UInt8] {
    let emitter = YAMLEmitter()
    var lines: [String] = []
    for entry in root.entries ?? [] {
      if !lines.isEmpty, spacedKeys.contains(entry.name), lines.last != "" { lines.append("") }
      lines += emitter.entry(entry.name, entry.value, indent: 0)
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// `key: value` as lines, the first one at `indent`.
  func entry(_ key: String, _ value: YAMLNode, indent: Int) -> [String] {
    let written = self.value(value, ownerIndent: indent, listIndent: listIndent)
    let name = scalars.write(YAMLScalar(key, .new(isString: true))).inline
    return [spaces(indent) + name + ":" + (written.inline.isEmpty ? "" : " " + written.inline)] + written.lines
  }

  /// `- value` as lines, the dash at `indent`.
  func item(_ value: YAMLNode, indent: Int) -> [String] {
    let written = itemValue(value, indent: indent)
    return [spaces(indent) + "-" + (written.inline.isEmpty ? "" : " " + written.inline)] + written.lines
  }

  /// The text after a dash at `indent`: a map or list starts on the same line.
  func itemValue(_ value: YAMLNode, indent: Int) -> Value {
    var lines: [String]
    switch value.content {
    case .mapping(let entries) where !entries.isEmpty:
      lines = entries.flatMap { entry($0.name, $0.value, indent: indent + 2) }
    case .sequence(let items) where !items.isEmpty: lines = items.flatMap { item($0, indent: indent + 2) }
    default: return self.value(value, ownerIndent: indent, listIndent: listIndent)
    }
    let first = lines.removeFirst()
    return Value(inline: String(first.dropFirst(indent + 2)), lines: lines)
  }

  /// The text after a key at `ownerIndent`.
  func value(
    _ node: YAMLNode, ownerIndent: Int, listIndent: Int, like old: YAMLScalar.Style? = nil, textIndent: Int? = nil
  ) -> Value {
    switch node.content {
    case .scalar(let scalar):
      let written = scalars.write(scalar, like: old)
      let indent = written.hasIndicator ? ownerIndent + step : textIndent ?? ownerIndent + step
      return Value(inline: written.inline, lines: written.lines.map { $0.isEmpty ? "" : spaces(indent) + $0 })
    case .sequence(let items):
      if items.isEmpty { return Value(inline: "[]") }
      return Value(inline: "", lines: items.flatMap { item($0, indent: ownerIndent + listIndent) })
    case .mapping(let entries):
      if entries.isEmpty { return Value(inline: "{}") }
      return Value(inline: "", lines: entries.flatMap { entry($0.name, $0.value, indent: ownerIndent + step) })
    }
  }

  private var scalars: YAMLScalarWriter { YAMLScalarWriter(allowsKeep: allowsKeep, step: step) }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}

/// Writes one text as a YAML scalar in the style of the format (opencollection.md, section 2).
struct YAMLScalarWriter {
  /// The text after the key or dash, and the lines below it, without their indentation.
  struct Written: Equatable {
    var inline: String
    var lines: [String] = []
    /// Indicates whether the lines need an indentation indicator.
    var hasIndicator = false
  }

  /// Indicates whether `|+` may be used: only if no blank line of the file follows, which would become part of the
  /// text.
  var allowsKeep = true
  /// The indentation that an indicator names.
  var step = 2

  func write(_ scalar: YAMLScalar, like old: YAMLScalar.Style? = nil) -> Written {
    guard scalar.kind == .string else { return Written(inline: scalar.text.isEmpty ? "null" : scalar.text) }
    let text = scalar.text
    if needsEscapes(text) { return Written(inline: doubleQuoted(text)) }
    let isLong = text.utf8.contains(0x0A)
    switch old {
    case .literal where !text.isEmpty: if let literal = literal(text) { return literal }
    case .doubleQuoted where !isLong: return Written(inline: doubleQuoted(text))
    case .singleQuoted where !isLong: return Written(inline: singleQuoted(text))
    default: break
    }
    if isLong { return literal(text) ?? Written(inline: doubleQuoted(text)) }
    if isPlain(text) { return Written(inline: text) }
    let prefersSingle = text.contains("\"") && !text.contains("'")
    return Written(inline: prefersSingle ? singleQuoted(text) : doubleQuoted(text))
  }

  private func literal(_ text: String) -> Written? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.firstIndex(where: { !$0.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }) else { return nil }
    var header = "|"
    let endings = lines.reversed().prefix { $0.isEmpty }.count
    let last = lines[lines.count - 1]
    if endings == 0 {
      if last.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return nil }
      header += "-"
    } else {
      lines.removeLast()
      let before = lines.last ?? ""
      if endings > 1 {
        guard allowsKeep else { return nil }
        header += "+"
      } else if before.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        return nil
      }
    }
    let needsIndicator = lines[...first].contains { $0.hasPrefix(" ") }
    if needsIndicator { header = "|\(step)" + header.dropFirst() }
    return Written(inline: header, lines: lines, hasIndicator: needsIndicator)
  }

  /// True if a single line can be written without quotes.
  private func isPlain(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, let last = bytes.last else { return false }
    if ",[]{}#&*!|>'\"%@`\t ".utf8.contains(first) { return false }
    if first == UInt8(ascii: "?") || first == UInt8(ascii: "-") || first == UInt8(ascii: ":") {
      if bytes.count == 1 || bytes[1].isBlank { return false }
    }
    if last.isBlank || last == UInt8(ascii: ":") { return false }
    for index in bytes.indices.dropLast() {
      if bytes[index] == UInt8(ascii: ":"), bytes[index + 1].isBlank { return false }
      if bytes[index].isBlank, bytes[index + 1] == UInt8(ascii: "#") { return false }
    }
    if text.hasPrefix("---") || text.hasPrefix("...") { return false }
    return YAMLCoreSchema.kind(of: text) == .string
  }

  /// Control characters, and characters that libyaml's reader refuses.
  private func needsEscapes(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x09, 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFE, 0xFFFF: true
      default: scalar.value & 0xFFFF >= 0xFFFE
      }
    }
  }

  func singleQuoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  func doubleQuoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0x00..<0x20, 0x7F..<0xA0: result += "\\x" + Hexadecimal.text(scalar.value, digits: 2, uppercase: true)
      case 0xFEFF: result += "\\uFEFF"
      case let value where value & 0xFFFF >= 0xFFFE:
        result +=
          value > 0xFFFF
          ? "\\U" + Hexadecimal.text(value, digits: 8, uppercase: true)
          : "\\u" + Hexadecimal.text(value, digits: 4, uppercase: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Writes nodes on one line, as `{…}` and `[…]`, to be inserted in braces or brackets.
struct YAMLFlowWriter {
  /// Indicates whether every text is quoted, as in JSON.
  private let isJSON: Bool

  /// Uses the style of a collection: quoted names if all of its own are.
  init(likeJSON old: YAMLNode) {
    let names = old.entries?.map(\.key) ?? []
    isJSON = !names.isEmpty && names.allSatisfy { $0.scalar?.style == .doubleQuoted }
  }

  func entry(_ entry: YAMLEntry) -> String { "\(name(entry.key)): \(text(entry.value))" }

  /// - Parameter old: the style of the replaced text.
  func text(_ node: YAMLNode, like old: YAMLScalar.Style? = nil) -> String {
    switch node.content {
    case .scalar(let scalar): text(scalar, like: old ?? (isJSON ? .doubleQuoted : scalar.style))
    case .sequence(let items): "[" + items.map { text($0) }.joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { entry($0) }.joined(separator: ", ") + "}"
    }
  }

  /// The text on one line, without quotes only if no character in it could end it.
  private func text(_ scalar: YAMLScalar, like style: YAMLScalar.Style) -> String {
    let writer = YAMLScalarWriter()
    if scalar.kind == .string {
      let written = writer.write(scalar, like: style)
      let isBare = written.inline == scalar.text && written.lines.isEmpty
      guard isBare ? scalar.text.utf8.allSatisfy(isHarmless) : written.lines.isEmpty else {
        return writer.doubleQuoted(scalar.text)
      }
      return written.inline
    }
    return scalar.text.isEmpty ? "null" : scalar.text
  }

  private func name(_ key: YAMLNode) -> String {
    key.scalar.map { text($0, like: isJSON ? .doubleQuoted : $0.style) } ?? text(key)
  }

  private func isHarmless(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || " ._/-+".utf8.contains(byte)
  }
}

/// The bytes of a document as lines, and the style of its author.
struct YAMLText {
  let bytes: [UInt8]
  let newline: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    newline = LineEnds.first(in: bytes)
  }

  func lineStart(_ offset: Int) -> Int {
    var index = min(offset, bytes.count)
    while index > 0, bytes[index - 1] != 0x0A { index -= 1 }
    return index == 0 && bytes.starts(with: ByteOrderMark.utf8) && offset >= 3 ? 3 : index
  }

  /// The start of the next line, or the end of the text.
  func nextLine(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return min(index + 1, bytes.count)
  }

  /// The end of the line's content, before its line break.
  func lineEnd(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    return index > offset && index < bytes.count && bytes[index - 1] == 0x0D ? index - 1 : index
  }

  func column(_ offset: Int) -> Int { offset - lineStart(offset) }

  /// True if only blanks precede `offset` on its line.
  func isFirstOnLine(_ offset: Int) -> Bool { bytes[lineStart(offset)..<offset].allSatisfy { $0 == 0x20 } }

  func isBlankLine(_ start: Int) -> Bool {
    bytes[start..<lineEnd(start)].allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// The start of the line before the one that starts at `start`.
  func previousLine(_ start: Int) -> Int? { start > 0 ? lineStart(start - 1) : nil }

  func skipBlanks(_ offset: Int) -> Int {
    var index = offset
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  /// True if the last line has no line break.
  var hasOpenEnd: Bool { bytes.last.map { $0 != 0x0A } ?? false }

  static func withoutBreak(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.last == 0x0A else { return bytes }
    let line = bytes.dropLast()
    return Array(line.last == 0x0D ? line.dropLast() : line)
  }

  /// Lines joined by the file's own line break, including one after the last.
  func joined(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + newline } }

  /// The offsets of a block list's dashes, one for each item; `nil` if they cannot be found.
  func dashes(of list: YAMLNode) -> [Int]? {
    guard let start = list.range?.lowerBound, let items = list.items, start < bytes.count, bytes[start] == 0x2D else {
      return nil
    }
    let column = column(start)
    var found = [start]
    for item in items.dropLast() {
      guard let end = item.range?.upperBound else { return nil }
      var line = nextLine(max(end, found[found.count - 1]))
      if item.range?.isEmpty == true { line = nextLine(found[found.count - 1]) }
      while line < bytes.count,
        !(line + column < lineEnd(line) && bytes[line + column] == 0x2D && isFirstOnLine(line + column))
      {
        line = nextLine(line)
      }
      guard line < bytes.count else { return nil }
      found.append(line + column)
    }
    return found
  }
}
