import Basics

/// The path of a file as people type it into a URL line, paste it from a file manager, or drop it onto the terminal.
package struct TypedPath: Hashable, Sendable {
  /// As the disk knows it, apart from a leading `~/`.
  package let text: String
  /// Whether it can be nothing else; a name such as `orders.json` can be a host, too.
  let isCertain: Bool

  /// `nil` for a text that cannot be the path of a file to import.
  init?(_ typed: String) {
    var text = typed.trimmed
    guard !text.isEmpty, text.utf8.count <= PastedLine.longest, !text.contains(where: \.isNewline),
      !text.contains("{{")
    else { return nil }
    if let quote = text.first, "'\"".contains(quote), text.count > 2, text.last == quote {
      text = String(text.dropFirst().dropLast())
    } else if text.hasPrefix("file://") {
      text = PercentEncoding.decodedText(text.dropFirst(7))
    } else {
      text = Self.unescaped(text)
    }
    isCertain = ["/", "~/", "./", "../"].contains { text.hasPrefix($0) }
    guard isCertain || Self.suffixes.contains(where: { text.lowercased().hasSuffix($0) }), !text.contains("://") else {
      return nil
    }
    self.text = text
  }

  /// Of the files that can be imported.
  private static let suffixes = [".json", ".yaml", ".yml", ".har", ".http", ".rest", ".hurl", ".bru"]

  /// Without the backslashes that a shell needs before blanks and the like.
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

/// What is at a path.
package enum FoundPath: Hashable, Sendable {
  case nothing
  /// A file, or a folder of Bruno's older format.
  case importable
  case folder
}
