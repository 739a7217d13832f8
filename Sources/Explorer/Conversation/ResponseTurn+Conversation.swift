import Documents
import Networking
import Terminal
import Workspaces

extension ResponseTurn {
  /// What is told of the messages of a send; `nil` for any other event.
  mutating func hear(_ event: ConversationEvent, send id: Int) -> [Outcome]? {
    switch event {
    case .message, .state: break
    case .started, .progress, .informational, .head, .continued, .finished: return nil
    }
    guard sending?.id == id else { return [] }
    // In its place: a copy would cost as much as all messages so far.
    if pane.conversation == nil { pane.conversation = ConversationPane() }
    switch event {
    case .message(let message): pane.conversation?.add(message)
    case .state(let state): pane.conversation?.change(to: state)
    default: break
    }
    settle()
    return readMessage()
  }

  /// A motion in the list of messages; `nil` where there is none, and for what goes to another tab.
  mutating func moveInMessages(_ motion: Motion) -> [Outcome]? {
    guard let pane = pane.shownConversation, let area = messageArea else { return nil }
    let page = max(1, ConversationLayout(area, count: pane.messages.count).list.height)
    switch motion {
    case .up: return chooseMessage(pane.list.row - 1)
    case .down: return chooseMessage(pane.list.row + 1)
    case .pageUp: return chooseMessage(pane.list.row - page)
    case .pageDown: return chooseMessage(pane.list.row + page)
    case .top: return chooseMessage(0)
    case .bottom: return chooseMessage(pane.messages.count - 1)
    case .left, .right: return nil
    }
  }

  /// Enter: the message over the list, with all that documents can do; `nil` where there is none.
  mutating func openMessage() -> [Outcome]? {
    guard let pane = pane.shownConversation, let message = pane.current else { return nil }
    let reading = ResponsePane.Reading(Document(store: message.body))
    return push(.document(reading, title: "message \(pane.list.row + 1)"))
  }

  /// A click on a line of the list; a second one opens the message. `nil` where there is no list.
  mutating func clickMessage(_ mouse: Mouse) -> [Outcome]? {
    guard let pane = pane.shownConversation, let area = messageArea else { return nil }
    let list = ConversationLayout(area, count: pane.messages.count).list
    guard list.contains(mouse.point), mouse.point.y - list.y < pane.messages.count else { return [] }
    let effects = chooseMessage(pane.list.offset + mouse.point.y - list.y)
    return effects + (mouse.clicks >= 2 ? openMessage() ?? [] : [])
  }

  private mutating func chooseMessage(_ row: Int) -> [Outcome] {
    pane.conversation?.choose(row)
    settle()
    return readMessage()
  }

  private func readMessage() -> [Outcome] {
    (pane.conversation?.preview).map { [.document(.index(key, $0.document))] } ?? []
  }

  private var messageArea: Rect? { given.rect.map(ResponseView.contentArea) }
}
