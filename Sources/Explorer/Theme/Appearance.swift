import Terminal

/// What every view needs for drawing: the terminal's size and capabilities, the theme, and whether borders warn.
protocol Appearance {
  var size: Size { get }
  var capabilities: Capabilities { get }
  var theme: Theme { get }
  /// Whether the chosen environment is protected, which borders make obvious.
  var isProtected: Bool { get }
  /// The keys that texts name.
  var keys: KeyNames { get }
}
