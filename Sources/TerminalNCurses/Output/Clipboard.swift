import Basics

/// Copying by OSC 52: the terminal puts the text on its own clipboard, over SSH too.
enum Clipboard {
  /// What to send; inside tmux also wrapped, because tmux passes it on in one of the two forms, as it is set up.
  static func sequence(for text: String, isInsideTmux: Bool) -> [UInt8] {
    let copy = "\u{1B}]52;c;" + Base64.encode(text.utf8) + "\u{7}"
    guard isInsideTmux else { return Array(copy.utf8) }
    return Array((copy + "\u{1B}Ptmux;\u{1B}" + copy + "\u{1B}\\").utf8)
  }
}
