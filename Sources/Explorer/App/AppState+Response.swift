import Networking
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: ResponseAction) -> [Effect] {
    switch action {
    case .sendConfirmed(let key): return send(.confirmed, of: key)
    case .tick(let key, let id): return send(.ticked(id), of: key)
    case .tabChosen(let tab): return respond(.tabChosen(tab))
    case .copyPrepared(let text, let label): return [.system(.copy(text, label: label))]
    case .saveCollided(let store, let path):
      let question = Question.confirm(
        "Save the body", "\(path) exists. Replace it?", yes: .response(.saveConfirmed(store, path: path)))
      return showUnasked(.question(question), orSay: "\(path) exists. Not saved: save it again to be asked")
    case .saveConfirmed(let store, let path): return [.document(.save(store, path: path, replacing: true))]
    case .certificatePresented(let key, let offer): return certificatePresented(offer, for: key)
    case .trustConfirmed(let key, let change): return trust(change, isStep: true, thenSend: key)
    case .transfer(_, let id, _), .refused(_, let id, _): outbox.departures[id] = nil
    default: break
    }
    return action.key.map { respond(.told(action), of: $0) + goToFailure(of: $0) } ?? []
  }

  /// Applies an action to the pane of the open request.
  mutating func respond(_ action: ResponseFeature.Action) -> [Effect] {
    current.map { respond(action, of: $0) } ?? []
  }

  mutating func respond(_ action: ResponseFeature.Action, of key: RequestKey) -> [Effect] {
    guard let index = sessions.index(forKey: key) else { return [] }
    let given = responseSurroundings(of: sessions.values[index])
    let ignoredAt = sessions.values[index].comparisonKey
    let before = ignored[ignoredAt] ?? Self.ignoredAtFirst
    var state = ResponseFeature.State(searchOptions: searchOptions, ignoredDifferences: before, serial: serial)
    // Swapped, not copied: a copy would cost as much as all messages received so far.
    swap(&state.pane, &sessions.values[index].response)
    let outcomes = ResponseFeature.reduce(&state, action, in: given)
    swap(&state.pane, &sessions.values[index].response)
    searchOptions = state.searchOptions
    serial = state.serial
    if state.ignoredDifferences != before { ignored[ignoredAt] = state.ignoredDifferences }
    return outcomes.flatMap { carryOut($0, of: key) }
  }

  func responseSurroundings(of session: RequestSession) -> ResponseFeature.Surroundings {
    ResponseFeature.Surroundings(
      size: size, capabilities: capabilities, theme: theme, isProtected: isProtected, keys: keys,
      key: session.key,
      isCurrent: session.key == current, isFocused: focus == .response, rect: layout.panes[.response], clock: clock,
      draft: session.draft, checks: session.checks, tests: session.response.tests, saved: session.saved,
      variables: session.variables, fault: session.fault, collection: session.collection, isOlder: session.isOlder,
      hasProxy: session.proxy != nil, id: session.id, collectionName: collectionName(of: session),
      environment: environment.current, environmentName: environment.chosen, demoPort: demoPort,
      hasAuthorities: !authorities.isEmpty && terms(of: session).authorities != nil,
      isRecorded: session.historyUse == .keep, history: history.entries, origins: { session.headerOrigins })
  }

  /// What the views of a response draw from; `nil` while no request is open.
  var responseScene: ResponseScene? {
    session.map { session in
      ResponseScene(
        pane: session.response, given: responseSurroundings(of: session), ignored: ignoredDifferences,
        said: message?.text)
    }
  }

  /// The options of the search in the visible document.
  var searchBar: SearchBar { SearchBar(searchOptions, in: session?.response.reading, theme) }

  private mutating func carryOut(_ outcome: ResponseFeature.Outcome, of key: RequestKey) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): say(kind, text)
    case .ask(let prompt): apply(.overlay(.show(.prompt(prompt))))
    case .pick(let picker): apply(.overlay(.show(.picker(picker))))
    case .document(let effect): [.document(effect)]
    case .system(let effect): [.system(effect)]
    case .loadComparand(let id): [.files(.loadComparand(key, id: id))]
    case .copyAsCurl(let style, let revealsSecrets): copyAsCurl(key, style, revealsSecrets: revealsSecrets)
    case .copyAs(let form): apply(ExportFeature.Action.copied(ExportOrder(.request(key), as: form)))
    case .export: apply(ExportFeature.Action.formRequested(.request(key)))
    case .cancelSend(let id): [.transfer(.cancel(send: id))]
    case .sayInto(let id, let utterance): [.transfer(.say(key, send: id, utterance))]
    case .endInput(let id): [.transfer(.endInput(send: id))]
    case .ignored(let pressed): commands.command(for: pressed, in: context).map { perform($0) } ?? tell(unused: pressed)
    case .perform(let name): commands.command(named: name).map { perform($0) } ?? []
    case .focus: setFocus(.response)
    case .leave: leaveResponse()
    case .goTo(let field): request(.fieldSought(field))
    case .goToTest(let test): key == current ? request(.assertionSought(test)) : []
    case .edit(let field): edit(field)
    case .defineInRequest(let name): defineInRequest(name)
    case .changeVariable(let name): apply(VariableFeature.Action.chosen(name))
    case .editSetting(let setting): editSetting(setting)
    case .trust(let host, let path): trust(path, for: host)
    case .inspectCertificate(let url): inspectCertificate(at: url, for: key)
    case .remember: [.system(.remember(preferences))]
    case .makeVariable(let name, let value): makeVariable(named: name, value)
    case .useElsewhere(let reference): chooseRequest(toUse: reference)
    case .capture(let name, let expression, let value): capture(name, expression, value, of: key)
    case .openAddress(let address): openAddress(address)
    case .explain(let title, let lines, let place): explain(title, lines, at: place, of: key)
    case .assert(let expression, let operation, let value): edit { $0.assert(expression, operation, value) }
    case .record(let exchange): key.path.map { [.files(.change(.record(exchange, path: $0)))] } ?? []
    }
  }

  private mutating func trust(_ path: String, for host: String) -> [Effect] {
    authorities[host] = path
    return say(.information, "Until Apus ends, \(path) says whom to trust at \(host): \(key: "send") sends the request")
  }

  private func copyAsCurl(_ key: RequestKey, _ style: CurlCommand.Style, revealsSecrets: Bool) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    let terms = terms(of: session)
    return [.transfer(.copyAsCurl(key, session.draft, terms, style: style, revealsSecrets: revealsSecrets))]
  }

  private mutating func leaveResponse() -> [Effect] {
    guard layoutChoice.zoomed == nil else {
      layoutChoice.zoomed = nil
      return []
    }
    return setFocus(.request)
  }
}
