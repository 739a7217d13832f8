import Basics

/// Finds the nodes of an expression in the original bytes, segment by segment, without building a tree.
struct JSONPathEvaluator {
  typealias Syntax = JSONPathSyntax

  struct Node: Equatable {
    var value: Int
    var path: Int32
  }

  /// A selected child with what determines its position in the result: the container, the selector, the order within.
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
    /// Where to look for the next child, and its index.
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
  /// Whether to record paths; tests inside filters need none.
  var keepsPaths = true
  /// The remaining budget of visited values and regular expression steps.
  var stepsLeft: Int
  private var nextQuestion: Int
  private(set) var isCancelled = false
  /// Whether the budget is used up: nothing more is found.
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

  /// Subtracts steps from the budget, and regularly checks whether to stop.
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
