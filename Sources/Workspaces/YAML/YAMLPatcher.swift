/// The result of writing an edited tree into its text.
struct YAMLPatch: Hashable, Sendable {
  var bytes: [UInt8]
  /// Comments that are lost, as they were written.
  var lostComments: [String]

  /// Changes `document` so that it parses as `wanted`, touching nothing else: with the smallest patches first; if the
  /// result does not parse as wanted, larger and larger blocks are rewritten, and finally the whole file.
  /// - Throws: if even that does not parse as wanted.
  init(_ document: YAMLDocument, to wanted: YAMLNode) throws(YAMLError) {
    guard let root = document.root else {
      bytes = document.source.bytes + YAMLEmitter.file(wanted)
      lostComments = []
      return
    }
    if root.means(wanted) {
      bytes = document.source.bytes
      lostComments = []
      return
    }
    for depth in [64, 6, 5, 4, 3, 2, 1] {
      var patcher = YAMLPatcher(document, deepest: depth)
      guard var patched = patcher.patched(to: wanted) else { continue }
      if !Self.says(patched, wanted) {
        // A block scalar that ends with a line break needs one if it is the last node.
        guard patched.last != 0x0A else { continue }
        patched += patcher.text.newline
        guard Self.says(patched, wanted) else { continue }
      }
      bytes = patched
      lostComments = Self.comments(missingIn: patched, of: document)
      return
    }
    let whole = YAMLEmitter.file(wanted)
    guard Self.says(whole, wanted) else {
      throw YAMLError(line: 1, column: 1, "the change cannot be written and read back unchanged")
    }
    bytes = whole
    lostComments = Self.comments(missingIn: whole, of: document)
  }

  private static func says(_ bytes: [UInt8], _ wanted: YAMLNode) -> Bool {
    // A text that cannot be parsed does not match.
    guard let root = (try? YAMLDocument(bytes))?.root else { return wanted.entries?.isEmpty == true }
    return root.means(wanted)
  }

  private static func comments(missingIn bytes: [UInt8], of document: YAMLDocument) -> [String] {
    var left = YAMLComments.all(in: document)
    // The bytes were parsed just before.
    guard let now = try? YAMLDocument(bytes) else { return left }
    for comment in YAMLComments.all(in: now) {
      if let index = left.firstIndex(of: comment) { left.remove(at: index) }
    }
    return left
  }
}

/// The comments of a document, in order.
enum YAMLComments {
  static func all(in document: YAMLDocument) -> [String] {
    let bytes = document.source.bytes
    guard bytes.contains(UInt8(ascii: "#")) else { return [] }
    var scalars: [Range<Int>] = []
    if let root = document.root { collect(root, into: &scalars) }
    scalars.sort { $0.lowerBound < $1.lowerBound }
    var found: [String] = []
    var index = document.source.start
    var next = 0
    while index < bytes.count {
      while next < scalars.count, scalars[next].upperBound <= index { next += 1 }
      if next < scalars.count, scalars[next].contains(index) {
        index = scalars[next].upperBound
        continue
      }
      let isStart = index == 0 || [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index - 1])
      if bytes[index] == UInt8(ascii: "#"), isStart {
        let end = YAMLText(bytes).lineEnd(index)
        found.append(String(decoding: bytes[index..<end], as: UTF8.self))
        index = end
      }
      index += 1
    }
    return found
  }

  private static func collect(_ node: YAMLNode, into ranges: inout [Range<Int>]) {
    if node.isAlias { return }
    switch node.content {
    case .scalar: if let range = node.range, !range.isEmpty { ranges.append(range) }
    case .sequence(let items): for item in items { collect(item, into: &ranges) }
    case .mapping(let entries):
      for entry in entries {
        collect(entry.key, into: &ranges)
        collect(entry.value, into: &ranges)
      }
    }
  }
}

/// Turns the difference of two trees into replacements of byte ranges; one attempt, verified by its caller.
///
/// A node of the wanted tree with a range is an old one, perhaps changed inside; a node without one is new.
struct YAMLPatcher {
  /// The key or dash that a value belongs to.
  struct Owner {
    /// The offset at which the value may start: after the colon or dash.
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

  func keepsBlankLines(_ entry: YAMLEntry) -> Bool {
    guard let node = Self.lastText(of: entry.value), let range = node.range else { return false }
    return text.bytes[header(of: node, range)].contains(UInt8(ascii: "+"))
  }

  /// Whole lines to be moved, with a final line break and unchanged texts.
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
