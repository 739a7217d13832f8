import Documents
import Networking
import Terminal
import Workspaces

extension AppState {
  /// What is told of the messages of a send; `nil` for any other event.
  mutating func hear(_ event: ConversationEvent, of key: RequestKey, send id: Int) -> [Effect]? {
    switch event {
    case .message, .state: break
    case .started, .progress, .informational, .head, .continued, .finished: return nil
    }
    guard sending(key)?.id == id else { return [] }
    // In its place: a copy would cost as much as all messages so far.
    if sessions[key]?.response.conversation == nil { sessions[key]?.response.conversation = ConversationPane() }
    switch event {
    case .message(let message): sessions[key]?.response.conversation?.add(message)
    case .state(let state): sessions[key]?.response.conversation?.change(to: state)
    default: break
    }
    settle(key)
    return readMessage(key)
  }

  /// A motion in the list of messages; `nil` where there is none, and for what goes to another tab.
  mutating func moveInMessages(_ motion: Motion) -> [Effect]? {
    guard let current, let pane = session?.response.shownConversation, let area = messageArea else { return nil }
    let page = max(1, ConversationLayout(area, count: pane.messages.count).list.height)
    switch motion {
    case .up: return chooseMessage(pane.list.row - 1, current)
    case .down: return chooseMessage(pane.list.row + 1, current)
    case .pageUp: return chooseMessage(pane.list.row - page, current)
    case .pageDown: return chooseMessage(pane.list.row + page, current)
    case .top: return chooseMessage(0, current)
    case .bottom: return chooseMessage(pane.messages.count - 1, current)
    case .left, .right: return nil
    }
  }

  /// Enter: the message over the list, with all that documents can do; `nil` where there is none.
  mutating func openMessage() -> [Effect]? {
    guard let pane = session?.response.shownConversation, let message = pane.current else { return nil }
    let reading = ResponsePane.Reading(Document(store: message.body))
    return push(.document(reading, title: "message \(pane.list.row + 1)"))
  }

  /// A click on a line of the list; a second one opens the message. `nil` where there is no list.
  mutating func clickMessage(_ mouse: Mouse) -> [Effect]? {
    guard let current, let pane = session?.response.shownConversation, let area = messageArea else { return nil }
    let list = ConversationLayout(area, count: pane.messages.count).list
    guard list.contains(mouse.point), mouse.point.y - list.y < pane.messages.count else { return [] }
    let effects = chooseMessage(pane.list.offset + mouse.point.y - list.y, current)
    return effects + (mouse.clicks >= 2 ? openMessage() ?? [] : [])
  }

  private mutating func chooseMessage(_ row: Int, _ key: RequestKey) -> [Effect] {
    session?.response.conversation?.choose(row)
    settle(key)
    return readMessage(key)
  }

  private func readMessage(_ key: RequestKey) -> [Effect] {
    (sessions[key]?.response.conversation?.preview).map { [.document(.index(key, $0.document))] } ?? []
  }

  private var messageArea: Rect? { layout.panes[.response].map(ResponseView.contentArea) }

  /// Whether a driver sends requests of this kind.
  func sends(_ definition: RequestDefinition?) -> Bool {
    definition.map { sendableKinds.contains($0.kind.word) } ?? true
  }
}
