import Interchange
import Workspaces

extension AppState {
  /// A cURL command pasted where a URL belongs becomes the whole request, after one question; `nil` for any other text.
  mutating func pasteCommand(_ text: String) -> [Effect]? {
    guard let current, let session, session.fault == nil, !isEditingText || session.editor.isOnURL,
      CurlImport.recognizes(text), !text.trimmed.isURLAlone
    else { return nil }
    let result = CurlImport.read(text)
    guard let imported = result.requests.first, !result.isRefused else {
      let reason = result.notices.first { $0.severity == .error } ?? result.notices.first
      return say(.warning, reason.map { "\($0)" } ?? "There is no request in that command")
    }
    endEditing()
    var definition = imported.request
    definition.name = session.draft.name
    definition.sequence = session.draft.sequence
    definition.docs = session.draft.docs
    let left = result.requests.count > 1 ? " Only the first of \(result.requests.count) is taken." : ""
    let notice = result.savingNotices.first.map { " Not carried: \($0.message)." } ?? ""
    let question = Question.confirm(
      "Make this request what the cURL command sends?\(left)\(notice) (u takes it back)",
      yes: .request(.changed(current, definition)))
    return apply(.overlay(.show(.question(question))))
  }
}

extension String {
  /// One word with a scheme: `http://host/curl` is an address, although its last part names a program.
  fileprivate var isURLAlone: Bool { !contains { $0.isWhitespace } && firstRange(of: "://") != nil }
}
