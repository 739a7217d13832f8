package import Terminal

/// Keys that come with Apus, by the name in the settings. Each is the default table with some commands bound otherwise.
package enum KeyPreset: String, CaseIterable, Hashable, Sendable {
  case `default`, vim, emacs

  /// The commands with other keys than in the default table.
  package var changes: [(command: String, keys: [Key])] {
    switch self {
    case .default: []
    case .vim: Self.vimKeys
    case .emacs: Self.emacsKeys
    }
  }

  /// ^R is redo, so that F5 and ⌥Enter send; ^D and ^U scroll.
  private static let vimKeys: [(command: String, keys: [Key])] = [
    ("send", [.function(5), Key(.enter, .alt), Key(.enter, .control)]),
    ("redo", [.control("r"), .control("y")]),
    ("pageDown", [.control("f"), .control("d"), .pageDown]),
    ("pageUp", [.control("b"), .control("u"), .pageUp]),
    ("nextPane", [.tab, .control("w")]),
    ("delete", [.character("x"), .delete]),
    ("historyForget", [.character("x"), .delete]),
    ("cookieDelete", [.character("x"), .delete]),
  ]

  /// Motion by ^P ^N ^B ^F, ^G leaves, ^S searches, ⌥X is the palette. ⌥S saves, because sequences such as ^X ^S are no
  /// keys here.
  private static let emacsKeys: [(command: String, keys: [Key])] = [
    ("up", [.control("p"), .up]), ("down", [.control("n"), .down]),
    ("left", [.control("b"), .left]), ("right", [.control("f"), .right]),
    ("pageDown", [.control("v"), .pageDown]), ("pageUp", [.alt("v"), .pageUp]),
    ("top", [.alt("<"), .home]), ("bottom", [.alt(">"), .end]),
    ("leave", [.escape, .control("g")]), ("jump", [.alt("g")]), ("schema", [.character("S"), .alt("q")]),
    ("search", [.control("s"), .character("/")]), ("save", [.alt("s"), .function(2)]),
    ("palette", [.alt("x"), .character(":")]),
    ("undo", [.control("_"), .character("u")]),
    ("delete", [.control("d"), .delete]),
    ("copy", [.alt("w"), .character("y")]),
  ]
}
