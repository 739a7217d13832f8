import Interchange
import Workspaces

/// Turns a pasted URL or curl command into a request, unless it is pasted into a text.
extension AppState {
  /// `nil` for any other text, or if the text belongs to the field being edited.
  mutating func pasteRequest(_ text: String) -> [Effect]? {
    let isOnURL = session?.editor.isOnURL == true
    guard !isEditingText || isOnURL, let pasted = ScratchText(text) else { return nil }
    switch pasted {
    case .address(let url):
      // In a URL being edited it is inserted; on the URL line of a request it replaces the URL.
      if isEditingText || focus == .request && isOnURL { return nil }
      return apply(ScratchAction.make([.scratch(url: url)]))
    case .commands(let result):
      if let whole = result.whole.map({ CurlImport.read($0) }), !whole.requests.isEmpty, !whole.isRefused {
        return offerWhole(whole, instead: result)
      }
      guard !result.requests.isEmpty, !result.isRefused else {
        let reason = result.notices.first { $0.severity == .error } ?? result.notices.first
        return say(.warning, reason.map { "\($0)" } ?? "There is no request in that command")
      }
      return take(result)
    }
  }

  private mutating func take(_ result: CurlImport.Result) -> [Effect] {
    let definitions = result.requests.map { Self.named($0.request) }
    let notice = result.savingNotices.first.map { " Not carried: \($0.message)." } ?? ""
    let make = Action.scratch(.make(definitions))
    if definitions.count > 1 {
      let choices: [Question.Choice] = [
        .init("y", "make \(definitions.count) new requests", make),
        .init("f", "only the first", .scratch(.make([definitions[0]]))), .init("n", "no", nil),
      ]
      return ask("These are \(definitions.count) commands.\(notice)", choices)
    }
    // With the cursor on the URL line of a request, the user may mean that request.
    guard let current, let session, session.editor.isOnURL, focus == .request, refusalToEdit == nil,
      !session.isBlankScratch, let first = result.requests.first
    else {
      let effects = apply(make)
      return notice.isEmpty ? effects : effects + say(.warning, "A new request.\(notice)")
    }
    let replaced = definition(of: first, session.draft)
    return ask(
      "A request from the cURL command:\(notice)",
      [
        .init("n", "new", make),
        .init("r", "replace this one (u takes it back)", .request(.changed(current, replaced))),
      ])
  }

  /// A shell would cut the URL at `&` or `<`, which the user hardly intended.
  private mutating func offerWhole(_ whole: CurlImport.Result, instead cut: CurlImport.Result) -> [Effect] {
    var choices = [
      Question.Choice("y", "take it whole", .scratch(.make(whole.requests.map { Self.named($0.request) })))
    ]
    if !cut.requests.isEmpty, !cut.isRefused {
      choices.append(Question.Choice("c", "cut", .scratch(.make(cut.requests.map { Self.named($0.request) }))))
    }
    // Short enough to fit with its choices on a line of 80 columns.
    return ask("A shell cuts this URL at an unquoted & or <.", choices + [Question.Choice("n", "no", nil)])
  }

  private mutating func ask(_ text: String, _ choices: [Question.Choice]) -> [Effect] {
    let kept = endEditing()
    return kept + apply(.overlay(.show(.question(Question(text, choices)))))
  }

  static func named(_ definition: RequestDefinition) -> RequestDefinition {
    var copy = definition
    copy.name = RequestName.of(url: definition.url)
    return copy
  }

  /// The imported definition with the name, position and docs of the existing request.
  private func definition(of imported: CurlImport.Imported, _ draft: RequestDefinition) -> RequestDefinition {
    var definition = imported.request
    definition.name = draft.name
    definition.sequence = draft.sequence
    definition.docs = draft.docs
    return definition
  }
}
