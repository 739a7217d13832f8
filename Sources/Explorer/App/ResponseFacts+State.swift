import Networking
import Terminal
import Workspaces

// Views of the facts of a response, from the whole state.

extension ResponseFacts {
  static func lines(of tab: ResponseTab, in state: AppState, pane: Rect) -> [Line] {
    guard let session = state.session else { return [] }
    return lines(of: tab, session.response.exchange, state.responseSurroundings(of: session), pane: pane)
  }
}

extension Waterfall {
  init(_ exchange: Exchange, state: AppState, width: Int) {
    let session = state.session ?? RequestSession(key: .scratch(0), draft: RequestDefinition(name: ""))
    self.init(exchange, given: state.responseSurroundings(of: session), width: width)
  }
}
