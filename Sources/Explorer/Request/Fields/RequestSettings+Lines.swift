import Basics
import Workspaces

extension RequestDefinition {
  private static let tagsLine = "tags"

  /// The lines of the options tab; an option that is not set shows its default.
  var optionLines: [FieldLine] {
    SettingKind.shown.map { $0.line(settings) } + [
      FieldLine(
        Self.tagsLine, "Tags", .text(isSecret: false), tags.joined(separator: ", "), placeholder: "none")
    ]
  }

  /// Sets an option; an invalid text changes nothing.
  mutating func setOption(_ id: String, _ text: String) {
    if id == Self.tagsLine {
      tags = text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
    } else {
      SettingKind.all.first { $0.key == id }?.type.set(text, in: &settings)
    }
  }

  /// Why a text is not a valid value for an option; `nil` if it is.
  static func problem(ofOption id: String, _ text: String) -> String? {
    SettingKind.all.first { $0.key == id }?.type.problem(of: text)
  }
}

extension SettingKind {
  fileprivate func line(_ settings: RequestSettings) -> FieldLine {
    var line = FieldLine(
      key, title, type.choices.map { .choice($0) } ?? .text(isSecret: false), type.text(in: settings),
      placeholder: type.usualText)
    line.note = type.note(in: settings)
    return line
  }
}
