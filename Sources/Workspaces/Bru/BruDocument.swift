/// A file of Bruno's older format as its blocks: `name { … }` or `name [ … ]`, each from the start of a line.
struct BruDocument: Hashable, Sendable {
  struct Block: Hashable, Sendable {
    var name: String
    var isList: Bool
    /// Without the first and last one; indented as they stand, line ends taken off.
    var lines: [String] = []
    /// Of the block's first line, from 1.
    var line: Int

    func holding(_ lines: ArraySlice<String>) -> Block {
      Block(name: name, isList: isList, lines: Array(lines), line: line)
    }
  }

  /// A line that belongs to no block.
  struct Stray: Hashable, Sendable {
    var line: Int
    var text: String
  }

  private(set) var blocks: [Block] = []
  private(set) var strays: [Stray] = []
  /// The texts of those lines, with the empty ones among them.
  private(set) var loose: [String] = []
  /// The line of the last block's beginning, where that block has no end.
  private(set) var unclosed: Int?

  /// Fails on bytes that are not UTF-8; everything else is read to its end.
  init(_ bytes: [UInt8]) throws(YAMLError) {
    let source = try YAMLSource(bytes)
    self.init(lines: BruText.lines(source.bytes.dropFirst(source.start)), firstLine: 1)
  }

  /// - Parameter separator: what stands between a block's name and its brace; examples have a colon there.
  init(lines: [String], firstLine: Int, separator: String = "") {
    var open: Block?
    /// The first line of the open block, which gets its lines all at once.
    var first = 0
    for (index, line) in lines.enumerated() {
      if let block = open {
        guard !line.hasBlankFirst, BruText.trimmed(line) == (block.isList ? "]" : "}") else { continue }
        blocks.append(block.holding(lines[first..<index]))
        open = nil
        continue
      }
      let head = BruText.trimmed(line)
      if head.isEmpty {
        loose.append(line)
      } else if let block = Self.block(head, line: firstLine + index, separator), !line.hasBlankFirst {
        if head.utf8.last == UInt8(ascii: "]") { blocks.append(block) } else { (open, first) = (block, index + 1) }
      } else {
        strays.append(Stray(line: firstLine + index, text: line))
        loose.append(line)
      }
    }
    if let open {
      unclosed = open.line
      blocks.append(open.holding(lines[min(first, lines.count)...]))
    }
  }

  /// `name {`, `name [`, or the whole of `name [ a, b ]`.
  private static func block(_ head: String, line: Int, _ separator: String) -> Block? {
    func name(_ text: some StringProtocol) -> String? {
      let name = BruText.trimmed(text)
      if separator.isEmpty { return name }
      return name.hasSuffix(separator) ? BruText.trimmed(name.dropLast(separator.count)) : nil
    }
    switch head.utf8.last {
    case UInt8(ascii: "{"): return name(head.dropLast()).map { Block(name: $0, isList: false, line: line) }
    case UInt8(ascii: "["): return name(head.dropLast()).map { Block(name: $0, isList: true, line: line) }
    case UInt8(ascii: "]"):
      guard let open = head.utf8.firstIndex(of: UInt8(ascii: "[")) else { return nil }
      let inner = head[head.index(after: open)...].dropLast()
      return name(head[..<open]).map { Block(name: $0, isList: true, lines: [String(inner)], line: line) }
    default: return nil
    }
  }

  subscript(name: String) -> Block? { blocks.first { $0.name == name } }

  /// The pairs of a block, none where it is absent.
  func pairs(_ name: String) -> [BruPair] { self[name].map { BruText.pairs($0.lines) } ?? [] }

  func value(_ block: String, _ name: String) -> String? { pairs(block).first { $0.name == name }?.value }

  /// The text of a block, its indentation taken away; `nil` where it is absent.
  func text(_ name: String) -> String? {
    self[name].map { block in BruText.outdented(block.lines.drop(while: \.isEmpty)).joined(separator: "\n") }
  }

  /// What keeps the file from being a whole one; an environment's color is a line of its own.
  var fault: YAMLError? {
    if let stray = strays.first(where: { !$0.text.hasPrefix("color:") }) {
      return YAMLError(line: stray.line, column: 1, "expected a block such as `headers {`")
    }
    guard let unclosed, let block = blocks.last else { return nil }
    return YAMLError(line: unclosed, column: 1, "the block \"\(block.name)\" has no end")
  }
}
