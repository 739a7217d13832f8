import Workspaces

extension AppState {
  mutating func apply(_ action: ExportFeature.Action) -> [Effect] {
    let kept = action == .requested ? endEditing() : []
    return kept + ExportFeature.reduce(action, in: exportSurroundings).flatMap { carryOut($0) }
  }

  var exportSurroundings: ExportFeature.Surroundings {
    let target = exportTarget
    let unreadable = target.flatMap { refusal(toExport: $0) }
    return ExportFeature.Surroundings(
      choice: unreadable == nil ? target.map { .init(target: $0, name: name(of: $0)) } : nil,
      refusal: unreadable ?? refusalWithoutRequest, source: { source(of: $0) }, name: { name(of: $0) },
      drafts: { target in
        guard case .folder(let path) = target else { return 0 }
        return sessions.values.count { $0.isDraft && $0.key.path?.hasPrefix(path + "/") == true }
      })
  }

  /// The folder or request under the cursor of the tree, else the open request.
  private var exportTarget: ExportTarget? {
    switch focus == .tree ? tree.selected?.id : nil {
    case .collection(let path), .folder(let path): .folder(path)
    case .request(let path): .request(.file(path))
    case .scratch(let number): .request(.scratch(number))
    default: current.map { .request($0) }
    }
  }

  private func refusal(toExport target: ExportTarget) -> String? {
    guard case .request(let key) = target, sessions[key]?.fault != nil else { return nil }
    return "This file cannot be read: fix it in an editor first"
  }

  private func source(of target: ExportTarget) -> ExportJob.Source? {
    switch target {
    case .request(let key):
      if let session = sessions[key] {
        return session.fault == nil ? .draft(key, session.kept(session.sent), terms(of: session)) : nil
      }
      return key.path.map { path in
        let chosen = environmentChosen(in: collection(around: path))
        return .saved(path, SendTerms(environment: chosen, inputs: inputs))
      }
    case .folder(let path):
      let isCollection = workspace.collections.contains { $0.path == path }
      let terms = SendTerms(environment: environmentChosen(in: collection(around: path)), inputs: inputs)
      return .folder(path, terms, isCollection: isCollection)
    }
  }

  private func name(of target: ExportTarget) -> String {
    switch target {
    case .request(let key):
      let name = sessions[key]?.shownName ?? key.path.flatMap { workspace.request(at: $0)?.name } ?? ""
      return name.isEmpty ? "the request" : name
    case .folder(let path):
      return workspace.runTarget(at: path, sendable: sendableKinds)?.title ?? path.split(separator: "/").last
        .map(String.init) ?? path
    }
  }

  private mutating func carryOut(_ outcome: ExportFeature.Outcome) -> [Effect] {
    switch outcome {
    case .said(let kind, let text): return say(kind, text)
    case .pick(let picker): return apply(.overlay(.show(.picker(picker))))
    case .ask(let prompt): return apply(.overlay(.show(.prompt(prompt))))
    case .askReplacing(let job, let what):
      let text = "\(what). Replace \(what.hasSuffix("exists") ? "it" : "them")?"
      let question = Question.confirm("Export", text, yes: .export(.confirmed(job)))
      return showUnasked(.question(question), orSay: "\(what). Not exported: export it again to be asked")
    case .work(let job): return [.transfer(.export(job))]
    }
  }
}
