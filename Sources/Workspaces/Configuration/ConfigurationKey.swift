import Basics

/// One key of the settings, described once: its name, type, default, a line of explanation, and whether only the user
/// may set it.
///
/// The reader, `apus config` and the screen use `all`. A new key needs a property of `Configuration`, a description
/// here, and the code that uses it.
package struct ConfigurationKey: Sendable {
  /// With its section: `send.timeout`.
  package let name: String
  package let kind: ConfigurationKind
  /// The default, as it is written.
  package let usual: String
  /// One line, without a full stop.
  package let explanation: String
  /// True if a workspace cannot set it, because it affects the user's machine or the user's safety.
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
  package static let all: [ConfigurationKey] = top + layout + send + scripts + history + privacy + accessibility

  private static let top = [
    ConfigurationKey(
      "theme", .name(\.theme), usual: "auto",
      "auto, or a name that `apus themes` lists: a built-in theme, or a file in themes/"),
    ConfigurationKey(
      "keys", .name(\.keys), usual: "default", isYours: true, "default, vim, emacs, or a file in keys/"),
    ConfigurationKey(
      "bindings", .bindings, usual: "{}", isYours: true,
      "keys for single commands: { send: [ctrl+r, f5] }; `apus config --commands` lists the names"),
    ConfigurationKey(
      "clipboard", .text(\.clipboard), usual: "auto", isYours: true,
      "auto, osc52 (the terminal only), or a command that reads the copied text"),
    ConfigurationKey(
      "editor.command", .text(\.editorCommand), usual: "\"\"", isYours: true,
      "the editor for texts and files, before $VISUAL and $EDITOR"),
    ConfigurationKey(
      "editor.vim", .flag(\.editorVim), usual: "false", isYours: true,
      "true edits bodies, docs and fields of a request with the keys of vim"),
    ConfigurationKey(
      "enter-in-url", .choice(\.enterInURL, ["send", "keep"]), usual: "send", isYours: true,
      "Enter while the URL is edited sends the request, or only keeps the text"),
  ]

  private static let layout = [
    ConfigurationKey(
      "layout.tree", .count(\.tree, words: ["auto"], 16...200), usual: "auto",
      "the width of the tree in columns, 16 to 200; auto fits its names"),
    ConfigurationKey(
      "layout.split", .choice(\.split, ["auto", "columns", "stacked", "halves", "single"]), usual: "auto",
      "the arrangement of the panes; auto uses the largest that fits"),
    ConfigurationKey(
      "layout.mouse", .flag(\.mouse), usual: "true", "false leaves the mouse to the terminal, to select text with it"),
    ConfigurationKey(
      "layout.borders", .choice(\.borders, ["round", "square", "ascii"]), usual: "round", "the lines around panes"),
    ConfigurationKey("layout.motion", .flag(\.motion), usual: "true", "false draws no spinner and no moving bar"),
  ]

  private static let send = [
    ConfigurationKey(
      "send.timeout", .number(\.timeout, 0...1_000_000_000), usual: "0",
      "timeout of a send in milliseconds, unless the request has its own; 0 for no limit"),
    ConfigurationKey(
      "send.followRedirects", .flag(\.followRedirects), usual: "true",
      "whether saved requests follow redirects, unless they set it"),
    ConfigurationKey(
      "send.maximumBody", .size(\.maximumBody), usual: "1GB", "the largest body to accept; 0 accepts any"),
    ConfigurationKey(
      "send.verifyTLS", .flag(\.verifyTLS), usual: "true", isYours: true,
      "false sends without verifying certificates: others on the path can read the data"),
    ConfigurationKey(
      "send.httpVersion", .choice(\.httpVersion, ["auto", "1.0", "1.1", "2", "3"]), usual: "auto",
      "the version of HTTP; auto uses the newest that both sides support"),
  ]

  private static let scripts = [
    ConfigurationKey(
      "scripts.timeout", .number(\.scriptTimeout, 1...Configuration.longestScript), usual: "5000",
      "how long the scripts of one phase may run, in milliseconds; waits do not count")
  ]

  private static let history = [
    ConfigurationKey(
      "history.keep", .number(\.historyKeep, 0...100_000_000), usual: "100000", isYours: true,
      "the number of exchanges to keep; 0 keeps all"),
    ConfigurationKey(
      "history.days", .number(\.historyDays, 0...100_000), usual: "0", isYours: true,
      "the days after which exchanges are deleted; 0 never"),
    ConfigurationKey(
      "history.bodies", .size(\.historyBodies), usual: "64MB", isYours: true,
      "larger bodies are kept only as size and hash"),
  ]

  private static let privacy = [
    ConfigurationKey(
      "privacy.processEnvironment", .choice(\.processEnvironment, ConfigurationConsent.words), usual: "ask",
      isYours: true, "ask, allow or refuse that a collection sends variables of the process environment"),
    ConfigurationKey(
      "privacy.filesOutside", .choice(\.filesOutside, ConfigurationConsent.words), usual: "ask", isYours: true,
      "ask, allow or refuse that a collection sends files from outside it"),
  ]
}

extension ConfigurationKey {
  fileprivate static let accessibility = [
    ConfigurationKey(
      "accessibility.linear", .flag(\.linear), usual: "false", isYours: true,
      "true starts in linear mode, for screen readers: lines are appended, nothing is drawn"),
    ConfigurationKey(
      "accessibility.announce", .flag(\.announce), usual: "true", isYours: true,
      "false limits linear mode to replies to keys and failures; arriving answers are not announced"),
  ]
}

/// The reaction to a collection that would use something of the user's.
package enum ConfigurationConsent: String, Hashable, Sendable, CaseIterable {
  case ask, allow, refuse

  static let words = allCases.map(\.rawValue)
}

/// The type of a key: the valid values, and the property that holds the value.
package struct ConfigurationKind: Sendable {
  typealias Place<Value: Hashable & Sendable> =
    any WritableKeyPath<Configuration, Configuration.Given<Value>?> & Sendable

  /// Sets the value of a scalar, or returns the expected type.
  let set: @Sendable (String, ConfigurationOrigin, YAMLPlace, inout Configuration) -> String?
  /// Takes the value of another configuration if there is none.
  let fill: @Sendable (inout Configuration, _ lower: Configuration) -> Void
  /// The file that sets the value; `nil` for the default.
  package let origin: @Sendable (Configuration) -> ConfigurationOrigin?
  /// True for commands with their keys, which are no scalar.
  private(set) var isBindings = false

  /// - Parameters:
  ///   - expected: the valid values, for a text that is none of them.
  ///   - parse: returns `nil` for an invalid text.
  private init<Value: Hashable & Sendable>(
    _ place: Place<Value>, expected: @escaping @Sendable (String) -> String = { _ in "" },
    parse: @escaping @Sendable (String) -> Value?
  ) {
    set = { text, origin, position, configuration in
      guard let value = parse(text) else { return expected(text) }
      var given = Configuration.Given(value, origin)
      given.place = position
      configuration[keyPath: place] = given
      return nil
    }
    fill = { if $0[keyPath: place] == nil { $0[keyPath: place] = $1[keyPath: place] } }
    origin = { $0[keyPath: place]?.origin }
  }

  static func flag(_ place: Place<Bool>) -> Self {
    Self(place, expected: { _ in "true or false" }) { $0 == "true" ? true : $0 == "false" ? false : nil }
  }

  static func number(_ place: Place<Int>, _ range: ClosedRange<Int>) -> Self {
    Self(place, expected: { _ in words(for: range) }) { number($0, in: range) }
  }

  /// One of the words, or a number.
  static func count(_ place: Place<String>, words: [String], _ range: ClosedRange<Int>) -> Self {
    Self(place, expected: { _ in "\(words.joined(separator: ", ")), or \(Self.words(for: range))" }) { text in
      words.contains(text) || number(text, in: range) != nil ? text : nil
    }
  }

  /// In bytes: `64MB`.
  static func size(_ place: Place<Int>) -> Self {
    Self(place, expected: { _ in "a size such as 64MB or 2GB" }) { ByteCount($0)?.bytes }
  }

  static func choice(_ place: Place<String>, _ words: [String]) -> Self {
    Self(
      place,
      expected: { text in
        let meant = NearestWord.of(text, in: words).map { "; did you mean `\($0)`?" } ?? ""
        return "one of \(words.joined(separator: ", "))\(meant)"
      }
    ) { words.contains($0) ? $0 : nil }
  }

  /// The name of a built-in value or of a file; resolved where it is used.
  static func name(_ place: Place<String>) -> Self {
    Self(place, expected: { _ in "a name" }) { $0.isEmpty ? nil : $0 }
  }

  static func text(_ place: Place<String>) -> Self { Self(place) { $0 } }

  static let bindings = {
    var kind = Self(\.bindings) { _ in nil }
    kind.isBindings = true
    return kind
  }()

  /// Accepts digits only; `1e3` and `0x10` are not numbers here.
  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text), range.contains(number) else { return nil }
    return number
  }

  private static func words(for range: ClosedRange<Int>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }
}
