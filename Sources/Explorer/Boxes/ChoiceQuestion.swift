/// A question with a few choices, asked in a box.
package struct ChoiceQuestion<Answer: Equatable & Sendable>: Equatable, Sendable {
  /// The title of the box.
  package var title: String
  package var text: String
  package var choices: [Choice]
  /// Lines above the text; the user has to see them before answering.
  package var details: [String] = []
  /// The letter of the choice that Enter takes although it does something, because nothing is lost by it.
  var usual: Character?
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

  /// The one that Enter takes: the usual one, or else one in which nothing happens; `nil` if there is neither.
  var enterChoice: Choice? { choices.first { $0.letter == usual } ?? choices.last { $0.action == nil } }

  /// `y` answers, `n` and Esc change nothing.
  package static func confirm(_ title: String, _ text: String, yes: Answer) -> Self {
    Self(title, text, [Choice("y", "yes", yes), Choice("n", "no", nil)])
  }

  /// With the keys that its texts name.
  func filled(with keys: KeyNames) -> Self {
    var filled = self
    filled.text = keys.filled(text)
    for index in choices.indices { filled.choices[index].label = keys.filled(choices[index].label) }
    return filled
  }

  /// The same question with other answers: those of a feature become actions of the whole.
  func map<Other>(_ lift: (Answer) -> Other) -> ChoiceQuestion<Other> {
    var other = ChoiceQuestion<Other>(title, text, choices.map { .init($0.letter, $0.label, $0.action.map(lift)) })
    (other.details, other.usual, other.offset, other.isDrawn) = (details, usual, offset, isDrawn)
    return other
  }
}
