import Workspaces

extension AppState {
  mutating func apply(_ action: EnvironmentAction) -> [Effect] {
    switch action {
    case .loaded(let all, let unreadable):
      // What is being written is newer than what was read.
      guard environment.pending == 0 else { return [] }
      if case .environmentEditor(var editor)? = overlay, case .browsing = editor.mode, editor.environments != all {
        editor.adopt(all, select: nil)
        overlay = .environmentEditor(editor)
      }
      let former = environment.names
      environment.all = all
      environment.isLoaded = true
      environment.unreadable = unreadable
      var effects: [Effect] = []
      if let chosen = environment.chosen, !environment.names.contains(chosen) {
        environment.chosen = nil
        if environment.wasChosen {
          let now = former.contains(chosen) ? " any more" : ""
          effects = say(.warning, "There is no environment \(chosen)\(now): none is chosen")
        }
      }
      if environment.chosen == nil, !environment.wasChosen { environment.chosen = all.first { !$0.isProtected }?.name }
      return effects + (current.map { refreshVariables(of: $0) } ?? [])
    case .chosen(let name):
      environment.chosen = name
      environment.wasChosen = true
      let effects = current.map { refreshVariables(of: $0) } ?? []
      return effects + [.system(.remember(preferences))]
        + say(.information, name.map { "Environment: \($0)" } ?? "No environment")
    case .editRequested(let name):
      if environment.all.contains(where: { $0.name == name }) { environment.chosen = name }
      return editEnvironmentRequested()
    case .changed(let all, let select, let said): return environmentsChanged(all, select: select, said: said)
    case .failed(let text): return environmentFailed(text)
    case .consentNeeded(let effect, let what): return consentNeeded(effect, what)
    case .consented(let effect):
      environment.pending += 1
      return [.environment(effect)]
    }
  }

  mutating func chooseEnvironmentRequested() -> [Effect] {
    guard !environment.names.isEmpty || awaitsEnvironments else {
      return say(.information, "This collection has no environments: E makes the first one")
    }
    return apply(.overlay(.show(.picker(.environments(environment)))))
  }
}
