import Documents
package import Networking
import Terminal

/// The messages of a conversation in the response pane: a list, and the selected message as a document.
package struct ConversationPane: Equatable, Sendable {
  package private(set) var conversation = Conversation()
  var list = ListCursor()
  /// Whether the cursor follows the newest message, until the user moves it away.
  private var follows = true
  /// The message under the cursor.
  private(set) var preview: ResponsePane.Reading?

  var messages: [ConversationMessage] { conversation.messages }

  var current: ConversationMessage? { messages.indices.contains(list.row) ? messages[list.row] : nil }

  mutating func add(_ message: ConversationMessage) {
    conversation.messages.append(message)
    if follows { list.row = messages.count - 1 }
    showCurrent()
  }

  mutating func change(to state: Conversation.State) { conversation.state = state }

  /// Adopts the complete conversation, once it is over or from the history.
  func completed(with whole: Conversation) -> ConversationPane {
    var pane = self
    pane.conversation = whole
    pane.follows = false
    pane.showCurrent()
    return pane
  }

  mutating func choose(_ row: Int) {
    list.row = min(max(0, row), max(0, messages.count - 1))
    follows = conversation.close == nil && list.row == messages.count - 1
    showCurrent()
  }

  /// Scrolls the cursor into view and fits the document below the list.
  mutating func settle(in area: Rect) {
    let layout = ConversationLayout(area, count: messages.count)
    list.settle(count: messages.count, height: layout.list.height)
    guard var reading = preview else { return }
    reading.view.columns = max(1, layout.preview.width)
    reading.view.rows = max(1, layout.preview.height)
    reading.document.settle(&reading.view)
    preview = reading
  }

  private mutating func showCurrent() {
    guard preview?.document.store != current?.body else { return }
    preview = current.map { ResponsePane.Reading(Document(store: $0.body)) }
  }
}

/// The layout of the pane: the list of messages, a line, and the selected message below.
struct ConversationLayout {
  let list: Rect
  /// Empty if there is no room for a document.
  let rule: Rect
  let preview: Rect

  init(_ area: Rect, count: Int) {
    let isSplit = area.height >= 4
    let height = isSplit ? min(max(1, count), area.height / 2) : area.height
    let (list, below) = area.splitTop(height)
    (self.list, (rule, preview)) = (list, below.splitTop(isSplit ? 1 : 0))
  }
}

extension ResponsePane {
  /// The messages replace the body unless a layer covers them.
  var shownConversation: ConversationPane? { tab == .body && looks.isEmpty ? conversation : nil }
}
