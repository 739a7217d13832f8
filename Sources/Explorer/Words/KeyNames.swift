/// The current keys by the names of their commands, for use in texts.
///
/// A text names a command, not its key: `"\(key: "save") saves it"`. Until the text is shown, the name is enclosed in
/// two marks; then the key replaces it. Texts thus stay correct when presets or the user's bindings change keys.
package struct KeyNames: Sendable {
  /// A command as named in texts.
  package struct Name: Hashable, Sendable {
    /// The key as written in the footer; `nil` if no key runs the command.
    package var key: String?
    package var title: String
  }

  private let find: @Sendable (String) -> Name?

  package init(_ find: @escaping @Sendable (String) -> Name?) { self.find = find }

  /// The key of a command; `nil` if it has none.
  subscript(command: String) -> String? { find(command)?.key }

  /// The keys as linear mode speaks them.
  var spoken: KeyNames {
    KeyNames { [find] name in find(name).map { Name(key: $0.key.map(SpokenText.key), title: $0.title) } }
  }

  func naming(_ key: String?, for command: String) -> KeyNames {
    KeyNames { [find] name in
      var found = find(name)
      if name == command { found?.key = key }
      return found
    }
  }

  /// Private-use characters, which external text is not expected to contain; if it does, it can at most show a key.
  private static let open: Unicode.Scalar = "\u{10FF00}"
  private static let close: Unicode.Scalar = "\u{10FF01}"
  /// The first byte of both marks.
  private static let lead: UInt8 = 0xF4

  static func mention(of command: String) -> String { "\(open)\(command)\(close)" }

  /// The text with each command replaced by its key, or by the command's palette title if it has no key.
  func filled(_ text: String) -> String {
    guard text.utf8.contains(Self.lead) else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: Self.open), let end = rest[start...].firstIndex(of: Self.close) {
      result += rest[..<start]
      let name = String(rest[rest.index(after: start)..<end])
      result += words(for: name).unicodeScalars
      rest = rest[rest.index(after: end)...]
    }
    return String(result + rest)
  }

  private func words(for command: String) -> String {
    guard let name = find(command) else { return command }
    return name.key ?? "“\(name.title)” in the palette"
  }
}

extension DefaultStringInterpolation {
  /// Inserts the key of a command, given by name, when the text is shown.
  package mutating func appendInterpolation(key command: String) {
    appendInterpolation(KeyNames.mention(of: command))
  }
}
