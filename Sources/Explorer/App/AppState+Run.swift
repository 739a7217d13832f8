import Networking
import Sessions
import Terminal
import Workspaces

extension AppState {
  mutating func apply(_ action: RunFeature.Action) -> [Effect] {
    RunFeature.reduce(&run, action, in: runSurroundings(for: action)).flatMap { carryOut($0) }
  }

  var runSituation: RunCommands.Situation {
    RunCommands.Situation(state: run, isOpen: page == .run, isInTree: focus == .tree)
  }

  private func runSurroundings(for action: RunFeature.Action) -> RunFeature.Surroundings {
    // Before the page is open, its folder is not known yet.
    let folder = action == .requested ? folderMeant : run.target.path
    let collection = self.collection(around: folder ?? "")
    let isOfCurrent = collection == nil || collection == environment.collection
    var given = RunFeature.Surroundings(
      size: size, choice: layoutChoice.run, now: now, environment: isOfCurrent ? environment.current : nil,
      environmentName: environmentChosen(in: collection), inputs: inputs, offered: outbox.lastAnswers,
      number: serial + 1)
    // Looked up only for the keys: a run reports thousands of results.
    if [.toggled, .restarted].contains(action), !run.isInProgress {
      given.listed = workspace.runTarget(at: run.target.path, sendable: sendableKinds)
    }
    if action == .requested {
      given.target = runTarget
      given.drafts = Set(sessions.values.filter(\.isDraft).compactMap(\.key.path))
    }
    return given
  }

  /// The requests of the folder that the user means.
  private var runTarget: RunTarget? {
    folderMeant.flatMap { workspace.runTarget(at: $0, sendable: sendableKinds) }
  }

  private mutating func carryOut(_ outcome: RunFeature.Outcome) -> [Effect] {
    switch outcome {
    case .show: return show(Page.run)
    case .close:
      page = nil
      return []
    case .said(let kind, let text): return say(kind, text)
    case .ask(let prompt): return apply(.overlay(.show(.prompt(prompt))))
    case .askProtected(let text):
      return apply(.overlay(.show(.question(.confirm("Protected environment", text, yes: .run(.confirmed))))))
    case .askAnswers(let form):
      // Never over a text that is being typed, or another question: the user would answer without having read it.
      guard page == .run, !isOccupied else {
        return apply(RunFeature.Action.answersLeft)
          + say(
            .warning,
            "The run asks for something first: \(key: "runFolder") shows it, \(key: "runStop") asks again")
      }
      return apply(.overlay(.show(.answers(form))))
    case .work(let effect):
      if case .begin(let number, _) = effect { serial = max(serial, number) }
      return [.run(effect)]
    case .tick(let number): return [.after(.milliseconds(100), .run(.ticked(number)))]
    case .open(let node, let finish):
      page = nil
      showInTree(.request(node.path))
      return open(node, to: finish.map { .showResult($0) } ?? .show)
    case .recorded: return apply(.history(.reloadRequested))
    }
  }

  /// Shows what a run got for a request that is open.
  mutating func show(_ finish: RunFinish, of key: RequestKey) -> [Effect] {
    if case .sending? = sessions[key]?.response.phase { return [] }
    guard let answer = finish.answer else {
      if let message = finish.result.message {
        sessions[key]?.response.phase = .refused(Refusal(.other, message))
      }
      return setFocus(.response)
    }
    let exchange = answer.exchange
    let sending = Sending(
      id: nextSerial(), method: finish.result.method, url: finish.result.url,
      startedAt: exchange.startedAt)
    sessions[key]?.response.begin(sending)
    let table = sessions[key]?.variables
    let effects = sessions[key]?.response.finish(with: exchange, key: key, table).map { Effect.document($0) } ?? []
    sessions[key]?.checks = answer.checks
    if let session = sessions[key] {
      sessions[key]?.response.tests = TestReport(answer.checks, of: session.draft, in: session.variables)
    }
    let isRefuted = answer.checks.assertions.contains { !$0.passed }
    return effects + setFocus(.response) + respond(.shown, of: key)
      + (isRefuted ? respond(.tabChosen(.tests), of: key) : [])
  }
}

extension WorkspaceTree {
  /// The folder or collection that contains a request, or whose settings these are; `nil` if it is not listed.
  func folder(around path: String) -> String? {
    guard lists(path), let slash = path.lastIndex(of: "/") else { return nil }
    return String(path[..<slash])
  }

  /// The requests at or below a folder or collection, as far as they can be sent.
  /// - Parameter kinds: the kinds that a driver can send.
  func runTarget(at path: String, sendable kinds: Set<String>) -> RunTarget? {
    for collection in collections where path == collection.path || path.hasPrefix(collection.path + "/") {
      var place: CollectionNode? = collection
      if path != collection.path {
        place = folder(at: path)
          .map { CollectionNode(name: $0.name, path: $0.path, items: $0.items) }
      }
      guard let place else { continue }
      var target = RunTarget(title: place.name, path: path)
      place.forEachRequest { if kinds.contains($0.kind.word) { target.nodes.append($0) } }
      return target
    }
    return nil
  }
}
