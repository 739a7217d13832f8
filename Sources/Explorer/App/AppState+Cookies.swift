import Networking
import Workspaces

extension AppState {
  mutating func apply(_ action: CookiesFeature.Action) -> [Effect] {
    CookiesFeature.reduce(&cookies, action, in: cookiesSurroundings).flatMap { carryOut($0) }
  }

  /// Whether keys are typed into a field of a page.
  var isEditingOnPage: Bool { page == .cookies && cookies.form != nil }

  var cookiesSurroundings: CookiesFeature.Surroundings {
    let collection = currentCollection
    return CookiesFeature.Surroundings(
      size: size, clock: clock, collection: collection,
      collectionName: workspace.collections.first { $0.path == collection }?.name ?? workspace.name,
      environment: environment.chosen, environments: environment.names,
      host: session.flatMap { VariableSpan.host(of: $0.draft, in: $0.variables) }.flatMap {
        URLParts("http://\($0)/").host
      })
  }

  var cookiesSituation: CookiesCommands.Situation {
    CookiesCommands.Situation(
      page: cookies, isAmongCookies: focus == .response && session?.response.tab == .cookies)
  }

  private mutating func carryOut(_ outcome: CookiesFeature.Outcome) -> [Effect] {
    switch outcome {
    case .show: return show(Page.cookies)
    case .close:
      page = nil
      return []
    case .said(let kind, let text): return say(kind, text)
    case .ask(let prompt): return apply(.overlay(.show(.prompt(prompt))))
    case .copy(let text, let label): return [.system(.copy(text, label: label))]
    case .work(let effect): return [.cookies(effect)]
    }
  }
}
