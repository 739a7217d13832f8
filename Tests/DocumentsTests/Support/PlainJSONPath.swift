import TestSupport

/// JSONPath (RFC 9535) in the simplest way: every selector is a function from a value to some of its children.
struct PlainJSONPath {
  typealias Node = (path: String, value: PlainJSON)

  indirect enum Condition {
    case exists([String])
    case equal([String], PlainJSON)
    case less([String], Int)
    case not(Condition)
    case both(Condition, Condition)
    case either(Condition, Condition)
  }

  enum Selector {
    case name(String)
    case wildcard
    case index(Int)
    case slice(Int?, Int?, Int?)
    case filter(Condition)
  }

  var segments: [(isDescendant: Bool, selectors: [Selector])] = []

  func nodes(of root: PlainJSON) -> [Node] {
    var nodes: [Node] = [("$", root)]
    for segment in segments {
      let from = segment.isDescendant ? nodes.flatMap(Self.withDescendants) : nodes
      nodes = from.flatMap { node in segment.selectors.flatMap { Self.select($0, of: node) } }
    }
    return nodes
  }

  private static func withDescendants(_ node: Node) -> [Node] {
    [node] + children(of: node).flatMap(withDescendants)
  }

  private static func children(of node: Node) -> [Node] {
    node.value.children.map { (node.path + $0.step, $0.value) }
  }

  private static func select(_ selector: Selector, of node: Node) -> [Node] {
    let children = children(of: node)
    let isArray = if case .array = node.value { true } else { false }
    switch selector {
    case .wildcard: return children
    case .name(let name): return children.filter { !isArray && $0.path == "\(node.path)['\(name)']" }
    case .index(let index):
      let place = index < 0 ? index + children.count : index
      return isArray && children.indices.contains(place) ? [children[place]] : []
    case .slice(let start, let end, let step):
      return isArray ? slice(children.count, start, end, step ?? 1).map { children[$0] } : []
    case .filter(let condition): return children.filter { holds(condition, $0.value) }
    }
  }

  /// Section 2.3.4.2.2, literally.
  private static func slice(_ count: Int, _ start: Int?, _ end: Int?, _ step: Int) -> [Int] {
    guard step != 0 else { return [] }
    func normalized(_ place: Int) -> Int { place >= 0 ? place : count + place }
    let first = normalized(start ?? (step > 0 ? 0 : count - 1))
    let last = normalized(end ?? (step > 0 ? count : -count - 1))
    var places: [Int] = []
    if step > 0 {
      var place = min(max(first, 0), count)
      while place < min(max(last, 0), count) {
        places.append(place)
        place += step
      }
    } else {
      var place = min(max(first, -1), count - 1)
      while place > min(max(last, -1), count - 1) {
        places.append(place)
        place += step
      }
    }
    return places
  }

  private static func holds(_ condition: Condition, _ value: PlainJSON) -> Bool {
    func found(_ names: [String]) -> PlainJSON? { names.reduce(value as PlainJSON?) { $0?[$1] } }
    switch condition {
    case .exists(let names): return found(names) != nil
    case .equal(let names, let wanted): return found(names) == wanted
    case .less(let names, let limit):
      if case .number(let number)? = found(names) { return number < limit }
      return false
    case .not(let other): return !holds(other, value)
    case .both(let a, let b): return holds(a, value) && holds(b, value)
    case .either(let a, let b): return holds(a, value) || holds(b, value)
    }
  }
}

extension PlainJSONPath {
  var text: String {
    "$"
      + segments.map { segment in
        (segment.isDescendant ? ".." : "") + "[" + segment.selectors.map(Self.text).joined(separator: ",") + "]"
      }.joined()
  }

  private static func text(_ selector: Selector) -> String {
    switch selector {
    case .name(let name): "'\(name)'"
    case .wildcard: "*"
    case .index(let index): "\(index)"
    case .slice(let start, let end, let step):
      (start.map(String.init) ?? "") + ":" + (end.map(String.init) ?? "") + (step.map { ":\($0)" } ?? "")
    case .filter(let condition): "?" + text(condition)
    }
  }

  private static func text(_ condition: Condition) -> String {
    func path(_ names: [String]) -> String { "@" + names.map { ".\($0)" }.joined() }
    return switch condition {
    case .exists(let names): path(names)
    case .equal(let names, let value): "\(path(names)) == \(value.text)"
    case .less(let names, let limit): "\(path(names)) < \(limit)"
    case .not(let other): "!(\(text(other)))"
    case .both(let a, let b): "(\(text(a)) && \(text(b)))"
    case .either(let a, let b): "(\(text(a)) || \(text(b)))"
    }
  }

  static func random(_ random: inout SeededGenerator) -> PlainJSONPath {
    var path = PlainJSONPath()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let count = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
      path.segments.append(
        (Int.random(in: 0..<4, using: &random) == 0, (0..<count).map { _ in randomSelector(&random) }))
    }
    return path
  }

  private static func randomSelector(_ random: inout SeededGenerator) -> Selector {
    func place(_ random: inout SeededGenerator) -> Int? {
      Bool.random(using: &random) ? Int.random(in: -5...5, using: &random) : nil
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: return .name(PlainJSON.names.randomElement(using: &random) ?? "a")
    case 3..<5: return .wildcard
    case 5: return .index(Int.random(in: -4...4, using: &random))
    case 6: return .slice(place(&random), place(&random), place(&random))
    default: return .filter(randomCondition(depth: 2, &random))
    }
  }

  private static func randomCondition(depth: Int, _ random: inout SeededGenerator) -> Condition {
    let names = Array(PlainJSON.names.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 0: return .exists(names)
    case 1: return .equal(names, PlainJSON.random(depth: 0, &random))
    case 2: return .less(names, Int.random(in: -2...3, using: &random))
    case 3: return .not(randomCondition(depth: depth - 1, &random))
    case 4: return .both(randomCondition(depth: depth - 1, &random), randomCondition(depth: depth - 1, &random))
    default: return .either(randomCondition(depth: depth - 1, &random), randomCondition(depth: depth - 1, &random))
    }
  }
}
