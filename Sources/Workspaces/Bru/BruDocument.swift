/// A file in Bruno's older format, split into its blocks: `name { … }` or `name [ … ]`, each at the start of a line.
struct BruDocument: Hashable, Sendable {
  struct Block: Hashable, Sendable {
    var name: String
    var isList: Bool
    /// The lines between the braces, with their indentation, without line ends.
    var lines: [String] = []
    /// The line number of the block's first line, from 1.
    var line: Int

    func holding(_ lines: ArraySlice<String>) -> Block {
      Block(name: name, isList: isList, lines: Array(lines), line: line)
    }
  }

  /// A line outside every block.
  struct Stray: Hashable, Sendable {
    var line: Int
    var text: String
  }

  private(set) var blocks: [Block] = []
  private(set) var strays: [Stray] = []
  /// The text of those lines, including the empty ones.
  private(set) var loose: [String] = []
  /// The first line of the last block, if that block is not closed.
  private(set) var unclosed: Int?

  /// Throws for bytes that are not UTF-8; everything else is read to its end.
  init(_ bytes: [UInt8]) throws(YAMLError) {
    let source = try YAMLSource(bytes)
    self.init(lines: BruText.lines(source.bytes.dropFirst(source.start)), firstLine: 1)
  }

  /// - Parameter separator: the text between a block's name and its brace; a colon in examples.
  init(lines: [String], firstLine: Int, separator: String = "") {
    var open: Block?
    /// The first line of the open block; its lines are added when it closes.
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

  /// The pairs of a block; empty if it is absent.
  func pairs(_ name: String) -> [BruPair] { self[name].map { BruText.pairs($0.lines) } ?? [] }

  func value(_ block: String, _ name: String) -> String? { pairs(block).first { $0.name == name }?.value }

  /// The text of a block without its indentation; `nil` if it is absent.
  func text(_ name: String) -> String? {
    self[name].map { block in BruText.outdented(block.lines.drop(while: \.isEmpty)).joined(separator: "\n") }
  }

  /// Why the file is not well-formed; an environment's color may be a line of its own.
  var fault: YAMLError? {
    if let stray = strays.first(where: { !$0.text.hasPrefix("color:") }) {
      return YAMLError(line: stray.line, column: 1, "expected a block such as `headers {`")
    }
    guard let unclosed, let block = blocks.last else { return nil }
    return YAMLError(line: unclosed, column: 1, "the block \"\(block.name)\" has no end")
  }
}
