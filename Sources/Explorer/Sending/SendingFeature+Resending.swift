import Networking
import Workspaces

extension SendingFeature.Surroundings {
  /// `^R` on a history entry sends it unchanged. If its secrets are masked, returns a question or the reason for a
  /// refusal; else `nil`.
  var refusalOfMasked: [SendingFeature.Outcome]? {
    guard case .history = key, draft.holds(Redaction.standard.mask) else { return nil }
    guard let node = savedRequest else {
      let text = "The secrets of this request are masked in the history, and its file is gone: fill them in and send"
      return [.said(.warning, text)]
    }
    return [.askResending(node)]
  }

  /// Text that was sent literally, such as from a response, must not become a template now.
  var refusalOfTemplates: [SendingFeature.Outcome]? {
    guard case .history = key, let saved else { return nil }
    func names(in definition: RequestDefinition) -> [String] {
      SendContext().missing(in: definition).map(\.variable.name)
    }
    let drafted = names(in: draft)
    guard let name = names(in: saved).first(where: drafted.contains) else { return nil }
    return [.said(.warning, "{{\(name)}} went out as plain text: \(key: "resendToday") sends its request as it is now")]
  }
}

extension RequestDefinition {
  /// Whether a text occurs in what would be sent.
  fileprivate func holds(_ text: String) -> Bool {
    var all = [url] + headers.map(\.value) + authentication.fields.map(\.value)
    if case .text(_, let body) = body { all.append(body) }
    return all.contains { $0.contains(text) }
  }
}
