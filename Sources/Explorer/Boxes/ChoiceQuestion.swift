/// A question with a few choices, asked in a box.
package struct ChoiceQuestion<Answer: Equatable & Sendable>: Equatable, Sendable {
  /// The title of the box.
  package var title: String
  package var text: String
  package var choices: [Choice]
  /// Lines above the text; the user has to see them before answering.
  package var details: [String] = []
  /// The first visible line.
  var offset = 0
  /// Whether it has been on the screen: a letter typed earlier was meant for something else.
  var isDrawn = false

  /// A letter and its answer; `nil` only closes the question.
  package struct Choice: Equatable, Sendable {
    package var letter: Character
    package var label: String
    package var action: Answer?

    package init(_ letter: Character, _ label: String, _ action: Answer?) {
      self.letter = letter
      self.label = label
      self.action = action
    }
  }

  package init(_ title: String, _ text: String, _ choices: [Choice]) {
    self.title = title
    self.text = text
    self.choices = choices
  }

  /// The one that Enter takes, in which nothing happens; `nil` if all do something.
  var safeChoice: Choice? { choices.last { $0.action == nil } }

  /// `y` answers, `n` and Esc change nothing.
  package static func confirm(_ title: String, _ text: String, yes: Answer) -> Self {
    Self(title, text, [Choice("y", "yes", yes), Choice("n", "no", nil)])
  }

  /// The same question with other answers: those of a feature become actions of the whole.
  func map<Other>(_ lift: (Answer) -> Other) -> ChoiceQuestion<Other> {
    var other = ChoiceQuestion<Other>(title, text, choices.map { .init($0.letter, $0.label, $0.action.map(lift)) })
    (other.details, other.offset, other.isDrawn) = (details, offset, isDrawn)
    return other
  }
}
