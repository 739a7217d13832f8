/// The keys that are in force, by the names of their commands, as texts name them.
///
/// A text names a command, not its key: `"\(key: "save") saves it"`. The name stands between two marks until the text is
/// shown, where the key takes its place: presets and the user's own bindings change keys, and no text has to know.
package struct KeyNames: Sendable {
  /// A command as texts name it.
  package struct Name: Hashable, Sendable {
    /// As the footer writes it; `nil` if no key runs the command.
    package var key: String?
    package var title: String

    package init(key: String?, title: String) {
      self.key = key
      self.title = title
    }
  }

  private let find: @Sendable (String) -> Name?

  package init(_ find: @escaping @Sendable (String) -> Name?) { self.find = find }

  /// The key of a command; `nil` if it has none.
  subscript(command: String) -> String? { find(command)?.key }

  /// Private characters, which no text from outside is expected to have; if it does, a key is all that it can show.
  private static let open: Unicode.Scalar = "\u{10FF00}"
  private static let close: Unicode.Scalar = "\u{10FF01}"
  /// The first byte of both marks.
  private static let lead: UInt8 = 0xF4

  static func mention(of command: String) -> String { "\(open)\(command)\(close)" }

  /// The text with the key of each command that it names; where the palette alone runs one, it says that.
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
  /// The key of a command, by its name, once the text is shown.
  package mutating func appendInterpolation(key command: String) {
    appendInterpolation(KeyNames.mention(of: command))
  }
}
