import Basics
import Synchronization

/// A search in the text of a view, done in slices in the background; its results can be used meanwhile.
///
/// One task calls `advance`; everything else returns immediately. Matches never overlap and are in the order of the
/// text.
package final class DocumentSearch: Sendable, Equatable {
  /// A match and its number.
  package struct Match: Equatable, Sendable {
    /// The range in the text of the searched view.
    package var range: Range<Int>
    /// The number from 1; `nil` beyond the limit of stored matches.
    package var ordinal: Int?
    /// True if the search wrapped around the end of the document.
    package var isWrapped: Bool
  }

  package struct Status: Equatable, Sendable {
    /// The number of matches found so far.
    package var count: Int
    /// True if everything has been searched and no more bytes will arrive.
    package var isComplete: Bool
  }

  let layer: Layer
  private let state: Mutex<SearchState>

  /// - Throws: if the query is an invalid regular expression.
  init(_ query: SearchQuery, in layer: Layer) throws(RegexFault) {
    self.layer = layer
    state = Mutex(try SearchState(query))
  }

  package var status: Status {
    state.withLock { Status(count: $0.count, isComplete: $0.isComplete) }
  }

  /// Searches about `budget` bytes more. Returns `false` if there is nothing to do for now.
  @discardableResult
  package func advance(by budget: Int = 1 << 20) -> Bool {
    let index = layer.index
    let step: Range<Int>? = layer.store.withUnsafeBytes { all in
      state.withLock { state in
        let before = state.position
        let worked = state.advance(all, index: index, budget: budget)
        return worked ? before..<max(before, state.position) : nil
      }
    }
    guard let step else { return false }
    layer.store.releasePassed(step)
    return true
  }

  package func advanceToEnd() { while advance(by: 4 << 20) {} }

  package func matches(in range: Range<Int>) -> [Range<Int>] {
    state.withLock { $0.matches(in: range) }
  }

  /// The first match that starts at or after `offset`, otherwise the first of all.
  package func next(from offset: Int) -> Match? {
    state.withLock { state in
      let index = state.starts.partitioningIndex { $0 >= offset }
      if index < state.starts.count { return state.match(index, isWrapped: false) }
      return state.starts.isEmpty ? nil : state.match(0, isWrapped: true)
    }
  }

  /// The last match that starts before `offset`, otherwise the last of all.
  package func previous(from offset: Int) -> Match? {
    state.withLock { state in
      let index = state.starts.partitioningIndex { $0 >= offset }
      if index > 0 { return state.match(index - 1, isWrapped: false) }
      return state.starts.isEmpty ? nil : state.match(state.starts.count - 1, isWrapped: true)
    }
  }

  package static func == (left: DocumentSearch, right: DocumentSearch) -> Bool { left === right }
}

/// The mutable part of a search: its position and its results.
struct SearchState: Sendable {
  /// Matches beyond this number are counted but not stored.
  static let mostKept = 2_000_000

  private(set) var starts: [Int] = []
  private var lengths: [Int32] = []
  private(set) var count = 0
  private(set) var position = 0
  private(set) var isComplete = false
  private let finder: TextFinder
  private var regex: LinearRegex?
  private let scope: SearchQuery.Scope
  private var parts = JSONParts()

  init(_ query: SearchQuery) throws(RegexFault) {
    scope = query.scope
    finder = TextFinder(query.isRegex ? "" : query.text, ignoresCase: query.ignoresCase)
    if query.isRegex, !query.text.isEmpty {
      regex = try LinearRegex(query.text, dialect: .search, ignoresCase: query.ignoresCase)
    }
  }

  /// Searches the indexed part further. Returns `true` if anything was done.
  mutating func advance(_ all: UnsafeRawBufferPointer, index: LayerIndex, budget: Int) -> Bool {
    guard !isComplete else { return false }
    let json = scope == .everything ? nil : index.json
    // Keys and values are distinguishable only where the structure is known.
    let isWaiting = json != nil && !index.isComplete && index.fault == nil
    let known = min(all.count, isWaiting ? json?.limit ?? 0 : index.text.limit)
    // Regular expressions may be slow: small slices allow cancelling a search soon.
    let slice = regex == nil ? max(budget, 4096) : min(max(budget, Self.longestLine), 2 * Self.longestLine)
    let end = min(known, position + slice)
    let isLast = index.isComplete && end == known
    guard let base = all.baseAddress, end > position || isLast else {
      isComplete = index.isComplete
      return false
    }
    let stop = regex == nil ? plain(base, all, json, end, isLast) : lines(base, all, json, end, isLast)
    isComplete = isLast
    guard stop > position || isLast else { return false }
    position = stop
    return true
  }

  private mutating func plain(
    _ base: UnsafeRawPointer, _ all: UnsafeRawBufferPointer, _ json: JSONIndex?, _ end: Int, _ isLast: Bool
  ) -> Int {
    var from = position
    while let match = finder.firstMatch(base, from: from, to: end) {
      from = match.upperBound
      keep(match, json, all)
    }
    // A match may start here and end in the next slice.
    return isLast ? end : max(from, end - finder.longest + 1, position)
  }

  /// Regular expressions match whole lines; a line longer than the slice is searched in pieces.
  private mutating func lines(
    _ base: UnsafeRawPointer, _ all: UnsafeRawBufferPointer, _ json: JSONIndex?, _ end: Int, _ isLast: Bool
  ) -> Int {
    var stop = end
    if !isLast {
      while stop > position, base.load(fromByteOffset: stop - 1, as: UInt8.self) != 0x0A { stop -= 1 }
      if stop == position {
        guard end - position >= Self.longestLine else { return position }
        stop = UTF8Sequence.boundary(base, before: end, notBelow: position)
      }
    }
    var from = position
    while from < stop, let match = regex?.firstMatch(base, in: from..<stop, context: 0..<all.count) {
      from = match.upperBound
      keep(match, json, all)
    }
    return stop
  }

  private static let longestLine = 64 << 10

  private mutating func keep(_ match: Range<Int>, _ json: JSONIndex?, _ all: UnsafeRawBufferPointer) {
    if let json {
      guard let part = parts.part(at: match.lowerBound, json, all), (part == .key) == (scope == .keys) else { return }
    }
    count += 1
    guard starts.count < Self.mostKept else { return }
    starts.append(match.lowerBound)
    lengths.append(Int32(clamping: match.count))
  }

  func matches(in range: Range<Int>) -> [Range<Int>] {
    var index = starts.partitioningIndex { $0 >= range.lowerBound }
    while index > 0, starts[index - 1] + Int(lengths[index - 1]) > range.lowerBound { index -= 1 }
    var found: [Range<Int>] = []
    while index < starts.count, starts[index] < range.upperBound, found.count < 100_000 {
      found.append(starts[index]..<starts[index] + Int(lengths[index]))
      index += 1
    }
    return found
  }

  func match(_ index: Int, isWrapped: Bool) -> DocumentSearch.Match {
    DocumentSearch.Match(
      range: starts[index]..<starts[index] + Int(lengths[index]), ordinal: index + 1, isWrapped: isWrapped)
  }
}

/// Distinguishes keys from values for ascending offsets.
struct JSONParts: Sendable {
  enum Part { case key, value }
  private var block = -1
  private var lines: [JSONLine] = []
  private var next = 0

  mutating func part(at offset: Int, _ json: JSONIndex, _ all: UnsafeRawBufferPointer) -> Part? {
    let wanted = json.block(at: offset)
    if wanted != block || wanted == json.blocks.count - 1 { read(wanted, json, all) }
    while next < lines.count, lines[next].value.upperBound <= offset { next += 1 }
    guard next < lines.count else { return nil }
    if let key = lines[next].key, key.contains(offset) { return .key }
    let value = lines[next].value
    return value.contains(offset) && lines[next].kind == .scalar ? .value : nil
  }

  private mutating func read(_ wanted: Int, _ json: JSONIndex, _ all: UnsafeRawBufferPointer) {
    block = wanted
    next = 0
    lines = []
    let end = json.end(ofBlock: wanted)
    guard var walker = json.walker(all, atBlock: wanted) else { return }
    while let line = walker.next() {
      lines.append(line)
      if walker.offset >= end { break }
    }
  }
}

/// A query for searching a document.
package struct SearchQuery: Equatable, Sendable {
  package enum CaseRule: Equatable, Sendable {
    /// Ignores case unless the text has a capital letter.
    case smart
    case sensitive, insensitive
  }

  /// The parts of JSON to search.
  package enum Scope: Equatable, Sendable { case everything, keys, values }

  package var text: String
  package var isRegex: Bool
  package var caseRule: CaseRule
  package var scope: Scope

  package init(_ text: String, isRegex: Bool = false, caseRule: CaseRule = .smart, scope: Scope = .everything) {
    self.text = text
    self.isRegex = isRegex
    self.caseRule = caseRule
    self.scope = scope
  }

  var ignoresCase: Bool {
    switch caseRule {
    case .sensitive: false
    case .insensitive: true
    // The letter of an escape such as \W does not count as a capital letter.
    case .smart: !(isRegex ? Self.withoutEscapes(text) : text).contains { $0.isUppercase }
    }
  }

  private static func withoutEscapes(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if !isEscaped, character != "\\" { result.append(character) }
      isEscaped = !isEscaped && character == "\\"
    }
    return result
  }
}

/// The matches of a search, queried in any order while a window is drawn.
struct MatchCursor {
  enum Hit { case other, current }

  private let ranges: [Range<Int>]
  private let current: Range<Int>?

  /// - Parameter ranges: sorted, not overlapping.
  init(_ ranges: [Range<Int>] = [], current: Range<Int>? = nil) {
    self.ranges = ranges
    self.current = current
  }

  @inline(__always)
  func match(at offset: Int) -> Hit? {
    if ranges.isEmpty, current == nil { return nil }
    return search(offset)
  }

  private func search(_ offset: Int) -> Hit? {
    if let current, current.contains(offset) { return .current }
    let index = ranges.partitioningIndex { $0.upperBound > offset }
    return index < ranges.count && ranges[index].contains(offset) ? .other : nil
  }
}
