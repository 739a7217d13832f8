import Basics

extension YAMLPatcher {
  /// Replaces a value; a comment after it on its line stays.
  mutating func replaceValue(_ old: YAMLNode, _ new: YAMLNode, _ owner: Owner) {
    guard let range = old.range else { return fail() }
    if owner.isItem, isBlock(old), text.lineStart(range.lowerBound) == text.lineStart(owner.mark) {
      return replaceCompactItem(range, new, owner)
    }
    let start = afterProperties(old, range)
    if case .scalar(let scalar) = old.content, scalar.style == .literal || scalar.style == .folded, !old.isAlias {
      return replaceBlockScalar(start..<range.upperBound, scalar, new, owner)
    }
    if isBlock(old) { return replaceBlock(start, range, new, owner) }
    let written = written(new, owner, like: old.scalar?.style)
    let isBelow = text.lineStart(range.lowerBound) != text.lineStart(owner.mark)
    if range.isEmpty || isBelow || written.inline.isEmpty {
      let from = isBelow || written.inline.isEmpty ? owner.mark : range.lowerBound
      replace(from..<range.upperBound, Array((written.inline.isEmpty ? "" : " " + written.inline).utf8))
    } else {
      replace(start..<range.upperBound, Array(written.inline.utf8))
    }
    if !written.lines.isEmpty { insert(written.lines, at: text.nextLine(range.upperBound)) }
  }

  private func written(
    _ new: YAMLNode, _ owner: Owner, like style: YAMLScalar.Style? = nil, textIndent: Int? = nil
  ) -> YAMLEmitter.Value {
    if owner.isItem, new.scalar == nil { return emitter.itemValue(new, indent: owner.indent) }
    return emitter.value(
      new, ownerIndent: owner.indent, listIndent: emitter.listIndent, like: style, textIndent: textIndent)
  }

  /// A collection in block style.
  private func isBlock(_ node: YAMLNode) -> Bool {
    guard !node.isFlow, !node.isAlias else { return false }
    return node.scalar == nil
  }

  private mutating func replaceCompactItem(_ range: Range<Int>, _ new: YAMLNode, _ owner: Owner) {
    let written = emitter.itemValue(new, indent: owner.indent)
    replace(
      owner.mark..<text.lineEnd(range.upperBound), Array((written.inline.isEmpty ? "" : " " + written.inline).utf8))
    if !written.lines.isEmpty { insert(written.lines, at: text.nextLine(range.upperBound)) }
  }

  private mutating func replaceBlock(_ start: Int, _ range: Range<Int>, _ new: YAMLNode, _ owner: Owner) {
    let written = written(new, owner)
    let first = text.nextLine(owner.mark)
    guard first <= start || text.lineStart(start) >= first else { return fail() }
    if !written.inline.isEmpty { replace(owner.mark..<owner.mark, Array((" " + written.inline).utf8)) }
    replaceLines(first..<text.nextLine(range.upperBound), written.lines)
  }

  private mutating func replaceBlockScalar(
    _ range: Range<Int>, _ old: YAMLScalar, _ new: YAMLNode, _ owner: Owner
  ) {
    var header = range.lowerBound
    while header < range.upperBound, ![0x20, 0x09, 0x0A, 0x0D].contains(text.bytes[header]) { header += 1 }
    let first = text.nextLine(header)
    let hasDigit = text.bytes[range.lowerBound..<header].contains { $0.isASCIIDigit }
    var indent: Int?
    if !hasDigit {
      var line = first
      while line < range.upperBound, text.isBlankLine(line) { line = text.nextLine(line) }
      if line < range.upperBound { indent = text.skipBlanks(line) - line }
    }
    let written = written(new, owner, like: old.style, textIndent: indent)
    if written.inline.isEmpty {
      replace(owner.mark..<header, [])
    } else {
      replace(range.lowerBound..<header, Array(written.inline.utf8))
    }
    // An empty block has no lines of its own.
    let end = range.upperBound > first ? text.nextLine(range.upperBound) : first
    replaceLines(min(first, end)..<end, written.lines)
  }

  /// Replaces whole lines; a file without a final line break stays without one.
  mutating func replaceLines(_ range: Range<Int>, _ lines: [String]) {
    if range.isEmpty { return lines.isEmpty ? () : insert(lines, at: range.lowerBound) }
    let bytes = text.joined(lines)
    guard range.upperBound == text.bytes.count, text.hasOpenEnd else { return replace(range, bytes) }
    if lines.isEmpty, let above = text.previousLine(range.lowerBound) {
      return replace(text.lineEnd(above)..<range.upperBound, [])
    }
    replace(range, YAMLText.withoutBreak(bytes))
  }

  /// The offset after the anchor and tag of a node, which stay.
  func afterProperties(_ node: YAMLNode, _ range: Range<Int>) -> Int {
    guard !node.isAlias else { return range.lowerBound }
    var index = range.lowerBound
    while index < range.upperBound, text.bytes[index] == UInt8(ascii: "&") || text.bytes[index] == UInt8(ascii: "!") {
      while index < range.upperBound, ![0x20, 0x09, 0x0A, 0x0D].contains(text.bytes[index]) { index += 1 }
      index = text.skipBlanks(index)
    }
    return min(index, range.upperBound)
  }
}
