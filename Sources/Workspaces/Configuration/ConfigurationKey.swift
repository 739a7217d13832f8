import Basics

/// One key of the settings, described once: its name, its type, its default, one line on what it is for, and whether it
/// is the user's alone.
///
/// The reader, `apus config` and the screen go by `all`. A new key is a property of `Configuration`, a description here,
/// and the code that heeds it.
package struct ConfigurationKey: Sendable {
  /// With its section: `send.timeout`.
  package let name: String
  package let kind: ConfigurationKind
  /// The default, as it is written.
  package let usual: String
  /// One line, without a full stop.
  package let explanation: String
  /// Whether a workspace has no say in it: it touches the user's machine, or what the user relies on.
  package let isYours: Bool

  private init(
    _ name: String, _ kind: ConfigurationKind, usual: String, isYours: Bool = false, _ explanation: String
  ) {
    self.name = name
    self.kind = kind
    self.usual = usual
    self.explanation = explanation
    self.isYours = isYours
  }

  /// The part before the dot; `nil` for a key of the top level.
  package var section: String? {
    name.firstIndex(of: ".").map { String(name[..<$0]) }
  }

  /// The part after the dot.
  package var word: String {
    name.firstIndex(of: ".").map { String(name[$0...].dropFirst()) } ?? name
  }

  /// In the order in which they are printed.
  package static let all: [ConfigurationKey] = top + layout + send + history + privacy + accessibility

  private static let top = [
    ConfigurationKey(
      "theme", .name(\.theme), usual: "auto", "auto, dark, light, contrast, terminal, or a file in themes/"),
    ConfigurationKey(
      "keys", .name(\.keys), usual: "default", isYours: true, "default, vim, emacs, or a file in keys/"),
    ConfigurationKey(
      "bindings", .bindings, usual: "{}", isYours: true,
      "keys for single commands: { send: [ctrl+r, f5] }; `apus config --commands` lists the names"),
    ConfigurationKey(
      "clipboard", .text(\.clipboard), usual: "auto", isYours: true,
      "auto, osc52 (the terminal only), or a command that reads what is copied"),
    ConfigurationKey(
      "editor.command", .text(\.editorCommand), usual: "\"\"", isYours: true,
      "the editor for texts and files, before $VISUAL and $EDITOR"),
    ConfigurationKey(
      "editor.vim", .flag(\.editorVim), usual: "false", isYours: true,
      "true edits bodies, docs and fields of a request with the keys of vim"),
  ]

  private static let layout = [
    ConfigurationKey(
      "layout.tree", .count(\.tree, words: ["auto"], 16...200), usual: "auto",
      "the columns of the tree, 16 to 200; auto fits its names"),
    ConfigurationKey(
      "layout.split", .choice(\.split, ["auto", "columns", "stacked", "halves", "single"]), usual: "auto",
      "how the panes are arranged; auto takes the largest that fits"),
    ConfigurationKey(
      "layout.mouse", .flag(\.mouse), usual: "true", "false leaves the mouse to the terminal, to select text with it"),
    ConfigurationKey(
      "layout.borders", .choice(\.borders, ["round", "square", "ascii"]), usual: "round", "the lines around panes"),
    ConfigurationKey("layout.motion", .flag(\.motion), usual: "true", "false draws no spinner and no moving bar"),
  ]

  private static let send = [
    ConfigurationKey(
      "send.timeout", .number(\.timeout, 0...1_000_000_000), usual: "0",
      "milliseconds until a send is given up, unless the request says; 0 waits without a limit"),
    ConfigurationKey(
      "send.followRedirects", .flag(\.followRedirects), usual: "true",
      "whether saved requests follow redirects, unless they say"),
    ConfigurationKey(
      "send.maximumBody", .size(\.maximumBody), usual: "1GB", "the largest body that is taken; 0 takes any"),
    ConfigurationKey(
      "send.verifyTLS", .flag(\.verifyTLS), usual: "true", isYours: true,
      "false sends without verifying certificates: anyone on the way can read along"),
    ConfigurationKey(
      "send.httpVersion", .choice(\.httpVersion, ["auto", "1.0", "1.1", "2", "3"]), usual: "auto",
      "the version of HTTP; auto speaks the newest that both sides know"),
  ]

  private static let history = [
    ConfigurationKey(
      "history.keep", .number(\.historyKeep, 0...100_000_000), usual: "100000", isYours: true,
      "how many exchanges are kept; 0 keeps any number"),
    ConfigurationKey(
      "history.days", .number(\.historyDays, 0...100_000), usual: "0", isYours: true,
      "after how many days they are forgotten; 0 never"),
    ConfigurationKey(
      "history.bodies", .size(\.historyBodies), usual: "64MB", isYours: true,
      "of a larger body only size and hash are kept"),
  ]

  private static let privacy = [
    ConfigurationKey(
      "privacy.processEnvironment", .choice(\.processEnvironment, ConfigurationConsent.words), usual: "ask",
      isYours: true, "ask, allow or refuse that a collection sends variables of the process environment"),
    ConfigurationKey(
      "privacy.filesOutside", .choice(\.filesOutside, ConfigurationConsent.words), usual: "ask", isYours: true,
      "ask, allow or refuse that a collection sends files from outside of it"),
  ]
}

extension ConfigurationKey {
  fileprivate static let accessibility = [
    ConfigurationKey(
      "accessibility.linear", .flag(\.linear), usual: "false", isYours: true,
      "true starts in linear mode, for screen readers: lines are appended, nothing is drawn"),
    ConfigurationKey(
      "accessibility.announce", .flag(\.announce), usual: "true", isYours: true,
      "false tells in linear mode only what a key asks for, and what went wrong; no answers that arrive"),
  ]
}

/// What happens when a collection would use something of the user's.
package enum ConfigurationConsent: String, Hashable, Sendable, CaseIterable {
  case ask, allow, refuse

  static let words = allCases.map(\.rawValue)
}
