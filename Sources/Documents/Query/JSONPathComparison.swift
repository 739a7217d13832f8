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
    case (.integer(let a), .integer(let b)): a < b
    case (.number(let a), .number(let b)): a < b
    case (.integer(let a), .number(let b)): Double(a) < b
    case (.number(let a), .integer(let b)): a < Double(b)
    // UTF-8 sorts in the order of its characters.
    case (.string(let a), .string(let b)): a.lexicographicallyPrecedes(b)
    default: false
    }
  }

  private func equal(_ left: JSONShallowValue, _ right: JSONShallowValue) -> Bool {
    switch (left, right) {
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(a) == b
    case (.container(let a), .container(let b)): a == b || JSONEquality(cursor: cursor).equal(a, b, depth: 0)
    default: left == right
    }
  }
}
