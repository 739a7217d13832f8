/// Block scalars whose end depends on the lines that follow: the last one of a file without a final line break, and
/// those that keep the blank lines after them (`|+`).
extension YAMLPatcher {
  /// A block scalar at the end of a file without a final line break.
  struct OpenText {
    /// Header and lines.
    let range: Range<Int>
    /// Keeps the text the same once a line follows it: `|` would add a line break to the text, `|-` does not.
    let closing: (range: Range<Int>, bytes: [UInt8])
  }

  var openText: OpenText? {
    guard text.hasOpenEnd, let root = document.root, let node = Self.lastText(of: root), let range = node.range,
      let scalar = node.scalar, !scalar.text.isEmpty, scalar.text.utf8.last != 0x0A
    else { return nil }
    let header = header(of: node, range)
    let strip = [UInt8(ascii: "-")]
    guard !text.bytes[header].contains(strip[0]) else { return nil }
    let sign = text.bytes[header].firstIndex(of: UInt8(ascii: "+"))
    return OpenText(
      range: range, closing: (sign.map { $0..<($0 + 1) } ?? header.upperBound..<header.upperBound, strip))
  }

  /// Whether blank lines after an entry are part of its text.
  func keepsBlankLines(_ entry: YAMLEntry) -> Bool {
    guard let node = Self.lastText(of: entry.value), let range = node.range else { return false }
    return text.bytes[header(of: node, range)].contains(UInt8(ascii: "+"))
  }

  /// Whole lines to be moved: with a final line break, and with unchanged texts.
  func lifted(_ lines: Range<Int>) -> [UInt8] {
    var bytes = Array(text.bytes[lines])
    if bytes.last == 0x0A { return bytes }
    if let open = openText, lines.contains(open.range.lowerBound) {
      let (range, strip) = open.closing
      bytes.replaceSubrange((range.lowerBound - lines.lowerBound)..<(range.upperBound - lines.lowerBound), with: strip)
    }
    return bytes + text.newline
  }

  /// The block scalar at the end of a node.
  private static func lastText(of node: YAMLNode) -> YAMLNode? {
    guard !node.isFlow, !node.isAlias else { return nil }
    switch node.content {
    case .scalar(let scalar): return scalar.style == .literal || scalar.style == .folded ? node : nil
    case .sequence(let items): return items.last.flatMap { lastText(of: $0) }
    case .mapping(let entries): return entries.last.flatMap { lastText(of: $0.value) }
    }
  }

  /// `|` or `>` and its indicators.
  private func header(of node: YAMLNode, _ range: Range<Int>) -> Range<Int> {
    let start = afterProperties(node, range)
    let end = text.bytes[start..<range.upperBound].firstIndex { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return start..<(end ?? range.upperBound)
  }
}
