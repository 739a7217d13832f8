/// The parts of a JSONPath expression (RFC 9535).
enum JSONPathSyntax {
  struct Segment: Equatable, Sendable {
    var isDescendant: Bool
    var selectors: [Selector]
  }

  enum Selector: Equatable, Sendable {
    /// As UTF-8.
    case name([UInt8])
    case wildcard
    case index(Int)
    case slice(start: Int?, end: Int?, step: Int)
    case filter(Condition)

    /// Whether the selector depends on the number of children.
    var needsCount: Bool {
      switch self {
      case .name, .wildcard, .filter: false
      case .index(let index): index < 0
      case .slice(let start, let end, let step): step < 0 || (start ?? 0) < 0 || (end ?? 0) < 0
      }
    }
  }

  struct Query: Equatable, Sendable {
    /// Whether it starts at the tested value, `@`, and not at the root.
    var isRelative: Bool
    var segments: [Segment]

    /// Whether it selects at most one node (section 2.3.5.1).
    var isSingular: Bool {
      segments.allSatisfy { segment in
        guard !segment.isDescendant, segment.selectors.count == 1 else { return false }
        switch segment.selectors[0] {
        case .name, .index: return true
        case .wildcard, .slice, .filter: return false
        }
      }
    }
  }

  indirect enum Condition: Equatable, Sendable {
    case any([Condition])
    case all([Condition])
    case not(Condition)
    case exists(Query)
    case function(Function)
    case compare(Operand, Comparison, Operand)
  }

  enum Comparison: Equatable, Sendable { case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual }

  enum Operand: Equatable, Sendable {
    case literal(JSONShallowValue)
    case query(Query)
    case function(Function)
  }

  indirect enum Function: Equatable, Sendable {
    case length(Operand)
    case count(Query)
    case value(Query)
    case match(Operand, Operand)
    case search(Operand, Operand)

    /// Whether its result is logical and cannot be compared.
    var isLogical: Bool {
      switch self {
      case .match, .search: true
      case .length, .count, .value: false
      }
    }
  }
}
