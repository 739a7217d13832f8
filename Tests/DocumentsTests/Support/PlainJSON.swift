import TestSupport

/// JSON as a tree, independent of the code under test.
indirect enum PlainJSON: Equatable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([PlainJSON])
  case object([(name: String, value: PlainJSON)])

  static func == (left: PlainJSON, right: PlainJSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count && a.allSatisfy { member in b.contains { $0.name == member.name && $0.value == member.value } }
    default: false
    }
  }

  /// The children with their steps in a normalized path.
  var children: [(step: String, value: PlainJSON)] {
    switch self {
    case .array(let items): items.enumerated().map { ("[\($0.offset)]", $0.element) }
    case .object(let members): members.map { ("['\($0.name)']", $0.value) }
    default: []
    }
  }

  subscript(name: String) -> PlainJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Without white space.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let text): "\"\(text)\""
    case .array(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members): "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  static let names = ["a", "b", "c", "d"]

  static func random(depth: Int, _ random: inout SeededGenerator) -> PlainJSON {
    switch Int.random(in: 0..<(depth > 0 ? 12 : 6), using: &random) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &random))
    case 2, 3: return .number(Int.random(in: -3...3, using: &random))
    case 4, 5: return .string(names.randomElement(using: &random) ?? "")
    case 6..<9:
      return .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in PlainJSON.random(depth: depth - 1, &random) })
    default:
      let chosen = names.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
      return .object(chosen.map { ($0, PlainJSON.random(depth: depth - 1, &random)) })
    }
  }
}
