import Workspaces

extension RequestDefinition {
  /// The line of the history tab of a folder or a collection: whether the exchanges of its requests are recorded.
  var historyLines: [FieldLine] {
    let setting = SettingKind.history
    var use = FieldLine(
      setting.key, "Exchanges", setting.type.choices.map { .choice($0) } ?? .fact, setting.type.text(in: settings),
      placeholder: kind == .folder ? "as above" : setting.type.usualText)
    use.note =
      switch settings.history {
      case .keep: "recorded in the history"
      case .off: "never recorded"
      case nil: ""
      }
    return [use]
  }
}
