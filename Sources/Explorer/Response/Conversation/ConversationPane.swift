import Documents
package import Networking
import Sessions
import Terminal

/// The messages of a conversation in the response pane: a list, and the selected message as a document.
package struct ConversationPane: Equatable, Sendable {
  package private(set) var conversation = Conversation()
  /// Of an answer that holds many messages.
  package private(set) var streamed: StreamedMessages?
  /// What such an answer adds up to; empty if its messages are no parts of a text.
  package private(set) var joined: ResponsePane.Reading?
  let joiner: JoinedText?
  /// What narrows the list; `nil` shows all.
  private(set) var filter: MessageFilter?
  var list = ListCursor()
  /// Whether the cursor follows the newest message, until the user moves it away.
  private(set) var follows = true
  /// The message under the cursor.
  private(set) var preview: ResponsePane.Reading?
  /// Its number.
  private var previewed: Int?

  /// Whether something can be said into it.
  private(set) var takesInput = false

  /// Of a protocol with many messages.
  init(takesInput: Bool = false) {
    joiner = nil
    self.takesInput = takesInput
  }

  /// Of an answer that holds many.
  init(_ messages: StreamedMessages) {
    let joiner = JoinedText()
    self.joiner = joiner
    joined = ResponsePane.Reading(Document(store: joiner.store, contentType: "text/plain; charset=utf-8"))
    joined?.follows = true
    joined?.view.wraps = true
    streamed = messages
  }

  /// A preview shows no more of a message than this, so that a key never waits for a large one. In bytes.
  private static let longestPreview = 256 << 10

  var messages: MessageList { streamed.map { .streamed($0) } ?? .kept(conversation.messages) }
  package var count: Int { streamed?.count ?? conversation.messages.count }
  /// The rows of the list.
  var rowCount: Int { filter?.count ?? count }
  /// Whether parts of a text have come.
  var hasJoined: Bool { (joiner?.store.count ?? 0) > 0 }

  /// The number of the message in a row.
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

  /// All messages so far.
  mutating func add(allOf messages: ConversationMessages) {
    conversation.messages = messages
    grown()
  }

  mutating func grow(to messages: StreamedMessages) {
    streamed = messages
    grown()
  }

  mutating func change(to state: Conversation.State) { conversation.state = state }

  /// Whether something can be said into it, as it turns out.
  mutating func listen(_ takes: Bool) { takesInput = takes }

  mutating func changeJoined(_ reading: ResponsePane.Reading?) { joined = reading }

  /// Shows only the messages that the filter finds.
  mutating func narrow(to filter: MessageFilter?) {
    let number = current
    self.filter = filter
    list.row = filter.map { $0.row(of: number ?? 0) } ?? number ?? max(0, count - 1)
    showCurrent()
  }

  /// More messages came, or were found.
  mutating func grown() {
    if follows { list.row = max(0, rowCount - 1) }
    showCurrent()
  }

  /// Adopts the complete conversation, once it is over or from the history.
  func completed(with whole: Conversation) -> ConversationPane {
    var pane = self
    pane.conversation = whole
    pane.takesInput = false
    pane.follows = false
    pane.showCurrent()
    return pane
  }

  /// The same for an answer that holds many messages.
  func completed(with whole: StreamedMessages) -> ConversationPane {
    var pane = self
    pane.streamed = whole
    pane.grown()
    pane.follows = false
    return pane
  }

  mutating func choose(_ row: Int) {
    list.comeBack()
    list.row = min(max(0, row), max(0, rowCount - 1))
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
  /// Where something is typed to be said; empty if nothing can be.
  let speech: Rect

  init(_ whole: Rect, of pane: ConversationPane) {
    let count = pane.rowCount
    let (area, speech) = whole.splitBottom(pane.takesInput && whole.height > 1 ? 1 : 0)
    self.speech = speech
    let isSplit = area.height >= 4
    let height = isSplit ? min(max(1, count), area.height / 2) : area.height
    let (list, below) = area.splitTop(height)
    (self.list, (rule, preview)) = (list, below.splitTop(isSplit ? 1 : 0))
  }
}

extension ResponsePane {
  /// The tab that lists the messages: a protocol of many has no body, and they take its place.
  var messageTab: ResponseTab? { conversation.map { $0.streamed == nil ? .body : .messages } }

  /// What the key that leaves does to a send that is running, as a verb.
  var wordOfEnd: String {
    guard let conversation else { return "cancel" }
    if conversation.takesInput { return "close" }
    return conversation.streamed == nil ? "cancel" : "end"
  }

  /// The messages, if their tab is chosen and no layer covers them.
  var shownConversation: ConversationPane? { tab == messageTab && looks.isEmpty ? conversation : nil }
}
