/// The layer above the panes, which receives all keys until it is closed.
package enum Overlay: Equatable, Sendable {
  case picker(Picker)
  case question(Question)
  case prompt(Prompt)
  /// What a send asks for.
  case answers(AnswerForm)
  case help(HelpPage)
  case environmentEditor(EnvironmentEditor)
  case conflict(ConflictPage)
  case find(FindFeature.State)
  /// What would be sent; in a wide window it stands beside the request instead.
  case wire
  /// The schema of the open GraphQL request.
  case schema
  /// The services of the open call's server.
  case services
  /// The open request under several environments.
  case several
  /// Letters on all that can be gone to.
  case labels(JumpLabels)
}

/// A question whose answers are actions of the program.
package typealias Question = ChoiceQuestion<Action>

/// Actions of overlays other than keys.
package enum OverlayAction: Equatable, Sendable {
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
  /// With the keys that its texts name.
  func filled(with keys: KeyNames) -> Overlay {
    switch self {
    case .picker(let picker): .picker(picker.filled(with: keys))
    case .question(let question): .question(question.filled(with: keys))
    case .prompt, .answers, .help, .environmentEditor, .conflict, .find, .wire, .schema, .services, .several,
      .labels:
      self
    }
  }

  /// Whether one works in it, so that a question asked from it leads back to it.
  var isPage: Bool {
    switch self {
    case .environmentEditor, .conflict, .find, .help, .wire, .schema, .services, .several: true
    case .picker, .prompt, .answers, .question, .labels: false
    }
  }

  /// Whether it is the schema or the services, which a wide window has beside the request.
  var isSchema: Bool { self == .schema || self == .services }

  /// The keys that act while it is open.
  var keys: [(key: String, label: String)] {
    switch self {
    case .picker(let picker): picker.keys
    case .prompt(let prompt): prompt.keys
    case .answers(let form): form.keys
    case .help: [("PgUp PgDn", "scroll"), ("Esc", "close")]
    // Its choices, which need a row for themselves on a narrow screen.
    case .question: []
    case .environmentEditor(let editor): editor.keys
    case .find: [("Enter", "open"), ("↑ ↓", "move"), ("Esc", "close")]
    case .conflict(let page): page.keys
    case .wire: WirePage.keys
    // They depend on its stage, which the state has.
    case .several, .schema, .services: []
    case .labels: JumpLabels.keys
    }
  }
}
