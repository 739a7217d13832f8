import Basics
import HTTPModel

/// The prompt of a `{{?label}}` in a request to send: for text, one of several choices, or hidden input.
///
/// ```
/// {{?Order}}   {{?Order||42}}   {{?Region|eu,us|eu}}   {{?PIN|hidden}}   {{?Name|"Doe, Jane",Sam}}
/// ```
///
/// Parts separated by bars: the label, the choices separated by commas, and the default. The word `hidden` as the last
/// part is not a choice or default. Quotes protect bars, commas and blanks; two quotes in them mean one.
package struct PromptQuestion: Hashable, Sendable {
  package var label: String
  /// Empty if any text is an answer.
  package var choices: [String]
  /// The default answer; one of the choices if there are any.
  package var usual: String?
  /// Indicates whether the answer is hidden while typing, masked in the history and not remembered.
  package var isHidden: Bool

  package init(_ label: String, choices: [String] = [], usual: String? = nil, isHidden: Bool = false) {
    self.label = label
    self.choices = choices
    self.usual = usual
    self.isHidden = isHidden
  }

  /// - Parameter name: as written between the braces, with the question mark; `nil` if it has none.
  init?(named name: String) {
    guard name.utf8.first == UInt8(ascii: "?") else { return nil }
    var parts = Self.pieces(of: name.utf8.dropFirst(), at: UInt8(ascii: "|"))
    label = Self.plain(parts.removeFirst())
    isHidden = parts.last.map { $0.elementsEqual("hidden".utf8) } ?? false
    if isHidden { parts.removeLast() }
    var seen: Set<String> = []
    choices =
      parts.first.map { part in
        Self.pieces(of: part, at: UInt8(ascii: ",")).filter { !$0.isEmpty }.map(Self.plain)
          .filter { seen.insert($0).inserted }
      } ?? []
    usual = parts.dropFirst().first.map(Self.plain)
    if let given = usual, !choices.isEmpty, !choices.contains(given) { usual = nil }
  }

  /// True if the answer must not be shown, recorded or remembered.
  package var isSecret: Bool { isHidden || VariableTable.namesSecret(label) }

  package func accepts(_ answer: String) -> Bool { choices.isEmpty || choices.contains(answer) }

  /// The longest answer that is remembered.
  private static let longestRemembered = 1000

  /// True if an answer may be stored, to be offered again.
  package func remembers(_ answer: String) -> Bool {
    !isSecret && !CredentialShape.isOne(answer) && answer.utf8.count <= Self.longestRemembered
  }

  /// Its name in the table of variables.
  var name: String { "?" + label }

  /// The variable name for a text between braces.
  static func tableName(of name: String) -> String { PromptQuestion(named: name)?.name ?? name }

  /// Adds the details of the same label in another place.
  mutating func add(_ other: PromptQuestion) {
    if choices.isEmpty { choices = other.choices }
    usual = usual ?? other.usual
    if let given = usual, !accepts(given) { usual = nil }
    isHidden = isHidden || other.isHidden
  }

  /// True if a text may contain a prompt.
  static func mayBe(in text: String) -> Bool { text.utf8.has(UInt8(ascii: "?")) && text.contains("{{") }

  /// Splits at a byte outside quotes, and trims each piece.
  private static func pieces(of text: some Sequence<UInt8>, at mark: UInt8) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    var isQuoted = false
    for byte in text {
      // A quote inside a word is a part of it.
      if byte == quote, (pieces[pieces.count - 1].first { $0 != 0x20 } ?? quote) == quote { isQuoted.toggle() }
      if byte == mark, !isQuoted { pieces.append([]) } else { pieces[pieces.count - 1].append(byte) }
    }
    return pieces.map { Array($0.trimming { $0 == 0x20 }) }
  }

  /// The text without its quotes.
  private static func plain(_ piece: [UInt8]) -> String {
    guard piece.count >= 2, piece.first == quote, piece.last == quote else {
      return String(decoding: piece, as: UTF8.self)
    }
    return String(decoding: piece.dropFirst().dropLast(), as: UTF8.self).replacing("\"\"", with: "\"")
  }

  private static let quote = UInt8(ascii: "\"")
}

extension [PromptQuestion] {
  /// Adds prompts, joining those with the same label.
  package mutating func add(_ more: [PromptQuestion]) {
    for question in more {
      if let index = firstIndex(where: { $0.label == question.label }) {
        self[index].add(question)
      } else {
        append(question)
      }
    }
  }
}
