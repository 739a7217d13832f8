@testable import Workspaces

/// The lines in which two YAML texts differ, and the keys that those lines belong to.
struct LineDifference {
  private struct Text {
    let lines: [String]
    let document: YAMLDocument

    init(_ bytes: [UInt8]) throws {
      lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
      document = try YAMLDocument(bytes)
    }

    /// The lines of the entry at a path with the blank and comment lines around it; `nil` if there is none.
    func lines(of path: ArraySlice<String>) -> Range<Int>? {
      guard var node = document.root else { return nil }
      var range: Range<Int>?
      for key in path {
        guard let entry = node.entries?.first(where: { $0.name == key }), let start = entry.key.range?.lowerBound else {
          return nil
        }
        let end = max(entry.value.range?.upperBound ?? 0, entry.key.range?.upperBound ?? 0)
        range = line(start)..<(line(max(start, end - 1)) + 1)
        node = entry.value
      }
      return range.map(widened)
    }

    /// The number of entries of the map at a path.
    func count(_ path: ArraySlice<String>) -> Int {
      var node = document.root
      for key in path { node = node?[key] }
      return node?.entries?.count ?? 0
    }

    func isFlow(_ path: ArraySlice<String>) -> Bool {
      var node = document.root
      for key in path { node = node?[key] }
      return node?.isFlow == true
    }

    private func line(_ byte: Int) -> Int { document.source.bytes.prefix(byte).count { $0 == 0x0A } }

    private func widened(_ range: Range<Int>) -> Range<Int> {
      var (start, end) = (range.lowerBound, range.upperBound)
      while start > 0, isAside(start - 1) { start -= 1 }
      while end < lines.count, isAside(end) { end += 1 }
      return start..<end
    }

    private func isAside(_ index: Int) -> Bool {
      let text = lines[index].drop { $0 == " " || $0 == "\r" || $0 == "\r\n" }
      return text.isEmpty || text.hasPrefix("#")
    }
  }

  private let old: Text
  private let new: Text

  init(_ old: [UInt8], _ new: [UInt8]) throws {
    self.old = try Text(old)
    self.new = try Text(new)
  }

  /// True if every removed or added line belongs to the entry at `path`; for repeated lines, under at least one
  /// matching.
  func lies(in path: [String]) -> Bool {
    let most = min(old.lines.count, new.lines.count)
    var (head, tail) = (0, 0)
    while head < most, old.lines[head] == new.lines[head] { head += 1 }
    while tail < most, old.lines[old.lines.count - 1 - tail] == new.lines[new.lines.count - 1 - tail] { tail += 1 }
    let ways = [(head, min(tail, most - head)), (min(head, most - tail), tail)]
    return ways.contains { head, tail in
      Self.holds(head..<(old.lines.count - tail), path[...], old, other: new)
        && Self.holds(head..<(new.lines.count - tail), path[...], new, other: old)
    }
  }

  private static func holds(_ lines: Range<Int>, _ path: ArraySlice<String>, _ text: Text, other: Text) -> Bool {
    if lines.isEmpty { return true }
    if let own = text.lines(of: path), own.contains(lines.lowerBound), lines.upperBound <= own.upperBound {
      return true
    }
    // A blank line between blocks is added and removed with one.
    if lines.allSatisfy({ text.lines[$0].allSatisfy(\.isWhitespace) }) { return true }
    let parent = path.dropLast()
    guard !parent.isEmpty else { return false }
    // A map with only this entry is added or removed as a whole; one in braces is one line.
    let isWhole = text.count(parent) <= 1 && other.lines(of: parent) == nil
    guard isWhole || text.isFlow(parent) || other.isFlow(parent), let around = text.lines(of: parent) else {
      return false
    }
    return around.contains(lines.lowerBound) && lines.upperBound <= around.upperBound
  }
}
