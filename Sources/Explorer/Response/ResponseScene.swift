import Terminal

/// What the views of a response draw from: the pane of one request, and what surrounds it.
struct ResponseScene {
  let pane: ResponsePane
  let given: ResponseFeature.Surroundings
  /// The differences that its comparisons leave out.
  var ignored: Set<String> = []
  /// What the bottom line says.
  var said: String?

  var isFocused: Bool { given.isFocused }
}

extension ResponseScene: Appearance {
  var size: Size { given.size }
  var capabilities: Capabilities { given.capabilities }
  var theme: Theme { given.theme }
  var isProtected: Bool { given.isProtected }
  var keys: KeyNames { given.keys }
}
