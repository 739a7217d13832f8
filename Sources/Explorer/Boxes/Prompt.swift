import Basics
package import Terminal
import Workspaces

/// A prompt for one line of text: a name, a filter, a search.
package struct Prompt: Equatable, Sendable {
  package enum Purpose: Hashable, Sendable {
    // Questions of a feature, which the feature names and answers itself
    case cookies(Cookies.Question)
    case history(HistoryList.Question)
    case run(Run.Question)
    case environment(Environments.Question)
    case export(Export.Question)
    case files(FileQuestion)
    case tree(Tree.Question)
    case response(ResponseFeature.Question)
    case request(RequestPane.Question)
  }

  package var title: String
  package let purpose: Purpose
  package var field: TextField
  let initial: String
  /// True if the text is a secret, which is masked while it is typed.
  var isHidden = false
  /// True if the secret is shown, after ^V.
  var isRevealed = false
  /// The label of Enter.
  private let verb: String
  /// True if the prompt acts on each key.
  let isLive: Bool
  /// True if the text is the path of a file to write. A row below the field shows its full path.
  let isPath: Bool
  /// True if Tab completes the path of an existing file.
  let completesPath: Bool
  /// The folder for the named item, which Tab changes.
  var place: String?

  /// - Parameters:
  ///   - text: the initial text.
  ///   - verb: the label of Enter.
  ///   - isLive: true if the prompt acts on each key.
  ///   - isPath: true if the text is the path of a file to write.
  ///   - completesPath: true if Tab completes the path of an existing file.
  init(
    _ title: String, _ purpose: Purpose, text: String = "", verb: String, isLive: Bool = false, isPath: Bool = false,
    completesPath: Bool = false
  ) {
    self.title = title
    self.purpose = purpose
    self.verb = verb
    self.isLive = isLive
    self.isPath = isPath
    self.completesPath = completesPath
    initial = text
    field = TextField(text)
  }

  /// The keys that act in the prompt.
  var keys: [(key: String, label: String)] {
    let more = (isHidden ? [TextField.revealKey(isRevealed)] : []) + (completesPath ? [("Tab", "complete")] : [])
    guard place != nil else { return [("Enter", verb)] + more + [("Esc", "close")] }
    let isNew = if case .files(.saveInNew) = purpose { true } else { false }
    return [("Enter", "save"), ("Tab", isNew ? "name the collection" : "choose the folder"), ("Esc", "close")]
  }

  /// The full path of the file to write, for a typed path relative to that folder.
  func target(from folder: String) -> String? {
    guard isPath, !folder.isEmpty else { return nil }
    let path = field.text.trimmed
    guard !path.isEmpty else { return nil }
    if path.hasPrefix("/") || path.hasPrefix("~") { return path }
    return (folder.hasSuffix("/") ? folder : folder + "/") + path.trimmingPrefix("./")
  }

  /// True if the accepted text can still fail on disk.
  var isAnsweredByDisk: Bool {
    switch purpose {
    case .files, .response(.saveBody): true
    default: isPath
    }
  }
}

extension Prompt {
  /// The user's answer to a prompt.
  package enum Answer: Equatable, Sendable {
    /// The text after each key of a live prompt.
    case typed(String)
    /// The text after Enter.
    case accepted(String)
    /// A live prompt was left by Esc.
    case abandoned

    /// The text, empty after Esc.
    var text: String {
      switch self {
      case .typed(let text), .accepted(let text): text
      case .abandoned: ""
      }
    }
  }
}

extension Prompt.Purpose {
  func action(_ answer: Prompt.Answer) -> Action {
    switch self {
    case .cookies(.filter): .cookies(.filtered(answer.text))
    case .history(.filter): .history(.queryTyped(answer.text))
    case .history(.retention): .history(.retentionTyped(answer.text))
    case .run(.data): .run(.dataTyped(TypedPath.plain(answer.text.trimmed)))
    case .run(.until): .run(.untilTyped(answer.text.trimmed))
    case .run(.profile): .run(.profileTyped(answer.text.trimmed))
    case .run(.report): .run(.reportTyped(answer.text.trimmed))
    case .environment(let question): .environment(.answered(question, answer.text))
    case .export(let question): .export(.answered(question, answer.text))
    case .files(let question): .files(.answered(question, answer.text))
    case .tree(.filter): .tree(.filter(answer))
    case .response(let question): .response(.answered(question, answer))
    case .request(let question): .request(.answered(question, answer.text))
    }
  }
}

extension TextField {
  /// The key that shows or hides the secret being typed, for the bottom line.
  static func revealKey(_ isRevealed: Bool) -> (key: String, label: String) { ("^V", isRevealed ? "hide" : "show") }

  /// An asterisk for each character, with the caret in place.
  var hidden: TextField { masked(keepingVariables: false) }

  /// The text with an asterisk for each character of a secret; variables stay readable.
  func masked(keepingVariables: Bool = true) -> TextField {
    var (shown, place, isVariable, start) = ("", 0, false, caret)
    var rest = text[...]
    while let character = rest.first {
      if text.utf8.count - rest.utf8.count == caret { start = place }
      if keepingVariables, rest.hasPrefix("{{") { isVariable = true }
      let piece = isVariable ? String(character) : "*"
      shown += piece
      place += piece.utf8.count
      if isVariable, shown.hasSuffix("}}"), !rest.dropFirst().hasPrefix("}") { isVariable = false }
      rest = rest.dropFirst()
    }
    var field = TextField(shown)
    field.moveCaret(to: caret >= text.utf8.count ? place : start)
    return field
  }
}
