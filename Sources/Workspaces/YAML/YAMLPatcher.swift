/// Turns the difference of two trees into replacements of byte ranges; one attempt, verified by its caller.
///
/// A node of the wanted tree with a range is an old one, perhaps changed inside; a node without one is new.
struct YAMLPatcher {
  /// The key or dash that a value belongs to.
  struct Owner {
    /// Where the value may start: after the colon or dash.
    var mark: Int
    /// The column of the key or dash.
    var indent: Int
    var isItem: Bool
  }

  let text: YAMLText
  let document: YAMLDocument
  /// Collections below this depth are rewritten as a whole.
  let deepest: Int
  var emitter = YAMLEmitter(allowsKeep: false)
  private var edits: [(range: Range<Int>, bytes: [UInt8])] = []
  private var failed = false

  init(_ document: YAMLDocument, deepest: Int) {
    self.document = document
    self.deepest = deepest
    text = YAMLText(document.source.bytes)
    if let root = document.root { emitter.listIndent = Self.listIndent(root, text) ?? 2 }
  }

  mutating func patched(to wanted: YAMLNode) -> [UInt8]? {
    guard let root = document.root, let old = root.entries, let new = wanted.entries, !old.isEmpty, !new.isEmpty else {
      return nil
    }
    if root.isFlow { return deepest > 1 && patchFlow(root, to: wanted) ? applied() : nil }
    patchMapping(root, new, depth: 1, isTop: true)
    return failed ? nil : applied()
  }

  mutating func fail() { failed = true }

  mutating func replace(_ range: Range<Int>, _ bytes: [UInt8]) {
    if range.isEmpty, bytes.isEmpty { return }
    edits.append((range, bytes))
  }

  /// Inserts whole lines before the line that starts at `offset`; after the last line if that has no line break.
  mutating func insert(_ lines: [String], at offset: Int) { insert(text.joined(lines), at: offset) }

  mutating func insert(_ bytes: [UInt8], at offset: Int) {
    let isOpenEnd = offset == text.bytes.count && text.hasOpenEnd
    replace(offset..<offset, isOpenEnd ? text.newline + YAMLText.withoutBreak(bytes) : bytes)
  }

  private func applied() -> [UInt8]? {
    var edits = edits
    let isFollowed = edits.contains { $0.range.lowerBound == text.bytes.count && !$0.bytes.isEmpty }
    if isFollowed, let open = openText, !edits.contains(where: { $0.range.overlaps(open.range) }) {
      edits.append(open.closing)
    }
    let ordered = edits.enumerated().sorted { left, right in
      (left.element.range.lowerBound, left.element.range.upperBound, left.offset)
        < (right.element.range.lowerBound, right.element.range.upperBound, right.offset)
    }.map(\.element)
    var result: [UInt8] = []
    var position = 0
    for edit in ordered {
      guard edit.range.lowerBound >= position, edit.range.upperBound <= text.bytes.count else { return nil }
      result += text.bytes[position..<edit.range.lowerBound]
      result += edit.bytes
      position = edit.range.upperBound
    }
    return result + text.bytes[position...]
  }

  mutating func patch(_ old: YAMLNode, to new: YAMLNode, _ owner: Owner, depth: Int) {
    if old.means(new) { return }
    // Empty brackets have no layout to keep.
    let isLaidOut = old.entries?.isEmpty == false || old.items?.isEmpty == false
    if old.isFlow, isLaidOut, new.scalar == nil, depth < deepest, patchFlow(old, to: new) { return }
    let mayEnter = depth < deepest && !old.isFlow && !old.isAlias
    switch (old.content, new.content) {
    case (.mapping(let before), .mapping(let after)) where mayEnter && !before.isEmpty && !after.isEmpty:
      patchMapping(old, after, depth: depth + 1, isTop: false, owner)
    case (.sequence(let before), .sequence(let after)) where mayEnter && !before.isEmpty && !after.isEmpty:
      patchList(old, after, depth: depth + 1, owner)
    default: replaceValue(old, new, owner)
    }
  }

  /// The indentation of the first list below a key in the file.
  private static func listIndent(_ node: YAMLNode, _ text: YAMLText) -> Int? {
    for entry in node.entries ?? [] {
      if let items = entry.value.items, !entry.value.isFlow, !entry.value.isAlias, !items.isEmpty,
        let list = entry.value.range?.lowerBound, let key = entry.key.range?.lowerBound,
        text.bytes.indices.contains(list), text.bytes[list] == 0x2D
      {
        return max(0, min(text.column(list) - text.column(key), 8))
      }
      let below = entry.value.items?.first ?? entry.value
      if let found = listIndent(below, text) { return found }
    }
    return nil
  }
}
