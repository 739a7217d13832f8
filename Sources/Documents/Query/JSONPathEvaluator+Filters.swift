import Basics

extension JSONPathEvaluator {
  /// Whether a filter accepts the value at `current`.
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
      case .string(let text): return .integer(String(decoding: text, as: UTF8.self).unicodeScalars.count)
      case .container(let open): return .integer(counted(open))
      default: return .nothing
      }
    case .count(let query): return .integer(values(of: query, for: current).count)
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
