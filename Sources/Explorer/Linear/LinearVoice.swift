package import Terminal

/// Says on a terminal of lines what changes in the state, and nothing twice.
@MainActor package final class LinearVoice {
  private let device: any LineDevice
  /// What was said of the last state.
  private var told: LinearScene?

  package init(_ device: any LineDevice) { self.device = device }

  func tell(_ state: AppState) {
    let scene = LinearScene(state)
    defer { told = scene }
    guard let told else {
      for piece in AppState.greeting(state) { append(piece, state.keys) }
      return
    }
    for piece in LinearTurn(told, scene, state).pieces { append(piece, state.keys) }
  }

  /// With the keys that its text names.
  private func append(_ piece: LinePiece, _ keys: KeyNames) {
    switch piece {
    case .line(let text): device.append(.line(keys.filled(text)))
    case .typed(let text): device.append(.typed(text))
    }
  }
}
