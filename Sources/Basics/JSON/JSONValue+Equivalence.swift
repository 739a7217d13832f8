extension JSONValue {
  /// Whether both values mean the same, regardless of member order and number spelling. If a name occurs twice, the
  /// last member counts, as in most parsers.
  package func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)):
      return left == right || Double(left) == Double(right)
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.isEquivalent(to: $1) }
    case (.object(let left), .object(let right)):
      let (left, right) = (Self.lastMembers(left), Self.lastMembers(right))
      guard left.count == right.count else { return false }
      return left.allSatisfy { name, value in right[name].map { value.isEquivalent(to: $0) } ?? false }
    default: return self == other
    }
  }

  private static func lastMembers(_ members: [Member]) -> [String: JSONValue] {
    Dictionary(members.map { ($0.name, $0.value) }) { _, last in last }
  }
}
