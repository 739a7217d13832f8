import Sessions
import Terminal

/// What is typed to be said into a conversation, and what was said.
struct SpeechField: Equatable, Sendable {
  /// What is kept to be recalled.
  private static let most = 200

  var field = TextField(pastedLineEnd: " ")
  var form = Utterance.Form.text
  /// Whether it has the keyboard.
  var isActive = false
  /// Oldest first.
  private(set) var said: [Utterance] = []
  /// What is recalled, from the end of `said`; 0 while something new is typed.
  private var recalled = 0
  /// What was typed before something was recalled.
  private var typed = Utterance(.text, "")

  /// The forms in which something can be typed.
  static let allForms: [Utterance.Form] = [.text, .json, .hex, .file]

  private(set) var forms = SpeechField.allForms

  /// JSON, or a message as its bytes.
  mutating func speakJSON() {
    forms = [.json, .hex]
    if !forms.contains(form) { form = .json }
  }

  var utterance: Utterance { Utterance(form, field.text) }

  /// It is being said: the next one is typed.
  mutating func sent() {
    remember(utterance)
    field = TextField(pastedLineEnd: " ")
  }

  /// Keeps what was said, also by name, to be recalled.
  mutating func remember(_ utterance: Utterance) {
    recalled = 0
    guard Self.allForms.contains(utterance.form) else { return }
    said.removeAll { $0 == utterance }
    said.append(utterance)
    if said.count > Self.most { said.removeFirst() }
  }

  mutating func changeForm() {
    form = nextForm
  }

  var nextForm: Utterance.Form { forms[((forms.firstIndex(of: form) ?? -1) + 1) % forms.count] }

  /// `↑` and `↓`: what was said before, and back to what was typed.
  mutating func recall(_ step: Int) {
    let next = min(max(0, recalled + step), said.count)
    guard next != recalled else { return }
    if recalled == 0 { typed = utterance }
    recalled = next
    let shown = next == 0 ? typed : said[said.count - next]
    form = shown.form
    field.replaceAll(with: shown.text)
  }
}
