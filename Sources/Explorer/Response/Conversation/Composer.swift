import Documents
import SessionModel
import Terminal
import Workspaces

/// The field for the next message of a conversation, and the messages sent before.
struct Composer: Equatable, Sendable {
  /// The maximum number of messages kept for recall.
  private static let most = 200

  var field = TextField(pastedLineEnd: " ")
  var form = OutgoingMessage.Form.text
  /// True if it has the keyboard.
  var isActive = false
  /// The sent messages, oldest first.
  private(set) var said: [OutgoingMessage] = []
  /// The recalled message, counted from the end of `said`; 0 while typing a new one.
  private var recalled = 0
  private var typed = OutgoingMessage(.text, "")

  static let allForms: [OutgoingMessage.Form] = [.text, .json, .hex, .file]

  private(set) var forms = Composer.allForms

  /// Switches to the forms of a call: JSON, or a message as bytes.
  mutating func speakJSON() {
    forms = [.json, .hex]
    if !forms.contains(form) { form = .json }
  }

  var outgoingMessage: OutgoingMessage { OutgoingMessage(form, field.text) }

  /// Remembers the message being sent and clears the field.
  mutating func sent() {
    remember(outgoingMessage)
    field = TextField(pastedLineEnd: " ")
  }

  /// Keeps a sent message for recall, also one sent by name.
  mutating func remember(_ outgoingMessage: OutgoingMessage) {
    recalled = 0
    guard Self.allForms.contains(outgoingMessage.form) else { return }
    said.removeAll { $0 == outgoingMessage }
    said.append(outgoingMessage)
    if said.count > Self.most { said.removeFirst() }
  }

  var nextForm: OutgoingMessage.Form { forms[((forms.firstIndex(of: form) ?? -1) + 1) % forms.count] }

  /// `↑` and `↓`: recall earlier messages, and return to the typed one.
  mutating func recall(_ step: Int) {
    let next = min(max(0, recalled + step), said.count)
    guard next != recalled else { return }
    if recalled == 0 { typed = outgoingMessage }
    recalled = next
    let shown = next == 0 ? typed : said[said.count - next]
    form = shown.form
    field.replaceAll(with: shown.text)
  }
}

/// Sends the user's messages in an open conversation.
extension ResponseReducer {
  private static let isOver = "Not connected: \(key: "send") connects"

  /// The send whose conversation accepts messages.
  private var listening: Sending? { sending.flatMap { $0.takesInput ? $0 : nil } }

  /// Handles a call's reply to a sent message.
  mutating func receive(_ reply: ConversationInput.Reply, send id: Int) {
    guard case .sending(var sending) = pane.phase, sending.id == id else { return }
    switch reply {
    case .listens(let takes):
      sending.takesInput = takes
      pane.phase = .sending(sending)
      pane.conversation?.takesInput = takes
      // A call accepts only JSON.
      if takes, subject.draft.kind == .grpc { pane.composer.speakJSON() }
      return
    case .refused(let why, _): return messageRefused(id, why)
    }
  }

  /// Ends sending; receiving continues.
  mutating func closeComposer() {
    guard let listening else { return context.say(Self.isOver) }
    pane.composer.isActive = false
    receive(.listens(false), send: listening.id)
    context.run(.transfer(.endInput(send: listening.id)))
    context.say("Input ended; the server may go on")
  }

  /// Focuses the field and brings the messages into view.
  mutating func openComposer() {
    guard listening != nil else { return context.say(Self.isOver) }
    while popDerivedView() {}
    if let tab = pane.messageTab { pane.tab = tab }
    pane.composer.isActive = true
    context.focus(.response)
  }

  /// The keys of commands that the field handles itself.
  static let keysOfComposer: Set<Key> = [.control("r"), .function(5), .control("t")]

  mutating func pressInComposer(_ key: Key) {
    guard listening != nil else {
      pane.composer.isActive = false
      return context.press(key)
    }
    switch key {
    case .enter, .control("r"), Key(.function(5)): return sendTyped()
    case .up: pane.composer.recall(1)
    case .down: pane.composer.recall(-1)
    case .control("t"): pane.composer.form = pane.composer.nextForm
    case .escape: pane.composer.isActive = false
    case .tab, .backTab:
      pane.composer.isActive = false
      return context.press(key)
    default: if !pane.composer.field.handle(key) { context.press(key) }
    }
  }

  mutating func pasteInComposer(_ text: String) {
    let pasted = PastedLine(text: text)
    if let refusal = pasted.refusal(instead: "save it as a message of the request") {
      return context.say(refusal, .warning)
    }
    pane.composer.field.paste(text)
    if let remark = pasted.remark { context.say(remark) }
  }

  private mutating func sendTyped() {
    guard let listening else { return context.say(Self.isOver) }
    let outgoingMessage = pane.composer.outgoingMessage
    // Enter in an empty field sends nothing; an empty saved message is sent by its name.
    if outgoingMessage.text.isEmpty { return }
    if let problem = outgoingMessage.problem { return context.say(problem, .warning) }
    pane.composer.sent()
    context.run(.transfer(.say(key, send: listening.id, outgoingMessage)))
  }

  /// Sends a message saved in the request's file.
  mutating func say(saved message: ConversationDefinition.Message) {
    guard let listening else { return context.say(Self.isOver) }
    let outgoingMessage = OutgoingMessage(message)
    pane.composer.remember(outgoingMessage)
    context.run(.transfer(.say(key, send: listening.id, outgoingMessage)))
  }

  mutating func chooseSavedMessage() {
    guard listening != nil else { return context.say(Self.isOver) }
    let messages = subject.draft.conversation.messages
    guard !messages.isEmpty else {
      return context.say("The request has no saved messages: add one in its first tab")
    }
    let items = messages.enumerated().map { index, message in
      Picker.Item(id: "\(index)", title: message.name, detail: message.data.onOneLine)
    }
    context.pick(Picker("Send a message", .response(.message), items: items))
  }

  mutating func pickedMessage(_ id: String) {
    let messages = subject.draft.conversation.messages
    guard let index = Int(id), messages.indices.contains(index) else { return }
    say(saved: messages[index])
  }

  /// Reports a message that was not sent; `↑` recalls it.
  mutating func messageRefused(_ id: Int, _ why: String) { context.say("Not sent: \(why)", .warning) }

  mutating func clickComposer(_ mouse: Mouse, in rect: Rect) {
    guard mouse.kind == .press else { return }
    let place = ComposerView.fieldArea(in: rect, pane.composer.form)
    if !pane.composer.isActive { openComposer() }
    pane.composer.field.click(column: mouse.point.x - place.x, width: place.width, clicks: mouse.clicks)
  }
}

extension OutgoingMessage {
  /// The reason it cannot be sent, as far as that is known before its variables are resolved.
  fileprivate var problem: String? {
    switch form {
    case .json: return TemplateJSON.fault(of: text, allowsComments: true).map { "No JSON: \($0)" }
    case .hex where !text.contains("{{"):
      return OutgoingMessage.bytes(ofHex: text) == nil ? "Bytes are pairs of hexadecimal digits, such as 3f 8a 00" : nil
    default: return nil
    }
  }
}

extension String {
  /// The start of the text on one line, for a list.
  fileprivate var onOneLine: String { String(prefix(200).map { $0.isNewline ? " " : $0 }) }
}

/// Draws the field for the next message, below the messages.
enum ComposerView {
  static func draw(_ scene: ResponseScene, in rect: Rect, into screen: inout Screen) {
    guard !rect.isEmpty else { return }
    let (composer, theme) = (scene.pane.composer, scene.theme)
    let isActive = composer.isActive && scene.isFocused
    let area = fieldArea(in: rect, composer.form)
    let label = rect.splitLeft(area.x - rect.x).0
    let words = " \(word(for: composer.form)) \(scene.capabilities.unicode ? "❯" : ">")"
    screen.write(words, in: label, style: theme[isActive ? .accent : .dim])
    let hint =
      isActive
      ? scene.keys.filled(
        "\(key: "enter") sends, \(scene.capabilities.unicode ? "↑" : "up") recalls, "
          + "\(key: "chooseMethod") \(word(for: composer.nextForm))"
          + (scene.subject.draft.kind == .grpc ? ", \(key: "endInput") ends" : ""))
      : scene.keys.filled("\(key: "send") sends a message, \(key: "sayMessage") a saved one")
    composer.field.draw(
      into: &screen, in: area, style: TextFieldStyle(theme),
      runs: theme.runs(of: composer.field.text, in: scene.subject.variables), isFocused: isActive)
    if composer.field.isEmpty {
      screen.write(hint, in: area.splitLeft(1).1, style: theme[.dim])
    }
    Ground.lay(rect, on: .field, theme, &screen)
  }

  /// The area of the text, after its form.
  static func fieldArea(in rect: Rect, _ form: OutgoingMessage.Form) -> Rect {
    rect.splitLeft(min(rect.width / 2, word(for: form).count + 4)).1
  }

  private static func word(for form: OutgoingMessage.Form) -> String { form.rawValue }
}

/// Commands for sending messages in an open conversation.
enum ComposerCommands {
  static let all: [Command] = [
    Command(
      "sayMessage", "Send a saved message to the open WebSocket or call", [.character("m")],
      in: Context.response.union(Context.request), section: .request, rank: 17,
      footer: .word("message", lead: (12, Context.request.union(Context.response))) { isOpen($0) },
      refusal: { isOpen($0) ? nil : "No open WebSocket or call: \(key: "send") opens it" },
      handler: { $0.inResponse { $0.chooseSavedMessage() } }),
    Command(
      "endInput", "End the input of the open call; the server may go on", [.alt("o")],
      in: Context.response.union(Context.request), section: .request, rank: 19,
      footer: .word("end input", lead: (13, Context.request.union(Context.response))) {
        isOpen($0) && $0.session?.draft.kind == .grpc
      },
      refusal: {
        isOpen($0) && $0.session?.draft.kind == .grpc
          ? nil : "No open call: \(key: "send") opens it"
      },
      handler: { $0.inResponse { $0.closeComposer() } }),
  ]

  private static func isOpen(_ state: AppState) -> Bool {
    state.session?.response.conversation?.takesInput == true
  }
}
