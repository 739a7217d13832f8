import Sessions
import Terminal
import Workspaces

/// Draws the field in which something is typed to be said, below the messages.
enum SpeechView {
  static func draw(_ scene: ResponseScene, in rect: Rect, into screen: inout Screen) {
    guard !rect.isEmpty else { return }
    let (speech, theme) = (scene.pane.speech, scene.theme)
    let isActive = speech.isActive && scene.isFocused
    let area = fieldArea(in: rect, speech.form)
    let label = rect.splitLeft(area.x - rect.x).0
    let words = " \(word(for: speech.form)) \(scene.capabilities.unicode ? "❯" : ">")"
    screen.write(words, in: label, style: theme[isActive ? .accent : .dim])
    let hint =
      isActive
      ? scene.keys.filled(
        "\(key: "enter") sends, \(scene.capabilities.unicode ? "↑" : "up") recalls, "
          + "\(key: "chooseMethod") \(word(for: speech.nextForm))"
          + (scene.given.draft.kind == .grpc ? ", \(key: "endInput") ends" : ""))
      : scene.keys.filled("\(key: "send") says something, \(key: "sayMessage") a saved message")
    speech.field.draw(
      into: &screen, in: area, style: TextFieldStyle(text: theme[.text], selection: theme[.selected]),
      runs: theme.runs(of: speech.field.text, in: scene.given.variables), isFocused: isActive)
    if speech.field.isEmpty {
      screen.write(hint, in: area.splitLeft(1).1, style: theme[.dim])
    }
    Ground.lay(rect, on: .field, theme, &screen)
  }

  /// Where the text stands, behind what it stands for.
  static func fieldArea(in rect: Rect, _ form: Utterance.Form) -> Rect {
    rect.splitLeft(min(rect.width / 2, word(for: form).count + 4)).1
  }

  private static func word(for form: Utterance.Form) -> String { form.rawValue }
}
