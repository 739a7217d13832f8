import Documents
import Sessions
import Terminal
import Workspaces

/// What the user says into an open conversation.
extension ResponseTurn {
  private static let isOver = "Nothing is open to say it to: \(key: "send") opens it"

  /// The send whose conversation takes what is said.
  private var listening: Sending? { sending.flatMap { $0.takesInput ? $0 : nil } }

  /// What a call answers to what is said into it.
  mutating func hear(_ reply: ConversationInput.Reply, send id: Int) -> [Outcome] {
    guard case .sending(var sending) = pane.phase, sending.id == id else { return [] }
    switch reply {
    case .listens(let takes):
      sending.takesInput = takes
      pane.phase = .sending(sending)
      pane.conversation?.listen(takes)
      // A call takes JSON only.
      if takes, given.draft.kind == .grpc { pane.speech.speakJSON() }
      return []
    case .refused(let why, _): return unsaid(id, why)
    }
  }

  /// Nothing more is said; what comes in goes on.
  mutating func endSpeech() -> [Outcome] {
    guard let listening else { return say(.information, Self.isOver) }
    pane.speech.isActive = false
    _ = hear(.listens(false), send: listening.id)
    return [.endInput(listening.id)] + say(.information, "Nothing more is said; the server may go on")
  }

  /// The field gets the keyboard; the messages are in sight.
  mutating func beginSpeech() -> [Outcome] {
    guard listening != nil else { return say(.information, Self.isOver) }
    while popLook() {}
    if let tab = pane.messageTab { pane.tab = tab }
    pane.speech.isActive = true
    return [.focus]
  }

  /// The keys that the field takes for itself, of those that commands have.
  static let keysOfSpeech: Set<Key> = [.control("r"), .function(5), .control("t")]

  mutating func pressInSpeech(_ key: Key) -> [Outcome] {
    guard listening != nil else {
      pane.speech.isActive = false
      return [.ignored(key)]
    }
    switch key {
    case .enter, .control("r"), Key(.function(5)): return speak()
    case .up: pane.speech.recall(1)
    case .down: pane.speech.recall(-1)
    case .control("t"): pane.speech.changeForm()
    case .escape: pane.speech.isActive = false
    case .tab, .backTab:
      pane.speech.isActive = false
      return [.ignored(key)]
    default: return pane.speech.field.handle(key) ? [] : [.ignored(key)]
    }
    return []
  }

  mutating func pasteInSpeech(_ text: String) -> [Outcome] {
    let pasted = PastedLine(text: text)
    if let refusal = pasted.refusal(instead: "save it as a message of the request") { return say(.warning, refusal) }
    pane.speech.field.paste(text)
    return pasted.remark.map { say(.information, $0) } ?? []
  }

  private mutating func speak() -> [Outcome] {
    guard let listening else { return say(.information, Self.isOver) }
    let utterance = pane.speech.utterance
    // Enter on nothing says nothing: an empty message is chosen by its name.
    if utterance.text.isEmpty { return [] }
    if let problem = utterance.problem { return say(.warning, problem) }
    pane.speech.sent()
    return [.sayInto(listening.id, utterance)]
  }

  /// A message that the request's file keeps.
  mutating func say(saved message: ConversationDefinition.Message) -> [Outcome] {
    guard let listening else { return say(.information, Self.isOver) }
    let utterance = Utterance(message)
    pane.speech.remember(utterance)
    return [.sayInto(listening.id, utterance)]
  }

  /// Asks which of the saved messages is to be said.
  mutating func chooseSavedMessage() -> [Outcome] {
    guard listening != nil else { return say(.information, Self.isOver) }
    let messages = given.draft.conversation.messages
    guard !messages.isEmpty else {
      return say(.information, "The request has no saved messages: its first tab adds some")
    }
    let items = messages.enumerated().map { index, message in
      Picker.Item(id: "\(index)", title: message.name, detail: message.data.onOneLine)
    }
    return [.pick(Picker("Say", .message, items: items))]
  }

  mutating func pickedMessage(_ id: String) -> [Outcome] {
    let messages = given.draft.conversation.messages
    guard let index = Int(id), messages.indices.contains(index) else { return [] }
    return say(saved: messages[index])
  }

  /// Something was not said: it is recalled with `↑`.
  mutating func unsaid(_ id: Int, _ why: String) -> [Outcome] { say(.warning, "Not said: \(why)") }

  mutating func clickSpeech(_ mouse: Mouse, in rect: Rect) -> [Outcome] {
    guard mouse.kind == .press else { return [] }
    let place = SpeechView.fieldArea(in: rect, pane.speech.form)
    let outcomes = pane.speech.isActive ? [] : beginSpeech()
    pane.speech.field.click(column: mouse.point.x - place.x, width: place.width, clicks: mouse.clicks)
    return outcomes
  }
}

extension Utterance {
  /// Why it cannot be said, as far as it is known before its variables are.
  fileprivate var problem: String? {
    switch form {
    case .json: return TemplateJSON.fault(of: text).map { "No JSON: \($0)" }
    case .hex where !text.contains("{{"):
      return Utterance.bytes(ofHex: text) == nil ? "Bytes are pairs of hexadecimal digits, such as 3f 8a 00" : nil
    default: return nil
    }
  }
}

extension String {
  /// Its start, for a list.
  fileprivate var onOneLine: String { String(prefix(200).map { $0.isNewline ? " " : $0 }) }
}
