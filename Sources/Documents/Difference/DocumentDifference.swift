import Basics

/// The differences between two JSON documents, value by value; the order of keys and white space are ignored.
package struct DocumentDifference: Equatable, Sendable {
  package enum Kind: Equatable, Sendable { case added, removed, changed }

  package struct Change: Equatable, Sendable {
    package var kind: Kind
    /// The path in the right document, or in the left one for a removed value.
    package var path: DocumentPath
    /// The value in the left document; `nil` if it was added.
    package var left: Range<Int>?
    /// The value in the right document; `nil` if it was removed.
    package var right: Range<Int>?
  }

  /// The changes in the order of the left document, with additions after their neighbours.
  package internal(set) var changes: [Change] = []
  /// True if there were more changes than the limit.
  package internal(set) var isCut = false

  /// Compares the indexed parts of both documents. `nil` if one of them is not JSON.
  package init?(
    from left: Document, to right: Document, limit: Int = 10_000, isCancelled: @escaping () -> Bool = { false }
  ) {
    guard let one = left.text.index.json, let two = right.text.index.json else { return nil }
    let found: DocumentDifference? = left.text.store.withUnsafeBytes { a in
      right.text.store.withUnsafeBytes { b in
        guard let old = JSONCursor(a, index: one), let new = JSONCursor(b, index: two), let from = old.root,
          let to = new.root
        else { return nil }
        var comparer = JSONComparer(old: old, new: new, limit: limit, isCancelled: isCancelled)
        comparer.compare(from, to, [])
        return comparer.result
      }
    }
    guard let found else { return nil }
    self = found
  }

  init() {}
}

/// Walks two JSON texts side by side.
struct JSONComparer {
  private struct Member {
    var step: DocumentPath.Step
    var value: Int
  }

  let old: JSONCursor
  let new: JSONCursor
  let limit: Int
  let isCancelled: () -> Bool
  private(set) var result = DocumentDifference()
  private var steps = 0
  /// Deeper containers are compared as text.
  private static let deepest = 512

  init(old: JSONCursor, new: JSONCursor, limit: Int, isCancelled: @escaping () -> Bool) {
    self.old = old
    self.new = new
    self.limit = limit
    self.isCancelled = isCancelled
  }

  mutating func compare(_ left: Int, _ right: Int, _ path: [DocumentPath.Step]) {
    steps += 1
    guard !result.isCut else { return }
    if steps & 0xFFF == 0, isCancelled() { result.isCut = true }
    if sameText(left, right) { return }
    let isContainer = old.isContainer(left) && new.isContainer(right)
    guard isContainer, old.byte(left) == new.byte(right), path.count < Self.deepest else {
      if !equalScalars(left, right) { report(.changed, path, left, right) }
      return
    }
    if old.byte(left) == 0x7B { objects(left, right, path) } else { arrays(left, right, path) }
  }

  private mutating func objects(_ left: Int, _ right: Int, _ path: [DocumentPath.Step]) {
    let one = members(left, old, isObject: true)
    let two = members(right, new, isObject: true)
    var others: [String: Int] = [:]
    for member in two { if case .name(let name) = member.step { others[name] = member.value } }
    var seen: Set<String> = []
    for member in one {
      guard case .name(let name) = member.step, seen.insert(name).inserted else { continue }
      if let other = others[name] {
        compare(member.value, other, path + [member.step])
      } else {
        report(.removed, path + [member.step], member.value, nil)
      }
    }
    for member in two {
      guard case .name(let name) = member.step, seen.insert(name).inserted else { continue }
      report(.added, path + [member.step], nil, member.value)
    }
  }

  /// Equal elements at both ends are skipped; those between are paired by position.
  private mutating func arrays(_ left: Int, _ right: Int, _ path: [DocumentPath.Step]) {
    var one = members(left, old, isObject: false)[...]
    var two = members(right, new, isObject: false)[...]
    while let a = one.first, let b = two.first, sameText(a.value, b.value) {
      one.removeFirst()
      two.removeFirst()
    }
    while let a = one.last, let b = two.last, sameText(a.value, b.value) {
      one.removeLast()
      two.removeLast()
    }
    for (a, b) in zip(one, two) { compare(a.value, b.value, path + [b.step]) }
    for a in one.dropFirst(two.count) { report(.removed, path + [a.step], a.value, nil) }
    for b in two.dropFirst(one.count) { report(.added, path + [b.step], nil, b.value) }
  }

  private func members(_ open: Int, _ cursor: JSONCursor, isObject: Bool) -> [Member] {
    var members: [Member] = []
    var offset = open + 1
    while let child = cursor.child(at: offset, isObject: isObject, index: members.count) {
      offset = cursor.end(child.value)
      var step = DocumentPath.Step.index(child.index)
      if let key = child.key, case .string(let name) = cursor.value(key.lowerBound) {
        step = .name(String(decoding: name, as: UTF8.self))
      }
      members.append(Member(step: step, value: child.value))
    }
    return members
  }

  private mutating func report(
    _ kind: DocumentDifference.Kind, _ path: [DocumentPath.Step], _ left: Int?, _ right: Int?
  ) {
    guard result.changes.count < limit else {
      result.isCut = true
      return
    }
    result.changes.append(
      DocumentDifference.Change(
        kind: kind, path: DocumentPath(steps: path), left: left.map { $0..<old.end($0) },
        right: right.map { $0..<new.end($0) }))
  }

  private func sameText(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (old.source(left), new.source(right))
    return a.count == b.count && a.elementsEqual(b)
  }

  private func equalScalars(_ left: Int, _ right: Int) -> Bool {
    guard !old.isContainer(left), !new.isContainer(right) else { return false }
    return old.value(left) == new.value(right)
  }
}
