import Basics
import Documents
import HTTPModel
import Terminal
import Workspaces

extension ResponseReducer {
  /// Handles events about the messages of a send; returns false for all others.
  mutating func receiveMessage(_ event: ConversationEvent, send id: Int) -> Bool {
    switch event {
    case .message, .messages, .state, .streamed: break
    case .started, .progress, .informational, .head, .continued, .finished: return false
    }
    guard sending?.id == id else { return true }
    if case .streamed(let messages) = event {
      grow(to: messages)
      return true
    }
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
    readMessage()
    readOn()
    return true
  }

  /// Takes the messages so far of an answer that contains many.
  private mutating func grow(to messages: StreamedMessages) {
    if pane.conversation == nil { open(messages) }
    pane.conversation?.grow(to: messages)
    settle()
    readMessage()
    readOn()
  }

  /// Lists the messages of an answer that contains many, from the arrival of its head. Lines are first of all a growing
  /// document.
  mutating func open(_ messages: StreamedMessages) {
    pane.conversation = ConversationPane(messages)
    if pane.tab == .body, messages.format == .events { pane.tab = .messages }
  }

  /// Continues to join and filter the messages.
  mutating func readOn() {
    guard let conversation = pane.conversation else { return }
    if let joiner = conversation.joiner, let streamed = conversation.streamed, let joined = conversation.joined {
      context.run(.document(.join(key, joiner, streamed, joined.document)))
    }
    if let filter = conversation.filter { context.run(.document(.sift(key, filter, conversation.messages))) }
  }

  /// `/` in the list: asks for the text to filter by; `=` asks for a JSONPath. Returns false without a list.
  mutating func askForMessages(byPath: Bool = false) -> Bool {
    guard let pane = pane.shownConversation else { return false }
    let text = pane.filter?.text ?? ""
    let path = text.contains("=") ? text : "= "
    context.ask(
      Prompt(
        byPath ? "Show messages in which JSONPath finds something" : "Show messages with (is:sent, is:binary … first)",
        .response(.messages), text: byPath ? path : text, verb: "filter", isLive: true))
    return true
  }

  /// Narrows the list on each key; an empty text shows all.
  mutating func narrowMessages(to text: String) {
    guard pane.conversation != nil, text != pane.conversation?.filter?.text ?? "" else { return }
    let filter = text.isEmpty ? nil : MessageFilter(text)
    pane.conversation?.narrow(to: filter)
    settle()
    readMessage()
    readOn()
  }

  /// Esc in the list: shows all messages again; `false` if it already did.
  mutating func widenMessages() -> Bool {
    guard pane.shownConversation?.filter != nil else { return false }
    pane.conversation?.narrow(to: nil)
    settle()
    return true
  }

  /// Enter: opens the message as a document over the list; returns false if there is none.
  mutating func openMessage() -> Bool {
    guard let pane = pane.shownConversation, let number = pane.current else { return false }
    let reading = ResponsePane.Reading(Document(store: pane.messages.body(of: number, most: nil)))
    push(.document(reading, title: "message \(Quantity.count(number + 1))"))
    return true
  }

  mutating func chooseMessage(_ cursor: ListCursor) {
    pane.conversation?.choose(cursor)
    settle()
    readMessage()
  }

  private mutating func readMessage() {
    if let preview = pane.conversation?.preview { context.run(.document(.index(key, preview.document))) }
  }
}
