import Basics
import GraphQL
import Protobuf
import Terminal
import Workspaces

/// An item of the bar above the messages of a call.
enum CallMessage: Hashable {
  case place(Int)
  /// Adds a message.
  case new

  /// Messages that are not sent automatically are dim.
  static func bar(of draft: RequestDefinition) -> TabBar<CallMessage> {
    let messages = draft.conversation.messages
    let first = ConversationDefinition.Message(ConversationDefinition.Message.standardName(at: 0), "", isSelected: true)
    let items = (messages.isEmpty ? [first] : messages).enumerated().map { place, message in
      TabBar.Item(
        tab: CallMessage.place(place),
        title: message.name.isEmpty ? ConversationDefinition.Message.standardName(at: place) : message.name,
        isEmpty: !message.isSelected)
    }
    return TabBar(items: items + [TabBar.Item(tab: .new, title: "+ message", isEmpty: true)])
  }
}

/// Editing the messages of a call, of which one is shown at a time.
extension RequestPane {
  mutating func choose(_ message: CallMessage) {
    guard case .place(let place) = message else { return addMessage() }
    leaveEditing()
    session.editor.isOnURL = false
    session.editor.message = place
  }

  /// Moves to the adjacent message; false if there is none.
  mutating func moveToMessage(by step: Int) -> Bool {
    guard session.isInCallMessages, !session.editor.isOnURL,
      session.draft.conversation.messages.indices.contains(session.shownMessage + step)
    else { return false }
    choose(.place(session.shownMessage + step))
    return true
  }

  /// `a`: adds a message that is sent automatically, and edits it.
  mutating func addMessage() {
    if refusesEdit() { return }
    leaveEditing()
    let place = session.draft.conversation.messages.isEmpty ? 0 : session.shownMessage + 1
    edit { draft in
      let name = draft.conversation.freeName
      draft.conversation.messages.insert(.init(name, "", isSelected: true), at: place)
    }
    session.editor.isOnURL = false
    session.editor.message = place
    beginText(.message(place))
  }

  mutating func duplicateMessage() {
    changeMessages { messages, place in
      var copy = messages[place]
      copy.name = ConversationDefinition(messages: messages).freeName
      messages.insert(copy, at: place + 1)
      place += 1
    }
  }

  /// `r`: asks for a new name for the shown message.
  mutating func askForMessageName() {
    if refusesEdit() { return }
    let messages = session.draft.conversation.messages
    guard messages.indices.contains(session.shownMessage) else {
      return context.say("There is no message yet: \(key: "addRow") adds one")
    }
    let name = messages[session.shownMessage].name
    context.ask(Prompt("Name of the message", .request(.messageName), text: name, verb: "rename"))
  }

  mutating func renameMessage(to name: String) {
    changeMessages { messages, place in messages[place].name = name }
  }

  mutating func deleteMessage() {
    let messages = session.draft.conversation.messages
    guard messages.indices.contains(session.shownMessage) else { return }
    let name = messages[session.shownMessage].name
    changeMessages { messages, place in
      messages.remove(at: place)
      place = max(0, min(place, messages.count - 1))
    }
    context.say("Deleted \(name): \(key: "undo") restores it")
  }

  mutating func moveMessage(by step: Int) {
    changeMessages { messages, place in
      guard messages.indices.contains(place + step) else { return }
      messages.swapAt(place, place + step)
      place += step
    }
  }

  /// Space: switches between sending the message automatically and only on request.
  mutating func toggleMessage() {
    let isChanged = changeMessages { messages, place in messages[place].isSelected.toggle() }
    guard isChanged else { return }
    let message = session.draft.conversation.messages[session.shownMessage]
    let words = message.isSelected ? "is sent with the call" : "is sent only when chosen"
    context.say("\(message.name) \(words)")
  }

  /// Changes the messages around the shown one; false if that is refused.
  @discardableResult
  private mutating func changeMessages(
    _ change: (inout [ConversationDefinition.Message], inout Int) -> Void
  ) -> Bool {
    if refusesEdit() { return false }
    var messages = session.draft.conversation.messages
    var place = session.shownMessage
    guard messages.indices.contains(place) else { return false }
    change(&messages, &place)
    edit { $0.conversation.messages = messages }
    session.editor.message = place
    return true
  }
}

extension RequestSession {
  /// The reason the shown message cannot have this name; `nil` if it can. `apus send --message` looks messages up by
  /// name.
  func fault(ofMessageName name: String) -> String? {
    if name.isEmpty { return "The name is empty" }
    let others = draft.conversation.messages.enumerated().filter { $0.offset != shownMessage }
    return others.contains { $0.element.name == name } ? "Another message has this name" : nil
  }
}

extension ConversationDefinition {
  /// A default name that is not in use.
  fileprivate var freeName: String {
    let names = Set(messages.map(\.name))
    return (messages.count...).lazy.map(Message.standardName).first { !names.contains($0) } ?? ""
  }
}

extension RequestPane {
  /// The size limit for completion in a message, in bytes.
  private static let longestMessage = 32 << 10

  /// The fields and values that the message's type allows at the caret; `nil` without types.
  func completion(ofMessage pane: TextPane) -> Completion? {
    guard let schema = session.types.reference?.schema, pane.bytes <= Self.longestMessage,
      let method = schema.method(path: session.draft.method)
    else { return nil }
    let area = pane.area
    let caret = area.offset(of: area.caret)
    let start = caret - area.caret.offset
    let found = schema.completion(in: Array(area.text.utf8), at: caret, as: method.input)
    guard !found.candidates.isEmpty, (start...caret).contains(found.range.lowerBound) else { return nil }
    let items = found.candidates.prefix(Completion.limit).map { item in
      let detail = item.isDeprecated ? "deprecated  \(item.detail)" : item.detail
      return Completion.Item(text: item.text, detail: detail, label: item.name)
    }
    let isTyped = found.range.lowerBound < caret
    // With nothing typed yet, Enter inserts a line break.
    return Completion(
      items: items, chosen: isTyped ? 0 : nil,
      range: (found.range.lowerBound - start)..<(found.range.upperBound - start))
  }
}

extension QueryIssue {
  /// The first part of a call's message that its type does not allow; `nil` if there is none, or the text is not JSON
  /// yet.
  static func first(inMessage text: String, of method: MethodType, by schema: ProtobufSchema) -> QueryIssue? {
    // The values of variables are unknown here, and an empty text means the defaults.
    guard !text.contains("{{"), text.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    let bytes = Array(text.utf8)
    guard let problem = schema.problems(ofJSON: bytes, as: method.input).first else { return nil }
    var steps = problem.path.steps
    switch problem.reason {
    // The JSON check reports the fault.
    case .notJSON: return nil
    case .unknownField(let name, _, _) where steps.last != .field(name): steps.append(.field(name))
    case .duplicateKey(let name) where steps.last != .field(name): steps.append(.key(name))
    default: break
    }
    let position = LineIndex(text).position(of: JSONPlace.offset(of: steps, in: bytes) ?? 0)
    return QueryIssue(line: position.line, column: position.column, message: "\(problem)")
  }
}

/// Finds the position of a value in a JSON text by its path from the root.
struct JSONPlace {
  private let text: [UInt8]
  private var index = 0

  /// - Returns: the offset of the name of the last step, or of the value; `nil` if there is none.
  static func offset(of steps: [MessagePath.Step], in text: [UInt8]) -> Int? {
    var place = JSONPlace(text: text)
    return place.find(steps[...])
  }

  private var byte: UInt8? { index < text.count ? text[index] : nil }

  private mutating func find(_ steps: ArraySlice<MessagePath.Step>) -> Int? {
    skip { $0.isASCIIWhitespace }
    guard let step = steps.first else { return index }
    switch (step, byte) {
    case (.index(let number), UInt8(ascii: "[")): return element(number, steps.dropFirst())
    case (.field(let name), UInt8(ascii: "{")), (.key(let name), UInt8(ascii: "{")):
      return member(name, steps.dropFirst())
    default: return nil
    }
  }

  private mutating func element(_ number: Int, _ steps: ArraySlice<MessagePath.Step>) -> Int? {
    index += 1
    for count in 0... {
      skip { $0.isASCIIWhitespace || $0 == UInt8(ascii: ",") }
      guard let byte, byte != UInt8(ascii: "]") else { return nil }
      if count == number { return find(steps) }
      skipValue()
    }
    return nil
  }

  private mutating func member(_ name: String, _ steps: ArraySlice<MessagePath.Step>) -> Int? {
    index += 1
    while true {
      skip { $0.isASCIIWhitespace || $0 == UInt8(ascii: ",") }
      guard byte == UInt8(ascii: "\"") else { return nil }
      let start = index
      skipValue()
      let key = String(decoding: text[start..<index].dropFirst().dropLast(), as: UTF8.self)
      skip { $0.isASCIIWhitespace || $0 == UInt8(ascii: ":") }
      if key == name || Self.plain(key) == Self.plain(name) { return steps.isEmpty ? start : find(steps) }
      skipValue()
    }
  }

  /// A field has one name in its `.proto` file and another in JSON.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) { while let byte, isSkipped(byte) { index += 1 } }

  /// Skips the value that begins here; always advances.
  private mutating func skipValue() {
    let start = index
    var depth = 0
    repeat {
      guard let byte else { return }
      switch byte {
      case UInt8(ascii: "\""): skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        index += 1
      case UInt8(ascii: ","), UInt8(ascii: ":"),
        _ where byte.isASCIIWhitespace:
        index += 1
      default: skip { !$0.isASCIIWhitespace && !",:{}[]\"".utf8.contains($0) }
      }
    } while depth > 0
    if index == start { index += 1 }
  }

  private mutating func skipString() {
    index += 1
    while let byte, byte != UInt8(ascii: "\"") { index += byte == UInt8(ascii: "\\") ? 2 : 1 }
    index = min(index + 1, text.count)
  }
}
