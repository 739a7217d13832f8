/// The layer above the panes, which receives all keys until it is closed.
public enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case question(Question)
  case prompt(Prompt)
  case help(HelpPage)
  case environmentEditor(EnvironmentEditor)
  case conflict(ConflictPage)
  case find(FindFeature.State)
}

/// A question with a few choices, asked in the bottom line.
public struct Question: Equatable, Sendable {
  public var text: String
  public var choices: [Choice]
  /// Lines shown in a box above; the user has to see them before answering.
  public var details: [String] = []
  /// The first visible line of the details.
  var offset = 0
  /// Whether it has been on the screen: a letter typed earlier was meant for something else.
  var isDrawn = false

  /// A letter and its action; `nil` only closes the question.
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

  /// `y` runs the action, `n` and Esc change nothing.
  public static func confirm(_ text: String, yes: Action) -> Question {
    Question(text, [Choice("y", "yes", yes), Choice("n", "no", nil)])
  }
}

/// Actions of overlays other than keys.
public enum OverlayAction: Equatable, Sendable {
  case show(Overlay)
  case close
  /// Closed without being accepted; the text is restored when it opens again.
  case abandoned(KeptTexts.Place, String)
  /// An item of a picker was chosen.
  case picked(Picker.Purpose, id: String)
  /// The text of a prompt was accepted.
  case answered(Prompt.Purpose, String)
}

extension Overlay {
  /// The keys that act while it is open.
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
