/// What an expression needs of a conversation that is still open.
extension CheckExpression {
  /// How many messages must have come and gone for the one that it looks at to be there; `nil` if it looks at none.
  package var messageCount: Int? {
    guard root == .response, steps.first == .name("messages"), steps.count > 1, case .index(let index) = steps[1]
    else { return nil }
    return index + 1
  }

  /// Whether it counts the messages.
  package var countsMessages: Bool {
    root == .response
      && (steps == [.name("messages"), .name("count")] || steps == [.name("messages"), .name("length")])
  }

  /// Whether it looks at how the conversation ended.
  package var isAboutClose: Bool { root == .response && [.name("close"), .name("grpc")].contains(steps.first) }
}
