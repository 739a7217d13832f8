import Basics
import Documents
import Essentials
package import HTTPModel
import SessionModel
import Terminal

/// The messages of a conversation in the response pane: a list, and the selected message as a document.
package struct ConversationPane: Equatable, Sendable {
  package private(set) var conversation = Conversation()
  /// The messages of an answer that contains many.
  package private(set) var streamed: StreamedMessages?
  /// The text that such messages form together; `nil` if they are not parts of one text.
  package var joined: ResponsePane.Reading?
  let joiner: JoinedText?
  /// The filter of the list; `nil` shows all messages.
  private(set) var filter: MessageFilter?
  var list = ListCursor()
  /// True if the cursor follows the newest message, until the user moves it away.
  private(set) var follows = true
  /// The message under the cursor, as a document.
  private(set) var preview: ResponsePane.Reading?
  /// The number of the previewed message.
  private var previewed: Int?

  /// True if messages can be sent.
  var takesInput = false

  /// Creates the pane for a protocol with many messages.
  init(takesInput: Bool = false) {
    joiner = nil
    self.takesInput = takesInput
  }

  /// Creates the pane for an answer that contains many messages.
  init(_ messages: StreamedMessages) {
    let joiner = JoinedText()
    self.joiner = joiner
    joined = ResponsePane.Reading(Document(store: joiner.store, contentType: "text/plain; charset=utf-8"))
    joined?.follows = true
    joined?.view.wraps = true
    streamed = messages
  }

  /// The size limit of a preview in bytes, so that keys never wait for a large message.
  private static let longestPreview = 256 << 10

  var messages: MessageList { streamed.map { .streamed($0) } ?? .kept(conversation.messages) }
  package var count: Int { streamed?.count ?? conversation.messages.count }
  /// The number of rows in the list.
  var rowCount: Int { filter?.count ?? count }
  /// True if parts of a text have arrived.
  var hasJoined: Bool { (joiner?.store.count ?? 0) > 0 }

  func number(ofRow row: Int) -> Int? {
    if let filter { return filter[row] }
    return (0..<count).contains(row) ? row : nil
  }

  /// The number of the message under the cursor.
  var current: Int? { number(ofRow: list.row) }

  mutating func add(_ message: ConversationMessage) {
    conversation.messages.append(message)
    grown()
  }

  mutating func add(allOf messages: ConversationMessages) {
    conversation.messages = messages
    grown()
  }

  mutating func grow(to messages: StreamedMessages) {
    streamed = messages
    grown()
  }

  mutating func change(to state: Conversation.State) { conversation.state = state }

  mutating func narrow(to filter: MessageFilter?) {
    let number = current
    self.filter = filter
    list.row = filter.map { $0.row(of: number ?? 0) } ?? number ?? max(0, count - 1)
    showCurrent()
  }

  /// Updates the list after more messages arrived or matched.
  mutating func grown() {
    if follows { list.row = max(0, rowCount - 1) }
    showCurrent()
  }

  /// Returns the pane with the complete conversation, after it has ended or from the history.
  func completed(with whole: Conversation) -> ConversationPane {
    var pane = self
    pane.conversation = whole
    pane.takesInput = false
    pane.follows = false
    pane.showCurrent()
    return pane
  }

  /// The same for an answer that contains many messages.
  func completed(with whole: StreamedMessages) -> ConversationPane {
    var pane = self
    pane.streamed = whole
    pane.grown()
    pane.follows = false
    return pane
  }

  mutating func choose(_ cursor: ListCursor) {
    list = cursor
    follows = conversation.close == nil && list.row == rowCount - 1
    showCurrent()
  }

  /// Scrolls the cursor into view and fits the document below the list.
  mutating func settle(in area: Rect) {
    let layout = ConversationLayout(area, of: self)
    list.settle(count: rowCount, height: layout.list.height)
    guard var reading = preview else { return }
    reading.view.columns = max(1, layout.preview.width)
    reading.view.rows = max(1, layout.preview.height)
    reading.document.settle(&reading.view)
    preview = reading
  }

  private mutating func showCurrent() {
    guard previewed != current || preview == nil else { return }
    previewed = current
    preview = current.map { ResponsePane.Reading(Document(store: messages.body(of: $0, most: Self.longestPreview))) }
  }
}

/// The layout of the pane: the list of messages, a line, and the selected message below.
struct ConversationLayout {
  let list: Rect
  /// Empty if there is no room for a document.
  let rule: Rect
  let preview: Rect
  /// The field for the next message; empty if messages cannot be sent.
  let composer: Rect

  init(_ whole: Rect, of pane: ConversationPane) {
    let count = pane.rowCount
    let (area, composer) = whole.splitBottom(pane.takesInput && whole.height > 1 ? 1 : 0)
    self.composer = composer
    let isSplit = area.height >= 4
    let height = isSplit ? min(max(1, count), area.height / 2) : area.height
    let (list, below) = area.splitTop(height)
    (self.list, (rule, preview)) = (list, below.splitTop(isSplit ? 1 : 0))
  }
}

extension ResponsePane {
  /// The tab that lists the messages. A protocol with many messages has no body, so they take its tab.
  var messageTab: ResponseTab? { conversation.map { $0.streamed == nil ? .body : .messages } }

  /// The effect of the leaving key on a running send, as a verb.
  var wordOfEnd: String {
    guard let conversation else { return "cancel" }
    if conversation.takesInput { return "close" }
    return conversation.streamed == nil ? "cancel" : "end"
  }

  /// The messages, if their tab is chosen and no layer covers them.
  var shownConversation: ConversationPane? { tab == messageTab && derivedViews.isEmpty ? conversation : nil }
}

/// Draws the visible messages of a conversation with direction, time, size and first words; below them the selected one,
/// and in the border the state of the connection.
enum ConversationView {
  static func draw(
    _ pane: ConversationPane, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let layout = ConversationLayout(rect, of: pane)
    let messages = pane.messages
    let start = start(of: messages, scene)
    let empty =
      pane.filter.map { $0.fault.map { "Not yet: \($0)" } ?? "No message contains \(VisibleText.of($0.text))." }
      ?? "No messages yet."
    pane.list.draw(
      count: pane.rowCount, empty: [empty], in: layout.list, frame: frame, isFocused: scene.isFocused, scene,
      into: &screen
    ) { row, place, screen in
      guard let number = pane.number(ofRow: row) else { return }
      let message = messages.row(number, bytes: MessageRow.bytes(columns: rect.width))
      let pieces = MessageRow(message: message, start: start).pieces(scene, width: rect.width)
      screen.write(pieces, at: Point(x: place.x, y: place.y), clippedTo: place)
    }
    drawPreview(pane, layout, scene, into: &screen)
    ComposerView.draw(scene, in: layout.composer, into: &screen)
    let words = words(pane, scene)
    PlaceLine.draw(words, right: place(in: pane), cut: .end, scene, in: frame, into: &screen)
  }

  /// The origin of the messages' times; while the conversation is open, the start of its request.
  private static func start(of messages: MessageList, _ scene: ResponseScene) -> Date {
    switch scene.pane.phase {
    case .sending(let sending): sending.transferStartedAt ?? sending.startedAt
    case .finished(let exchange): messages.start(in: exchange)
    case .empty, .refused: scene.subject.clock.now
    }
  }

  private static func drawPreview(
    _ pane: ConversationPane, _ layout: ConversationLayout, _ scene: ResponseScene, into screen: inout Screen
  ) {
    guard let reading = pane.preview, layout.preview.height > 0 else { return }
    let rule = String(repeating: scene.capabilities.unicode ? "─" : "-", count: layout.rule.width)
    screen.write(rule, at: Point(x: layout.rule.x, y: layout.rule.y), style: scene.theme[.line])
    if reading.document.store.count == 0 {
      PaneFrame.hint(["The message is empty."], scene, in: layout.preview, into: &screen)
      return
    }
    for (row, line) in reading.document.lines(in: reading.view).prefix(layout.preview.height).enumerated() {
      let place = Rect(x: layout.preview.x, y: layout.preview.y + row, width: layout.preview.width, height: 1)
      ReadingView.draw(line, scene, in: place, into: &screen)
    }
  }

  /// `open 12 s`, `closed 1000 "bye"`, or the error.
  static func words(_ pane: ConversationPane, _ scene: ResponseScene) -> String {
    if let failure = scene.pane.exchange?.failure {
      return pane.streamed != nil && failure.category == .cancelled ? "cancelled" : failure.message
    }
    guard case .sending(let sending) = scene.pane.phase else {
      return pane.streamed == nil ? pane.conversation.close?.words() ?? "closed" : "closed"
    }
    switch pane.conversation.state {
    case .reconnecting(let date):
      let seconds = max(0, date.timeIntervalSince(scene.subject.clock.now)).rounded(.up)
      return "reconnecting in \(Quantity.duration(.seconds(seconds)))"
    case .connecting where pane.streamed == nil: return "connecting"
    case .connecting, .open:
      let elapsed = Duration.seconds(max(0, scene.subject.clock.now.timeIntervalSince(sending.startedAt)))
      return "open \(Quantity.duration(elapsed))"
    case .closing(let close): return close.words("closing")
    case .closed(let close): return close.words()
    }
  }

  private static func place(in pane: ConversationPane) -> String {
    guard pane.count > 0 else { return "no messages" }
    let found = pane.filter.map { "/\(VisibleText.of($0.text)) \(Quantity.count($0.count)) · " } ?? ""
    guard let current = pane.current else { return "\(found)\(Quantity.count(pane.count)) messages" }
    return "\(found)message \(Quantity.count(current + 1)) of \(Quantity.count(pane.count))"
  }
}
