import Networking
import Workspaces

extension AppState {
  /// `^R` on an exchange of the history sends it as it was, unless its secrets are masked there: then a question, or
  /// the reason why not. `nil` where nothing is in the way.
  mutating func refuseMasked(_ key: RequestKey) -> [Effect]? {
    guard case .history = key, let session = session, session.draft.holds(Redaction.standard.mask) else { return nil }
    guard let node = savedRequest(of: key) else {
      return say(
        .warning, "The secrets of this request are masked in the history, and its file is gone: put them in and send")
    }
    let question = Question.confirm(
      "Its secrets are masked in the history. Send \(node.name) as it is now?", yes: .sending(.resendToday(key)))
    return apply(.overlay(.show(.question(question))))
  }

  /// What went out as plain text, such as out of an answer, is no template of the user's now.
  mutating func refuseTemplates(_ key: RequestKey) -> [Effect]? {
    guard case .history = key, let session = sessions[key], let saved = session.saved else { return nil }
    func names(in definition: RequestDefinition) -> [String] {
      SendContext().missing(in: definition).map(\.variable.name)
    }
    let drafted = names(in: session.draft)
    guard let name = names(in: saved).first(where: drafted.contains) else { return nil }
    return say(.warning, "{{\(name)}} went out as plain text: ⌥r sends its request as it is now")
  }

  /// `⌥r`: the saved request that an exchange came from, as it is now and with today's variables.
  mutating func resendToday(_ key: RequestKey) -> [Effect] {
    guard let node = savedRequest(of: key) else { return [] }
    sentWhenShown = .file(node.path)
    return open(node)
  }

  /// The saved request that an exchange of the history came from, where it is still there.
  func savedRequest(of key: RequestKey) -> RequestNode? {
    guard case .history = key, let id = sessions[key]?.id else { return nil }
    return request(named: id)
  }

  /// The saved request with that path in the collection that is meant.
  func request(named id: String) -> RequestNode? {
    let own = workspace.collections.first { $0.path == session?.collection }
    return ([own].compactMap(\.self) + workspace.collections).lazy
      .compactMap { collection in collection.requests.first { $0.node.id == id }?.node }.first
  }
}

extension RequestDefinition {
  /// Whether a text stands anywhere in what would be sent.
  fileprivate func holds(_ text: String) -> Bool {
    var all = [url] + headers.map(\.value) + authentication.fields.map(\.value)
    if case .text(_, let body) = body { all.append(body) }
    return all.contains { $0.contains(text) }
  }
}
