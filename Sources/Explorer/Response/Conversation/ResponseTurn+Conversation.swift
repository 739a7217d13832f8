import Basics
import Documents
import Networking
import Terminal
import Workspaces

extension ResponseTurn {
  /// Handles events about the messages of a send; `nil` for all others.
  mutating func hear(_ event: ConversationEvent, send id: Int) -> [Outcome]? {
    switch event {
    case .message, .messages, .state, .streamed: break
    case .started, .progress, .informational, .head, .continued, .finished: return nil
    }
    guard sending?.id == id else { return [] }
    if case .streamed(let messages) = event { return grow(to: messages) }
    // Changed in place: a copy would cost as much as all messages received so far.
    if pane.conversation == nil {
      pane.conversation = ConversationPane(takesInput: sending?.takesInput == true)
    }
    switch event {
    case .message(let message): pane.conversation?.add(message)
    case .messages(let messages): pane.conversation?.add(allOf: messages)
    case .state(let state): pane.conversation?.change(to: state)
    default: break
    }
    settle()
    return readMessage() + readOn()
  }

  /// The answer holds many messages, and these have come so far.
  private mutating func grow(to messages: StreamedMessages) -> [Outcome] {
    if pane.conversation == nil { open(messages) }
    pane.conversation?.grow(to: messages)
    settle()
    return readMessage() + readOn()
  }

  /// Lists the messages of an answer that holds many, from its head on. Lines are a document that grows, first of all.
  mutating func open(_ messages: StreamedMessages) {
    pane.conversation = ConversationPane(messages)
    if pane.tab == .body, messages.format == .events { pane.tab = .messages }
  }

  /// Goes on joining and filtering the messages.
  func readOn() -> [Outcome] {
    guard let conversation = pane.conversation else { return [] }
    var outcomes: [Outcome] = []
    if let joiner = conversation.joiner, let streamed = conversation.streamed, let joined = conversation.joined {
      outcomes.append(.document(.join(key, joiner, streamed, joined.document)))
    }
    if let filter = conversation.filter { outcomes.append(.document(.sift(key, filter, conversation.messages))) }
    return outcomes
  }

  /// `/` in the list: asks what its messages have to have, `=` what JSONPath has to find in them.
  func askForMessages(byPath: Bool = false) -> [Outcome]? {
    guard let pane = pane.shownConversation else { return nil }
    let text = pane.filter?.text ?? ""
    guard byPath else {
      return [.ask(Prompt("Show messages with (is:sent, is:binary … first)", .messages, text: text))]
    }
    return [
      .ask(Prompt("Show messages in which JSONPath finds something", .messages, text: text.contains("=") ? text : "= "))
    ]
  }

  /// Narrows the list on each key; an empty text shows all.
  mutating func narrowMessages(to text: String) -> [Outcome] {
    guard pane.conversation != nil, text != pane.conversation?.filter?.text ?? "" else { return [] }
    let filter = text.isEmpty ? nil : MessageFilter(text)
    pane.conversation?.narrow(to: filter)
    settle()
    return readMessage() + readOn()
  }

  /// Esc in the list: shows all messages again; `false` if it does.
  mutating func widenMessages() -> Bool {
    guard pane.shownConversation?.filter != nil else { return false }
    pane.conversation?.narrow(to: nil)
    settle()
    return true
  }

  /// More messages were found, or joined.
  mutating func messagesRead() {
    pane.conversation?.grown()
  }

  /// Moves the cursor in the list of messages; `nil` if there is none, or if the motion switches tabs.
  mutating func moveInMessages(_ motion: Motion) -> [Outcome]? {
    guard let pane = pane.shownConversation, let area = messageArea else { return nil }
    let page = max(1, ConversationLayout(area, of: pane).list.height)
    switch motion {
    case .up: return chooseMessage(pane.list.row - 1)
    case .down: return chooseMessage(pane.list.row + 1)
    case .pageUp: return chooseMessage(pane.list.row - page)
    case .pageDown: return chooseMessage(pane.list.row + page)
    case .top: return chooseMessage(0)
    case .bottom: return chooseMessage(pane.rowCount - 1)
    case .left, .right: return nil
    }
  }

  /// Enter: opens the message as a document over the list; `nil` if there is none.
  mutating func openMessage() -> [Outcome]? {
    guard let pane = pane.shownConversation, let number = pane.current else { return nil }
    let reading = ResponsePane.Reading(Document(store: pane.messages.body(of: number, most: nil)))
    return push(.document(reading, title: "message \(Quantity.count(number + 1))"))
  }

  /// A click selects a message, a double click opens it; `nil` if there is no list.
  mutating func clickMessage(_ mouse: Mouse) -> [Outcome]? {
    guard let pane = pane.shownConversation, let area = messageArea else { return nil }
    let layout = ConversationLayout(area, of: pane)
    if layout.speech.contains(mouse.point) { return clickSpeech(mouse, in: layout.speech) }
    let list = layout.list
    guard list.contains(mouse.point), mouse.point.y - list.y < pane.rowCount else { return [] }
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
