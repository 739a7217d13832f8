import Basics

/// The path of a file as people type it into a URL line, paste it from a file manager, or drop it onto the terminal.
package struct TypedPath: Hashable, Sendable {
  /// The path on disk, apart from a leading `~/`.
  package let text: String
  /// True if the text can only be a path; a name such as `orders.json` may also be a host.
  let isCertain: Bool

  /// Returns `nil` for a text that cannot be the path of a file to import.
  init?(_ typed: String) {
    let trimmed = typed.trimmed
    guard !trimmed.isEmpty, trimmed.utf8.count <= PastedLine.longest, !trimmed.contains(where: \.isNewline),
      !trimmed.contains("{{")
    else { return nil }
    let text = Self.plain(trimmed)
    isCertain = ["/", "~/", "./", "../"].contains { text.hasPrefix($0) }
    guard isCertain || Self.suffixes.contains(where: { text.lowercased().hasSuffix($0) }), !text.contains("://") else {
      return nil
    }
    self.text = text
  }

  /// The path on disk of a text from a shell, a file manager or a terminal: without surrounding quotes, backslashes and
  /// `file://`.
  static func plain(_ typed: String) -> String {
    let text = typed.trimmed
    if let quote = text.first, "'\"".contains(quote), text.count > 2, text.last == quote {
      return String(text.dropFirst().dropLast())
    }
    return text.hasPrefix("file://") ? PercentEncoding.decodedText(text.dropFirst(7)) : unescaped(text)
  }

  /// The suffixes of files that can be imported.
  private static let suffixes = [".json", ".yaml", ".yml", ".har", ".http", ".rest", ".hurl", ".bru"]

  /// Removes the backslashes with which shells escape blanks and similar characters.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      result.append(character)
      isEscaped = false
    }
    return isEscaped ? result + "\\" : result
  }
}

/// The kind of item at a path.
package enum FoundPath: Hashable, Sendable {
  case nothing
  /// A file, or a folder of Bruno's older format.
  case importable
  case folder
}

/// The completion of the beginning of a path.
package struct CompletedPath: Hashable, Sendable {
  package let typed: String
  /// The path as far as it is certain; the typed one if no file begins with it.
  package let text: String
  /// The names of the files that begin like the typed one, folders with a slash.
  package let names: [String]

  package init(_ typed: String, to text: String, names: [String]) {
    (self.typed, self.text, self.names) = (typed, text, names)
  }

  /// The names to choose from; `nil` if there is one.
  var words: String? {
    guard names.count != 1 else { return nil }
    let more = names.count > Self.mostNames ? "  and \(names.count - Self.mostNames) more" : ""
    return names.isEmpty ? "No file begins with this" : names.prefix(Self.mostNames).joined(separator: "  ") + more
  }

  private static let mostNames = 8
}
