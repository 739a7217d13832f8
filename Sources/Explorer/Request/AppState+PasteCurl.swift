import Interchange
import Workspaces

extension AppState {
  /// A cURL command pasted where a URL belongs becomes the whole request, after one question; `nil` for any other text.
  mutating func pasteCommand(_ text: String) -> [Effect]? {
    guard let current, let session, session.fault == nil, !isEditingText || session.editor.isOnURL,
      CurlImport.recognizes(text), !text.trimmed.isURLAlone
    else { return nil }
    let result = CurlImport.read(text)
    if let whole = result.whole.map({ CurlImport.read($0) }), let imported = whole.requests.first, !whole.isRefused {
      return offerWhole(current, definition(of: imported, session.draft), instead: result, session.draft)
    }
    guard let imported = result.requests.first, !result.isRefused else {
      let reason = result.notices.first { $0.severity == .error } ?? result.notices.first
      return say(.warning, reason.map { "\($0)" } ?? "There is no request in that command")
    }
    endEditing()
    let definition = definition(of: imported, session.draft)
    let left = result.requests.count > 1 ? " Only the first of \(result.requests.count) is taken." : ""
    let notice = result.savingNotices.first.map { " Not carried: \($0.message)." } ?? ""
    let question = Question.confirm(
      "Make this request what the cURL command sends?\(left)\(notice) (u takes it back)",
      yes: .request(.changed(current, definition)))
    return apply(.overlay(.show(.question(question))))
  }

  /// What a command says, under the name that the request has.
  private func definition(of imported: CurlImport.Imported, _ draft: RequestDefinition) -> RequestDefinition {
    var definition = imported.request
    definition.name = draft.name
    definition.sequence = draft.sequence
    definition.docs = draft.docs
    return definition
  }

  /// A shell would end the URL at `&` or `<`, which is hardly what was meant.
  private mutating func offerWhole(
    _ key: RequestKey, _ whole: RequestDefinition, instead cut: CurlImport.Result, _ draft: RequestDefinition
  ) -> [Effect] {
    endEditing()
    var choices = [Question.Choice("y", "take it whole", .request(.changed(key, whole)))]
    if let first = cut.requests.first, !cut.isRefused {
      choices.append(Question.Choice("c", "cut", .request(.changed(key, definition(of: first, draft)))))
    }
    // Short enough to stand on one line with its answers where the screen is 80 columns wide.
    let question = Question(
      "A shell cuts this URL at an unquoted & or <.", choices + [Question.Choice("n", "no", nil)])
    return apply(.overlay(.show(.question(question))))
  }
}

extension String {
  /// One word with a scheme: `http://host/curl` is an address, although its last part names a program.
  fileprivate var isURLAlone: Bool { !contains { $0.isWhitespace } && firstRange(of: "://") != nil }
}
