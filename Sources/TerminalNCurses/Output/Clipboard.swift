import Basics

/// Copies with OSC 52: the terminal puts the text on its own clipboard, even over SSH.
enum Clipboard {
  /// The bytes to send. Inside tmux, the sequence is also sent in a wrapped form; the configuration of tmux determines
  /// which one it passes on.
  static func sequence(for text: String, isInsideTmux: Bool) -> [UInt8] {
    let copy = "\u{1B}]52;c;" + Base64.encode(text.utf8) + "\u{7}"
    guard isInsideTmux else { return Array(copy.utf8) }
    return Array((copy + "\u{1B}Ptmux;\u{1B}" + copy + "\u{1B}\\").utf8)
  }
}
