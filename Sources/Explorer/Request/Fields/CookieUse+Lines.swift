import Workspaces

extension RequestDefinition {
  /// The lines of the cookies tab of a folder or a collection: what its requests do with cookies, and the way to those
  /// that are kept.
  var cookieLines: [FieldLine] {
    let setting = SettingKind.cookies
    var use = FieldLine(
      setting.key, setting.title, setting.type.choices.map { .choice($0) } ?? .fact, setting.type.text(in: settings),
      placeholder: kind == .folder ? "as above" : setting.type.usualText)
    use.note = settings.cookies?.note ?? ""
    return [use, FieldLine("kept", "Kept", .list, "cookies of the collection")]
  }
}

extension CookieUse {
  fileprivate var note: String {
    switch self {
    case .keep: "kept for the collection and environment, and sent from then on"
    case .session: "sent until Apus ends"
    case .off: "none are kept or sent"
    }
  }
}
