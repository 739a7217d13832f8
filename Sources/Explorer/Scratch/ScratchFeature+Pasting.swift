import Interchange
import Workspaces

/// Turns a pasted URL or curl command into a request, unless it is pasted into a text.
extension ScratchFeature {
  static func pasted(_ text: String, in given: Surroundings) -> [Outcome] {
    let isOnURL = given.open?.editor.isOnURL == true
    guard !given.isEditing || isOnURL, let pasted = ScratchText(text) else { return [.passOn(text)] }
    switch pasted {
    case .address(let url):
      // In a URL being edited it is inserted; on the URL line of a request it replaces the URL. A word with a slash may be
      // `text/plain`, meant for a row.
      let isForRequest = isOnURL || !ScratchText.isAddress(url)
      if given.isEditing || given.isFocused && isForRequest { return [.passOn(text)] }
      return [.act(.make([.scratch(url: url)]))]
    case .request(let typed):
      return given.isEditing ? [.passOn(text)] : [.act(.make([typed.applied(to: .scratch())]))]
    case .calls(let result):
      guard !result.requests.isEmpty else {
        return [.said(.warning, result.notices.first.map { "\($0)" } ?? "There is no call in that command")]
      }
      let made = Outcome.act(.make(result.requests))
      let lost = result.notices.map(\.message)
      return lost.isEmpty ? [made] : [made, .said(.warning, "Not carried: \(lost.joined(separator: "; "))")]
    case .commands(let result):
      if let whole = result.whole.map({ CurlImport.read($0) }), !whole.requests.isEmpty, !whole.isRefused {
        return offer(whole, instead: result)
      }
      guard !result.requests.isEmpty, !result.isRefused else {
        let reason = result.notices.first { $0.severity == .error } ?? result.notices.first
        return [.said(.warning, reason.map { "\($0)" } ?? "There is no request in that command")]
      }
      return take(result, in: given)
    }
  }

  /// What was asked for from the clipboard is a new request, wherever the cursor is.
  static func pastedAsNew(_ text: String, in given: Surroundings) -> [Outcome] {
    guard ScratchText(text) != nil else {
      return [.said(.information, "The clipboard has no URL or cURL command; \(key: "import") imports other formats")]
    }
    var given = given
    (given.isEditing, given.isFocused) = (false, false)
    return pasted(text, in: given)
  }

  private static func take(_ result: CurlImport.Result, in given: Surroundings) -> [Outcome] {
    let definitions = result.requests.map { unnamed($0.request) }
    let notice = lost(result).map { " \($0)" } ?? ""
    if definitions.count > 1 {
      return ask(
        "These are \(definitions.count) commands.\(notice)",
        [
          .init("y", "make \(definitions.count) new requests", .act(.make(definitions))),
          .init("f", "only the first", .act(.make([definitions[0]]))), .init("n", "no", nil),
        ])
    }
    // With the cursor on the URL line of a request, the user may mean that request.
    guard let open = given.open, open.editor.isOnURL, given.isFocused, given.isEditable, !open.isBlankScratch,
      let first = result.requests.first
    else {
      let made = Outcome.act(.make(definitions))
      return notice.isEmpty ? [made] : [made, .said(.warning, "A new request.\(notice)")]
    }
    let replaced = definition(of: first, open.draft)
    return ask(
      "Make it a new request, or replace this one?\(notice)",
      [
        .init("n", "new", .act(.make(definitions))),
        .init("r", "replace this one (\(key: "undo") takes it back)", .replace(open.key, replaced)),
      ], usual: "n")
  }

  /// What of a command is not in the request; `nil` if all of it is.
  static func lost(_ result: CurlImport.Result) -> String? {
    let lost = result.lossNotices.map(\.message)
    guard !lost.isEmpty else { return nil }
    let more = lost.count > mostLost ? "; and \(lost.count - mostLost) more" : ""
    return "Not carried: \(lost.prefix(mostLost).joined(separator: "; "))\(more)."
  }

  /// So many are named.
  private static let mostLost = 3

  /// A shell would cut the URL at `&` or `<`, which the user hardly intended.
  private static func offer(_ whole: CurlImport.Result, instead cut: CurlImport.Result) -> [Outcome] {
    var choices = [
      ChoiceQuestion<Answer>.Choice("y", "use all of it", .act(.make(whole.requests.map { unnamed($0.request) })))
    ]
    if !cut.requests.isEmpty, !cut.isRefused {
      choices.append(.init("c", "cut", .act(.make(cut.requests.map { unnamed($0.request) }))))
    }
    return ask("A shell cuts this URL at an unquoted & or <.", choices + [.init("n", "no", nil)])
  }

  private static func ask(
    _ text: String, _ choices: [ChoiceQuestion<Answer>.Choice], usual: Character? = nil
  ) -> [Outcome] {
    var question = ChoiceQuestion("Pasted cURL command", text, choices)
    question.usual = usual
    return [.commit, .ask(question)]
  }

  /// The imported definition with the name, position and docs of the existing request.
  private static func definition(
    of imported: CurlImport.Imported, _ draft: RequestDefinition
  ) -> RequestDefinition {
    var definition = imported.request
    definition.name = draft.name
    definition.sequence = draft.sequence
    definition.docs = draft.docs
    return definition
  }
}
