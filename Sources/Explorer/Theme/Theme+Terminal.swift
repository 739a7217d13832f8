import Terminal

extension Theme.Name {
  /// `dark` for a terminal of which nothing is known.
  init(for capabilities: Capabilities) { self = capabilities.isLight == true ? .light : .dark }
}
