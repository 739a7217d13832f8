/// What lies above the panes and takes every key until it is closed.
public enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case question(Question)
  case prompt(Prompt)
  case help(HelpPage)
  case environmentEditor(EnvironmentEditor)
  case conflict(ConflictPage)
  case find(FindFeature.State)
}

/// A yes-or-no question, asked on the bottom line.
public struct Question: Equatable, Sendable {
  public var text: String
  public var choices: [Choice]
  /// Lines that have to be seen before it is answered; they stand in a box above it.
  public var details: [String] = []
  /// The first of them that is shown.
  var offset = 0
  /// Whether it was on the screen: a letter that was typed before that was meant for something else.
  var isDrawn = false

  /// One letter and what it does; `nil` only closes the question.
  public struct Choice: Equatable, Sendable {
    public var letter: Character
    public var label: String
    public var action: Action?

    public init(_ letter: Character, _ label: String, _ action: Action?) {
      self.letter = letter
      self.label = label
      self.action = action
    }
  }

  public init(_ text: String, _ choices: [Choice]) {
    self.text = text
    self.choices = choices
  }

  /// `y` does it, `n` and Esc leave everything as it is.
  public static func confirm(_ text: String, yes: Action) -> Question {
    Question(text, [Choice("y", "yes", yes), Choice("n", "no", nil)])
  }
}

/// What happens in an overlay beyond keys.
public enum OverlayAction: Equatable, Sendable {
  case show(Overlay)
  case close
  /// Closed without an answer; what was typed is there again the next time.
  case abandoned(KeptTexts.Place, String)
  /// A picker's item was taken.
  case picked(Picker.Purpose, id: String)
  /// A prompt's text was accepted.
  case answered(Prompt.Purpose, String)
}

extension Overlay {
  /// What the keys do while it is open.
  var keys: [(key: String, label: String)] {
    switch self {
    case .picker: [("Enter", "choose"), ("↑ ↓", "move"), ("Esc", "close")]
    case .prompt: [("Enter", "accept"), ("Esc", "close")]
    case .help: [("PgUp PgDn", "scroll"), ("Esc", "close")]
    case .question: []
    case .environmentEditor(let editor): editor.keys
    case .find: [("Enter", "open"), ("↑ ↓", "move"), ("Esc", "close")]
    case .conflict: ConflictPage.keys
    }
  }
}
