import Workspaces

/// What stands in the bar over the messages of a call.
enum CallMessage: Hashable {
  case place(Int)
  /// The way to another one.
  case new

  /// Those that are not sent by themselves are dim.
  static func bar(of draft: RequestDefinition) -> TabBar<CallMessage> {
    let messages = draft.conversation.messages
    let first = ConversationDefinition.Message(ConversationDefinition.Message.standardName(at: 0), "", isSelected: true)
    let items = (messages.isEmpty ? [first] : messages).enumerated().map { place, message in
      TabBar.Item(
        tab: CallMessage.place(place),
        title: message.name.isEmpty ? ConversationDefinition.Message.standardName(at: place) : message.name,
        count: nil, isEmpty: !message.isSelected)
    }
    return TabBar(items: items + [TabBar.Item(tab: .new, title: "+ message", count: nil, isEmpty: true)])
  }
}

/// The messages of a call: one is shown, and the others are beside it.
extension RequestTurn {
  mutating func choose(_ message: CallMessage) -> [Outcome] {
    guard case .place(let place) = message else { return addMessage() }
    let kept = leaveEditing()
    withEditor { editor in
      editor.isOnURL = false
      editor.message = place
    }
    return kept
  }

  /// To the message beside it; `nil` if there is none.
  mutating func moveToMessage(by step: Int) -> [Outcome]? {
    guard session.isInCallMessages, !session.editor.isOnURL,
      session.draft.conversation.messages.indices.contains(session.shownMessage + step)
    else { return nil }
    return choose(.place(session.shownMessage + step))
  }

  /// `a`: another message, which is sent like the others, to be typed in.
  mutating func addMessage() -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    let kept = leaveEditing()
    let place = session.draft.conversation.messages.isEmpty ? 0 : session.shownMessage + 1
    let effects = edit { draft in
      let name = draft.conversation.freeName
      draft.conversation.messages.insert(.init(name, "", isSelected: true), at: place)
    }
    withEditor { editor in
      editor.isOnURL = false
      editor.message = place
    }
    return kept + effects + beginText(.message(place))
  }

  mutating func duplicateMessage() -> [Outcome] {
    changeMessages { messages, place in
      var copy = messages[place]
      copy.name = ConversationDefinition(messages: messages).freeName
      messages.insert(copy, at: place + 1)
      place += 1
    }
  }

  /// `r`: asks for another name of the message that is shown.
  mutating func askForMessageName() -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    let messages = session.draft.conversation.messages
    guard messages.indices.contains(session.shownMessage) else {
      return say(.information, "There is no message yet: \(key: "addRow") adds one")
    }
    return [.ask(Prompt("Name of the message", .messageName, text: messages[session.shownMessage].name))]
  }

  mutating func renameMessage(to name: String) -> [Outcome] {
    changeMessages { messages, place in messages[place].name = name }
  }

  mutating func deleteMessage() -> [Outcome] {
    let messages = session.draft.conversation.messages
    guard messages.indices.contains(session.shownMessage) else { return [] }
    let name = messages[session.shownMessage].name
    let effects = changeMessages { messages, place in
      messages.remove(at: place)
      place = max(0, min(place, messages.count - 1))
    }
    return effects + say(.information, "Deleted \(name): \(key: "undo") brings it back")
  }

  mutating func moveMessage(by step: Int) -> [Outcome] {
    changeMessages { messages, place in
      guard messages.indices.contains(place + step) else { return }
      messages.swapAt(place, place + step)
      place += step
    }
  }

  /// Space: whether it is sent by itself, or only when it is chosen to be said.
  mutating func toggleMessage() -> [Outcome] {
    let effects = changeMessages { messages, place in messages[place].isSelected.toggle() }
    let messages = session.draft.conversation.messages
    guard messages.indices.contains(session.shownMessage), !effects.isEmpty else { return effects }
    let message = messages[session.shownMessage]
    let words = message.isSelected ? "is sent with the call" : "is only sent when it is chosen"
    return effects + say(.information, "\(message.name) \(words)")
  }

  private mutating func changeMessages(
    _ change: (inout [ConversationDefinition.Message], inout Int) -> Void
  ) -> [Outcome] {
    if let refused = refuseEdit() { return refused }
    var messages = session.draft.conversation.messages
    var place = session.shownMessage
    guard messages.indices.contains(place) else { return [] }
    change(&messages, &place)
    let effects = edit { $0.conversation.messages = messages }
    withEditor { $0.message = place }
    return effects
  }
}

extension RequestSession {
  /// Why the message of a call that is shown cannot have that name: `apus send --message` finds it by it.
  func fault(ofMessageName name: String) -> String? {
    if name.isEmpty { return "The name is empty" }
    let others = draft.conversation.messages.enumerated().filter { $0.offset != shownMessage }
    return others.contains { $0.element.name == name } ? "Another message has this name" : nil
  }
}

extension ConversationDefinition {
  /// A standard name that no message has.
  fileprivate var freeName: String {
    let names = Set(messages.map(\.name))
    return (messages.count...).lazy.map(Message.standardName).first { !names.contains($0) } ?? ""
  }
}
