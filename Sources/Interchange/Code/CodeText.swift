import Basics
import HTTPModel
package import SessionModel

/// Writes text as string literals in double quotes, with the escapes of one language.
struct CodeText: Sendable {
  /// The syntax of numeric escapes.
  enum Escape {
    /// `\u00e9`, `\U0001f600`: Python, Go, C#.
    case digits
    /// `\u00e9`, `\u{1f600}`: JavaScript.
    case digitsOrBraces
    /// `\u00e9`, `\ud83d\ude00`: Java, Kotlin.
    case surrogates
    /// `\u{e9}`: PHP, Ruby, Rust, Swift.
    case braces
    /// `\xc3\xa9`, the bytes of UTF-8: Perl.
    case bytes
  }

  let escape: Escape
  /// The characters with a special meaning in quotes, such as `$`.
  var marks: Set<Unicode.Scalar> = []

  /// Returns one literal.
  func quoted(_ text: String) -> String {
    var made = "\""
    for scalar in text.unicodeScalars { made += escaped(scalar) }
    return made + "\""
  }

  /// Returns a literal for each line, so that a body keeps its lines.
  func lines(_ text: String) -> [String] {
    var rest = Substring(text)
    var made: [String] = []
    while let end = rest.utf8.firstIndex(of: 0x0A) {
      made.append(quoted(String(rest[...end])))
      rest = rest[rest.utf8.index(after: end)...]
    }
    return rest.isEmpty && !made.isEmpty ? made : made + [quoted(String(rest))]
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case _ where marks.contains(scalar): return "\\\(scalar)"
    default: return Self.isPlain(scalar) ? String(scalar) : code(scalar)
    }
  }

  /// False for characters that are invisible or reorder the surrounding text; they are escaped.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return false
    default: return true
    }
  }

  private func code(_ scalar: Unicode.Scalar) -> String {
    let isWide = scalar.value > 0xFFFF
    switch escape {
    case .digits where isWide: return "\\U" + Hexadecimal.text(scalar.value, digits: 8)
    case .braces,
      .digitsOrBraces where isWide:
      return "\\u{\(String(scalar.value, radix: 16))}"
    case .digits, .digitsOrBraces: return "\\u" + Hexadecimal.text(scalar.value, digits: 4)
    case .surrogates: return String(scalar).utf16.map { "\\u" + Hexadecimal.text($0, digits: 4) }.joined()
    case .bytes: return String(scalar).utf8.map { "\\x" + Hexadecimal.text($0, digits: 2) }.joined()
    }
  }
}

extension [String] {
  /// Joins the literals of a text with an operator, as one expression over several lines followed by `ending`.
  func joined(by mark: String, indent: String = "  ", ending: String) -> [String] {
    enumerated().map { index, line in indent + line + (index == count - 1 ? ending : " " + mark) }
  }

  /// The same after `start`: on one line if there is one literal, otherwise below it.
  func joined(after start: String, by mark: String, indent: String = "  ", ending: String) -> [String] {
    count > 1 ? [start] + joined(by: mark, indent: indent, ending: ending) : ["\(start) \(self[0])\(ending)"]
  }

  func indented(_ blanks: String) -> [String] { map { $0.isEmpty ? $0 : blanks + $0 } }
}

/// A name or a sentence as a one-line comment in a shell or a language.
struct CommentLine: CustomStringConvertible {
  let description: String
  /// Characters that can end a comment or have a meaning in one: `\u000a` in Java, `?>` in PHP, `%…%` and `^` at the
  /// Windows prompt, `coding: x` in Python and Ruby, `+build` in Go, `*/`, editor settings.
  private static let read: Set<Unicode.Scalar> = [
    "\\", "?", "%", "^", "&", "|", "<", ">", "!", "\"", "`", "$", ":", "=", "*", "+", "#", "@",
  ]

  init(_ name: String, after mark: String) { description = "\(mark) \(Self.harmless(name))" }

  /// Makes untrusted text safe for any comment.
  static func harmless(_ text: String) -> String {
    var made = ""
    for scalar in text.unicodeScalars {
      made.unicodeScalars.append(CodeText.isPlain(scalar) && !read.contains(scalar) ? scalar : "_")
    }
    return made
  }
}

extension CurlCommand.Shell {
  /// Puts the name above a command.
  package func titled(_ command: String, _ name: String) -> String {
    "\(CommentLine(name, after: self == .cmd ? "rem" : "#"))\n\(command)"
  }
}

extension CodeLanguage {
  /// The lines before any comment: `<?php`, or a line that prevents a comment below it from declaring an encoding.
  private var opening: [String] {
    switch suffix {
    case ".py": ["# -*- coding: utf-8 -*-", ""]
    case ".rb": ["# encoding: utf-8", ""]
    case ".php": ["<?php", ""]
    default: []
    }
  }

  /// Puts the name above a program.
  package func titled(_ program: String, _ name: String) -> String {
    // A command uses the comments of the shell.
    commented(program, ["\(CommentLine(name, after: comment ?? "#"))"])
  }

  /// Adds comments at the top of a program, below its opening lines.
  func commented(_ program: String, _ comments: [String]) -> String {
    guard !comments.isEmpty else { return program }
    let head = opening.map { $0 + "\n" }.joined()
    let isOpened = program.utf8.starts(with: head.utf8)
    let rest = Substring(program.utf8.dropFirst(isOpened ? head.utf8.count : 0))
    return head + comments.map { $0 + "\n" }.joined() + rest
  }
}
