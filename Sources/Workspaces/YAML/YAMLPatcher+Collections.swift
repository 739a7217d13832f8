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
      // The blank lines above are text, and those below would become text.
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
    let stay = LongestRise.indices(of: origins)
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

  /// The text of a moved entry as it is; rewritten if its content changed, too.
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
enum LongestRise {
  /// Increasing positions in `values`; `nil` values never stay.
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
