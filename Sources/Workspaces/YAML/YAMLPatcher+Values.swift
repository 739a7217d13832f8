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

extension YAMLPatcher {
  mutating func patchMapping(
    _ old: YAMLNode, _ new: [YAMLEntry], depth: Int, isTop: Bool, _ owner: Owner? = nil
  ) {
    let before = old.entries ?? []
    let known = new.filter { entry in before.contains { $0.name == entry.name } }.map(\.name)
    let kept = before.filter { known.contains($0.name) }
    guard !kept.isEmpty, kept.map(\.name) == known, let first = before.first?.key.range?.lowerBound else {
      if let owner { return replaceValue(old, YAMLNode(.mapping(new)), owner) }
      return fail()
    }
    let indent = text.column(first)
    for entry in before where !known.contains(entry.name) { remove(entry, of: before, isTop: isTop) }
    var previous: YAMLEntry?
    for entry in new {
      guard let was = before.first(where: { $0.name == entry.name }) else {
        add(entry, after: previous, first: kept[0], indent: indent, isTop: isTop, before)
        continue
      }
      previous = was
      guard let mark = colon(after: was.key) else { return fail() }
      patch(was.value, to: entry.value, Owner(mark: mark, indent: indent, isItem: false), depth: depth)
    }
  }

  /// The offset after the colon of a simple key.
  private func colon(after key: YAMLNode) -> Int? {
    guard let end = key.range?.upperBound else { return nil }
    let index = text.skipBlanks(end)
    guard index < text.bytes.count, text.bytes[index] == UInt8(ascii: ":") else { return nil }
    return index + 1
  }

  private func end(of entry: YAMLEntry) -> Int {
    text.nextLine(max(entry.key.range?.upperBound ?? 0, entry.value.range?.upperBound ?? 0))
  }

  private mutating func remove(_ entry: YAMLEntry, of all: [YAMLEntry], isTop: Bool) {
    guard let start = entry.key.range?.lowerBound else { return fail() }
    guard text.isFirstOnLine(start) else {
      // The first key of a map in a list follows the dash; the next one takes its place.
      guard let index = all.firstIndex(of: entry), index + 1 < all.count,
        let next = all[index + 1].key.range?.lowerBound
      else { return fail() }
      return replace(start..<next, [])
    }
    var from = text.lineStart(start)
    var to = end(of: entry)
    if let index = all.firstIndex(of: entry), index > 0, keepsBlankLines(all[index - 1]) {
      // The blank lines above are part of the text, and those below would become part of it.
      while to < text.bytes.count, text.isBlankLine(to) { to = text.nextLine(to) }
    } else if isTop, let above = text.previousLine(from), text.isBlankLine(above),
      to >= text.bytes.count || text.isBlankLine(to)
    {
      from = above
    }
    replaceLines(from..<to, [])
  }

  private mutating func add(
    _ entry: YAMLEntry, after previous: YAMLEntry?, first: YAMLEntry, indent: Int, isTop: Bool, _ all: [YAMLEntry]
  ) {
    var lines = emitter.entry(entry.name, entry.value, indent: indent)
    let isSpaced = isTop && (all.count == 1 || all.dropFirst().contains(where: hasBlankLineAbove))
    if let previous {
      if isSpaced, YAMLEmitter.spacedKeys.contains(entry.name), !keepsBlankLines(previous) { lines.insert("", at: 0) }
      return insert(lines, at: end(of: previous))
    }
    guard let start = first.key.range?.lowerBound else { return fail() }
    if text.isFirstOnLine(start) {
      if isSpaced, YAMLEmitter.spacedKeys.contains(first.name) { lines.append("") }
      return insert(lines, at: text.lineStart(start))
    }
    let head = String(lines.removeFirst().dropFirst(indent))
    replace(start..<start, text.joined([head] + lines) + Array(repeating: 0x20, count: indent))
  }

  private func hasBlankLineAbove(_ entry: YAMLEntry) -> Bool {
    guard let start = entry.key.range?.lowerBound else { return false }
    return text.previousLine(text.lineStart(start)).map(text.isBlankLine) ?? false
  }

  mutating func patchList(_ old: YAMLNode, _ new: [YAMLNode], depth: Int, _ owner: Owner) {
    let before = old.items ?? []
    let origins = new.map { item in
      item.range.flatMap { range in before.firstIndex { $0.range == range && !range.isEmpty } }
    }
    let stay = LongestIncreasingSubsequence.indices(of: origins)
    guard !stay.isEmpty, let dashes = text.dashes(of: old), dashes.count == before.count,
      text.isFirstOnLine(dashes[0])
    else { return replaceValue(old, YAMLNode(.sequence(new)), owner) }
    let staying = Set(stay.compactMap { origins[$0] })
    for index in before.indices where !staying.contains(index) {
      let isMoved = origins.contains(index)
      replaceLines(lines(of: index, before, dashes, withComments: isMoved), [])
    }
    let column = text.column(dashes[0])
    var position = text.lineStart(dashes[staying.min() ?? 0])
    for (index, item) in new.enumerated() {
      guard let origin = origins[index] else {
        insert(emitter.item(item, indent: column), at: position)
        continue
      }
      guard stay.contains(index) else {
        insert(moved(origin, item, before, dashes, column), at: position)
        continue
      }
      patch(before[origin], to: item, Owner(mark: dashes[origin] + 1, indent: column, isItem: true), depth: depth)
      position = lines(of: origin, before, dashes, withComments: false).upperBound
    }
  }

  /// The text of a moved entry, unchanged unless its content changed, too.
  private func moved(
    _ origin: Int, _ item: YAMLNode, _ before: [YAMLNode], _ dashes: [Int], _ column: Int
  ) -> [UInt8] {
    guard before[origin].means(item) else { return text.joined(emitter.item(item, indent: column)) }
    return lifted(lines(of: origin, before, dashes, withComments: true))
  }

  /// The lines of one entry, on request with the comment lines right above it.
  private func lines(of index: Int, _ items: [YAMLNode], _ dashes: [Int], withComments: Bool) -> Range<Int> {
    var start = text.lineStart(dashes[index])
    let column = text.column(dashes[index])
    while withComments, let above = text.previousLine(start), above + column < text.lineEnd(above),
      text.bytes[above + column] == UInt8(ascii: "#"), text.isFirstOnLine(above + column)
    {
      start = above
    }
    return start..<text.nextLine(max(dashes[index], items[index].range?.upperBound ?? 0))
  }
}

/// The longest increasing subsequence of a list: the items that stay in place when the others move.
enum LongestIncreasingSubsequence {
  /// The positions of an increasing subsequence of `values`; `nil` values are never included.
  static func indices(of values: [Int?]) -> [Int] {
    var best: [(length: Int, previous: Int?)] = []
    for (index, value) in values.enumerated() {
      guard let value else {
        best.append((0, nil))
        continue
      }
      var entry: (length: Int, previous: Int?) = (1, nil)
      for earlier in 0..<index {
        if let other = values[earlier], other < value, best[earlier].length + 1 > entry.length {
          entry = (best[earlier].length + 1, earlier)
        }
      }
      best.append(entry)
    }
    guard var at = best.indices.max(by: { best[$0].length < best[$1].length }), best[at].length > 0 else { return [] }
    var result = [at]
    while let previous = best[at].previous {
      result.append(previous)
      at = previous
    }
    return result.reversed()
  }
}

/// Changes inside `{…}` and `[…]`, which keep their layout.
extension YAMLPatcher {
  /// Changes, adds and removes members; a reordered collection is rewritten on one line. Returns `false`, with nothing
  /// changed, if a member is not at its own place in the text, as behind an alias.
  mutating func patchFlow(_ old: YAMLNode, to new: YAMLNode) -> Bool {
    var found: [FlowEdit] = []
    guard flowEdits(old, new, &found) else { return false }
    for edit in found { replace(edit.range, edit.bytes) }
    return true
  }

  struct FlowEdit {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  private func flowEdits(_ old: YAMLNode, _ new: YAMLNode, _ found: inout [FlowEdit]) -> Bool {
    if old.means(new) { return true }
    guard !old.isAlias else { return false }
    let before = found
    if memberEdits(from: old, to: new, &found) { return true }
    found = before
    guard let range = old.range, !range.isEmpty, old.scalar?.isTaggedString != true else { return false }
    let line = YAMLFlowWriter(likeJSON: old).text(new, like: old.scalar?.style)
    found.append(FlowEdit(range: afterProperties(old, range)..<range.upperBound, bytes: Array(line.utf8)))
    return true
  }

  private func memberEdits(from old: YAMLNode, to new: YAMLNode, _ found: inout [FlowEdit]) -> Bool {
    let writer = YAMLFlowWriter(likeJSON: old)
    switch (old.content, new.content) {
    case (.mapping(let before), .mapping(let after)):
      let origins = after.map { entry in before.firstIndex { $0.name == entry.name } }
      guard memberEdits(of: old, before.map(\.range), origins, after.map { writer.entry($0) }, &found) else {
        return false
      }
      for (origin, entry) in zip(origins, after) {
        if let origin, !flowEdits(before[origin].value, entry.value, &found) { return false }
      }
      return true
    case (.sequence(let before), .sequence(let after)):
      let origins = Self.origins(of: after, in: before)
      guard memberEdits(of: old, before.map(\.range), origins, after.map { writer.text($0) }, &found) else {
        return false
      }
      for (origin, item) in zip(origins, after) {
        if let origin, !flowEdits(before[origin], item, &found) { return false }
      }
      return true
    default: return false
    }
  }

  /// The old item for each new one: the same node, else the one at the same position if the count is unchanged.
  private static func origins(of new: [YAMLNode], in old: [YAMLNode]) -> [Int?] {
    let known = new.map { item in item.range.flatMap { range in old.firstIndex { $0.range == range } } }
    return known.contains { $0 != nil } || new.count != old.count ? known : Array(new.indices)
  }

  /// Adds and removes members between the brackets of `old`.
  /// - Parameters:
  ///   - ranges: the old members.
  ///   - origins: for each new member, the index of the old one, if any.
  ///   - texts: for each new member, its text if it is new.
  private func memberEdits(
    of old: YAMLNode, _ ranges: [Range<Int>?], _ origins: [Int?], _ texts: [String], _ found: inout [FlowEdit]
  ) -> Bool {
    let kept = origins.compactMap { $0 }
    guard let whole = old.range, kept == kept.sorted(), Set(kept).count == kept.count else { return false }
    let places = ranges.compactMap { $0 }
    guard places.count == ranges.count, places.allSatisfy({ !$0.isEmpty }) else { return false }
    guard !kept.isEmpty else {
      let inside = (afterProperties(old, whole) + 1)..<(whole.upperBound - 1)
      guard !texts.isEmpty || !places.isEmpty, inside.lowerBound <= inside.upperBound else { return texts.isEmpty }
      found.append(FlowEdit(range: inside, bytes: Array(texts.joined(separator: ", ").utf8)))
      return true
    }
    for index in places.indices where !kept.contains(index) {
      // Removed with the comma before it; the first ones with the comma after them.
      let range =
        index < kept[0]
        ? places[index].lowerBound..<places[index + 1].lowerBound
        : places[index - 1].upperBound..<places[index].upperBound
      found.append(FlowEdit(range: range, bytes: []))
    }
    var last: Int?
    for (origin, text) in zip(origins, texts) {
      if let origin {
        last = origin
        continue
      }
      let place = last.map { places[$0].upperBound } ?? places[kept[0]].lowerBound
      found.append(
        FlowEdit(range: place..<place, bytes: Array((last == nil ? "\(text), " : ", \(text)").utf8)))
    }
    return true
  }
}

extension YAMLEntry {
  fileprivate var range: Range<Int>? {
    guard let key = key.range, let value = value.range else { return nil }
    return min(key.lowerBound, value.lowerBound)..<max(key.upperBound, value.upperBound)
  }
}
