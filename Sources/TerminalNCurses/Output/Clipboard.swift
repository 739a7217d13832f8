import Basics

/// Copies by OSC 52: the terminal puts the text on its own clipboard, over SSH too.
enum Clipboard {
  /// The bytes to send; inside tmux also in a wrapped form, because tmux passes on one form or the other, depending on
  /// its configuration.
  static func sequence(for text: String, isInsideTmux: Bool) -> [UInt8] {
    let copy = "\u{1B}]52;c;" + Base64.encode(text.utf8) + "\u{7}"
    guard isInsideTmux else { return Array(copy.utf8) }
    return Array((copy + "\u{1B}Ptmux;\u{1B}" + copy + "\u{1B}\\").utf8)
  }
}
