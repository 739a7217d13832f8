import Documents
import Networking
import Terminal
import Workspaces

extension ResponseTurn {
  /// Handles events about the messages of a send; `nil` for all others.
  mutating func hear(_ event: ConversationEvent, send id: Int) -> [Outcome]? {
    switch event {
    case .message, .state: break
    case .started, .progress, .informational, .head, .continued, .finished: return nil
    }
    guard sending?.id == id else { return [] }
    // Changed in place: a copy would cost as much as all messages received so far.
    if pane.conversation == nil { pane.conversation = ConversationPane() }
    switch event {
    case .message(let message): pane.conversation?.add(message)
    case .state(let state): pane.conversation?.change(to: state)
    default: break
    }
    settle()
    return readMessage()
  }

  /// Moves the cursor in the list of messages; `nil` if there is none, or if the motion switches tabs.
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

  /// Enter: opens the message as a document over the list; `nil` if there is none.
  mutating func openMessage() -> [Outcome]? {
    guard let pane = pane.shownConversation, let message = pane.current else { return nil }
    let reading = ResponsePane.Reading(Document(store: message.body))
    return push(.document(reading, title: "message \(pane.list.row + 1)"))
  }

  /// A click selects a message, a double click opens it; `nil` if there is no list.
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
