/// The handling of one action of a feature: the state it changes and the surroundings it sees.
protocol FeatureTurn {
  associatedtype State
  associatedtype Action
  associatedtype Surroundings
  associatedtype Outcome

  var state: State { get set }

  /// A turn with an empty state.
  init(given: Surroundings)

  mutating func apply(_ action: Action) -> [Outcome]
}

extension FeatureTurn {
  /// Applies `action` to `state`.
  static func take(_ state: inout State, _ action: Action, in surroundings: Surroundings) -> [Outcome] {
    var turn = Self(given: surroundings)
    // Swapped, not copied: a copy would cost as much as the texts being edited and all messages received so far.
    swap(&turn.state, &state)
    defer { swap(&turn.state, &state) }
    return turn.apply(action)
  }
}
