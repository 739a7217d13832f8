import Basics

/// Finds the nodes of an expression in the original bytes, segment by segment, without building a tree.
struct JSONPathEvaluator {
  typealias Syntax = JSONPathSyntax

  struct Node: Equatable {
    var value: Int
    var path: Int32
  }

  /// A selected child with the keys of its position in the result: container, selector, order.
  private struct Found {
    var rank: Int
    var selector: Int
    var order: Int
    var node: Node

    var key: (Int, Int, Int) { (rank, selector, order) }
  }

  /// A container that is open during the descent.
  private struct Frame {
    var open: Int
    var isObject: Bool
    /// The offset of the next child, and its index.
    var next: Int
    var order = 0
    var path: Int32
    /// The number of children, if a selector needs it.
    var count: Int
  }

  let cursor: JSONCursor
  let root: Int
  var paths = JSONPathPaths()
  var patterns: [[UInt8]: [LinearRegex?]] = [:]
  /// True to record paths; tests inside filters need none.
  var keepsPaths = true
  /// The remaining budget of visited values and regular expression steps.
  var stepsLeft: Int
  private var nextQuestion: Int
  private(set) var isCancelled = false
  /// True if the budget is used up: the search ends.
  var isExhausted: Bool { stepsLeft < 0 }
  private let shouldStop: () -> Bool

  init(_ cursor: JSONCursor, root: Int, steps: Int = .max, shouldStop: @escaping () -> Bool) {
    self.cursor = cursor
    self.root = root
    self.shouldStop = shouldStop
    stepsLeft = steps
    nextQuestion = steps - Self.stepsPerQuestion
  }

  mutating func nodes(of segments: [Syntax.Segment], from start: Int) -> [Node] {
    var nodes = [Node(value: start, path: JSONPathPaths.root)]
    for segment in segments {
      var next: [Node] = []
      for node in nodes where cursor.isContainer(node.value) {
        if isCancelled || isExhausted { return [] }
        walk(node, segment, into: &next)
      }
      nodes = next
    }
    return nodes
  }

  /// Visits the children of a node, or all its descendants, and collects the selected ones in the order of RFC 9535:
  /// container by container from the outside in, selector by selector, child by child.
  private mutating func walk(_ node: Node, _ segment: Syntax.Segment, into result: inout [Node]) {
    var found: [Found] = []
    let needsCount = segment.selectors.contains(where: \.needsCount)
    var frames: [Frame] = []
    var top = frame(node.value, path: node.path, needsCount)
    while true {
      if pause(for: 1) { return }
      guard let child = cursor.child(at: top.next, isObject: top.isObject, index: top.order) else {
        guard var parent = frames.popLast() else { break }
        // The parent continues after the bracket that closes this one.
        parent.next = min(cursor.skipSpace(top.next) + 1, cursor.limit)
        top = parent
        continue
      }
      top.order += 1
      var path: Int32?
      select(child, in: top, segment.selectors, &path, into: &found)
      if segment.isDescendant, cursor.isContainer(child.value) {
        frames.append(top)
        if path == nil, keepsPaths { path = paths.add(child, to: top.path) }
        top = frame(child.value, path: path ?? JSONPathPaths.root, needsCount)
      } else {
        top.next = cursor.end(child.value)
      }
    }
    let isSorted = zip(found, found.dropFirst()).allSatisfy { $0.key <= $1.key }
    if !isSorted { found.sort { $0.key < $1.key } }
    result.append(contentsOf: found.lazy.map(\.node))
  }

  private mutating func frame(_ open: Int, path: Int32, _ needsCount: Bool) -> Frame {
    let isObject = cursor.byte(open) == 0x7B
    let count = needsCount && !isObject ? counted(open) : 0
    return Frame(open: open, isObject: isObject, next: open + 1, path: path, count: count)
  }

  private mutating func select(
    _ child: JSONCursor.Child, in frame: Frame, _ selectors: [Syntax.Selector], _ path: inout Int32?,
    into found: inout [Found]
  ) {
    for (number, selector) in selectors.enumerated() {
      guard let order = order(of: child, in: frame, by: selector) else { continue }
      if path == nil, keepsPaths { path = paths.add(child, to: frame.path) }
      let node = Node(value: child.value, path: path ?? JSONPathPaths.root)
      found.append(Found(rank: frame.open, selector: number, order: order, node: node))
    }
  }

  /// The position of a child among those that a selector selects; `nil` if it is not selected.
  private mutating func order(of child: JSONCursor.Child, in frame: Frame, by selector: Syntax.Selector) -> Int? {
    switch selector {
    case .name(let name):
      guard let key = child.key, cursor.key(key, equals: name) else { return nil }
      return child.index
    case .wildcard: return child.index
    case .index(let index):
      guard !frame.isObject else { return nil }
      return child.index == (index < 0 ? frame.count + index : index) ? 0 : nil
    case .slice(let start, let end, let step):
      guard !frame.isObject else { return nil }
      return Self.order(of: child.index, count: frame.count, start, end, step)
    case .filter(let condition):
      return holds(condition, for: child.value) ? child.index : nil
    }
  }

  /// Slices as defined in section 2.3.4.2.
  private static func order(of index: Int, count: Int, _ start: Int?, _ end: Int?, _ step: Int) -> Int? {
    func normalized(_ value: Int) -> Int { value >= 0 ? value : count + value }
    if step > 0 {
      // Without negative indices the number of children does not matter: all of them exist.
      let low = max(normalized(start ?? 0), 0)
      let high = end.map(normalized) ?? .max
      guard index >= low, index < high, (index - low) % step == 0 else { return nil }
      return index
    }
    guard step < 0 else { return nil }
    let high = min(normalized(start ?? count - 1), count - 1)
    let low = end.map { max(normalized($0), -1) } ?? -1
    guard index <= high, index > low, (high - index) % -step == 0 else { return nil }
    return -index
  }

  /// The number of children of a container; each costs a step.
  mutating func counted(_ open: Int) -> Int {
    let count = cursor.count(open)
    _ = pause(for: count)
    return count
  }

  /// Subtracts steps from the budget, and regularly checks for cancellation.
  mutating func pause(for steps: Int) -> Bool {
    stepsLeft -= steps
    if stepsLeft < nextQuestion {
      nextQuestion = stepsLeft - Self.stepsPerQuestion
      if shouldStop() { isCancelled = true }
    }
    return isCancelled || stepsLeft < 0
  }

  private static let stepsPerQuestion = 0x4000
}

extension JSONPathEvaluator {
  mutating func holds(_ condition: Syntax.Condition, for current: Int) -> Bool {
    switch condition {
    case .any(let parts):
      for part in parts where holds(part, for: current) { return true }
      return false
    case .all(let parts):
      for part in parts where !holds(part, for: current) { return false }
      return true
    case .not(let inner): return !holds(inner, for: current)
    case .exists(let query): return !values(of: query, for: current).isEmpty
    case .function(let function):
      if case .boolean(true) = result(of: function, for: current) { return true }
      return false
    case .compare(let left, let comparison, let right):
      let (left, right) = (value(of: left, for: current), value(of: right, for: current))
      if case .container(let open) = left, case .container = right {
        // A comparison reads all of it.
        if pause(for: (cursor.end(open) - open) / 8) { return false }
      }
      return compare(left, comparison, right)
    }
  }

  /// The offsets of the values that a query inside a filter finds.
  private mutating func values(of query: Syntax.Query, for current: Int) -> [Int] {
    let start = query.isRelative ? current : root
    if query.isSingular { return single(query.segments, from: start).map { [$0] } ?? [] }
    let kept = keepsPaths
    keepsPaths = false
    defer { keepsPaths = kept }
    return nodes(of: query.segments, from: start).map(\.value)
  }

  /// The single value of a singular query, found without lists.
  private mutating func single(_ segments: [Syntax.Segment], from start: Int) -> Int? {
    var value = start
    for segment in segments {
      guard cursor.isContainer(value), let next = child(of: value, segment.selectors[0]) else { return nil }
      value = next
    }
    return value
  }

  private mutating func child(of open: Int, _ selector: Syntax.Selector) -> Int? {
    let isObject = cursor.byte(open) == 0x7B
    var wanted = -1
    var name: [UInt8] = []
    switch selector {
    case .name(let text) where isObject: name = text
    case .index(let index) where !isObject: wanted = index < 0 ? counted(open) + index : index
    default: return nil
    }
    guard isObject || wanted >= 0 else { return nil }
    var offset = open + 1
    var number = 0
    while let child = cursor.child(at: offset, isObject: isObject, index: number) {
      let isWanted = isObject ? child.key.map({ cursor.key($0, equals: name) }) ?? false : number == wanted
      if isWanted { return child.value }
      if pause(for: 1) { return nil }
      number += 1
      offset = cursor.end(child.value)
    }
    return nil
  }

  private mutating func value(of operand: Syntax.Operand, for current: Int) -> JSONShallowValue {
    switch operand {
    case .literal(let value): value
    case .query(let query): values(of: query, for: current).first.map(cursor.value) ?? .nothing
    case .function(let function): result(of: function, for: current)
    }
  }

  private mutating func result(of function: Syntax.Function, for current: Int) -> JSONShallowValue {
    switch function {
    case .length(let operand):
      switch value(of: operand, for: current) {
      case .string(let text): return .number(DecimalNumber(String(decoding: text, as: UTF8.self).unicodeScalars.count))
      case .container(let open): return .number(DecimalNumber(counted(open)))
      default: return .nothing
      }
    case .count(let query): return .number(DecimalNumber(values(of: query, for: current).count))
    case .value(let query):
      let found = values(of: query, for: current)
      return found.count == 1 ? cursor.value(found[0]) : .nothing
    case .match(let text, let pattern): return .boolean(matches(text, pattern, isWhole: true, for: current))
    case .search(let text, let pattern): return .boolean(matches(text, pattern, isWhole: false, for: current))
    }
  }

  private mutating func matches(
    _ text: Syntax.Operand, _ pattern: Syntax.Operand, isWhole: Bool, for current: Int
  ) -> Bool {
    guard case .string(let text) = value(of: text, for: current),
      case .string(let source) = value(of: pattern, for: current)
    else { return false }
    if patterns[source] == nil {
      // There may be many patterns if they come from the document.
      if patterns.count > 500 { patterns = [:] }
      // An invalid I-Regexp matches nothing (section 2.4.6).
      patterns[source] = [try? LinearRegex(String(decoding: source, as: UTF8.self), dialect: .iRegexp)]
    }
    let subject = String(decoding: text, as: UTF8.self)
    if pause(for: text.count) { return false }
    let answer =
      isWhole
      ? patterns[source]?[0]?.matchesWhole(subject, steps: &stepsLeft)
      : patterns[source]?[0]?.matchesPart(of: subject, steps: &stepsLeft)
    return answer ?? false
  }
}

/// Comparisons as defined in RFC 9535, section 2.3.5.2.2.
extension JSONPathEvaluator {
  func compare(_ left: JSONShallowValue, _ comparison: Syntax.Comparison, _ right: JSONShallowValue) -> Bool {
    switch comparison {
    case .equal: equal(left, right)
    case .notEqual: !equal(left, right)
    case .less: less(left, right)
    case .lessOrEqual: less(left, right) || equal(left, right)
    case .greater: less(right, left)
    case .greaterOrEqual: less(right, left) || equal(left, right)
    }
  }

  private func less(_ left: JSONShallowValue, _ right: JSONShallowValue) -> Bool {
    switch (left, right) {
    // UTF-8 sorts in the order of its characters.
    case (.string(let a), .string(let b)): a.lexicographicallyPrecedes(b)
    case (.number(let a), .number(let b)): a < b
    default: false
    }
  }

  private func equal(_ left: JSONShallowValue, _ right: JSONShallowValue) -> Bool {
    switch (left, right) {
    case (.container(let a), .container(let b)): a == b || JSONEquality(cursor: cursor).equal(a, b, depth: 0)
    default: left == right
    }
  }
}

/// Deep equality of two values of a document: objects in any order, numbers by value.
struct JSONEquality {
  let cursor: JSONCursor
  private static let deepest = 512

  func equal(_ left: Int, _ right: Int, depth: Int) -> Bool {
    guard cursor.isContainer(left), cursor.isContainer(right) else { return cursor.value(left) == cursor.value(right) }
    guard cursor.byte(left) == cursor.byte(right) else { return false }
    // Beyond this depth the texts are compared.
    guard depth < Self.deepest else { return cursor.source(left).elementsEqual(cursor.source(right)) }
    return cursor.byte(left) == 0x7B ? objects(left, right, depth) : arrays(left, right, depth)
  }

  private func arrays(_ left: Int, _ right: Int, _ depth: Int) -> Bool {
    var a = left + 1
    var b = right + 1
    while true {
      let one = cursor.child(at: a, isObject: false, index: 0)
      let two = cursor.child(at: b, isObject: false, index: 0)
      guard let one, let two else { return one == nil && two == nil }
      guard equal(one.value, two.value, depth: depth + 1) else { return false }
      a = cursor.end(one.value)
      b = cursor.end(two.value)
    }
  }

  private func objects(_ left: Int, _ right: Int, _ depth: Int) -> Bool {
    let one = members(left)
    let two = members(right)
    guard one.count == two.count else { return false }
    return one.allSatisfy { name, value in two[name].map { equal(value, $0, depth: depth + 1) } ?? false }
  }

  private func members(_ open: Int) -> [[UInt8]: Int] {
    var members: [[UInt8]: Int] = [:]
    var offset = open + 1
    while let child = cursor.child(at: offset, isObject: true, index: 0) {
      if let key = child.key, case .string(let name) = cursor.value(key.lowerBound) { members[name] = child.value }
      offset = cursor.end(child.value)
    }
    return members
  }
}
