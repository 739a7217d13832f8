import Terminal

/// What every view draws with, whatever it shows: the terminal's size and means, the theme, and whether frames warn.
protocol Appearance {
  var size: Size { get }
  var capabilities: Capabilities { get }
  var theme: Theme { get }
  /// The chosen environment is protected: whoever works in it sees that wherever he looks.
  var isProtected: Bool { get }
}
