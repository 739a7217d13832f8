import Basics
import Documents
import Essentials
import HTTPModel
import Terminal

/// A static preview of a body or of the messages of an exchange.
struct BodyPreview: Equatable, Sendable {
  private var document: Document?
  private var messages: MessagePreview?

  /// The number of bytes read from a body, more than a window shows.
  private static let most = 256 << 10

  init(_ exchange: Exchange? = nil) {
    let messages = exchange.flatMap { MessagePreview($0) }
    // The messages of a streamed response are its body.
    let isShown = messages != nil && exchange?.conversation == nil
    self.init(isShown ? nil : exchange?.answerBody, exchange?.answerType)
    self.messages = messages
  }

  init(sentIn exchange: Exchange) {
    self.init(exchange.request?.body, exchange.request?.headers["Content-Type"])
  }

  private init(_ store: ByteStore?, _ contentType: String?) {
    guard let store, store.count > 0 else { return }
    let document = Document(store: store, contentType: contentType)
    document.advance(by: Self.most)
    self.document = document
  }

  var isEmpty: Bool { document == nil && messages == nil }

  /// Draws as many lines as fit. Long lines wrap into the remaining rows.
  func draw(_ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    guard rect.width > 2, rect.height > 0 else { return }
    guard let messages else { return drawBody(state, in: rect, into: &screen) }
    let used = messages.draw(state, in: rect, into: &screen)
    drawBody(state, in: rect.splitTop(min(rect.height, used + 1)).1, into: &screen)
  }

  private func drawBody(_ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    guard let document, rect.height > 0 else { return }
    // Two extra columns, enough for a wide character, show which lines continue.
    var view = document.view(columns: rect.width + 2, rows: rect.height)
    var lines = document.lines(in: view)
    if lines.count < rect.height, lines.contains(where: { $0.columns > rect.width }) {
      view.wraps = true
      view.columns = rect.width
      lines = document.lines(in: view)
    }
    for (row, line) in lines.prefix(rect.height).enumerated() {
      let place = Rect(x: rect.x, y: rect.y + row, width: rect.width, height: 1)
      let pieces = line.runs.map { StyledText($0.text, state.theme[$0.token.themeToken]) }
      screen.write(pieces, at: place.origin, clippedTo: place)
      guard pieces.columns > rect.width else { continue }
      let mark = state.capabilities.unicode ? "›" : ">"
      screen.write(mark, at: Point(x: place.maxX - 1, y: place.y), style: state.theme[.accent], clippedTo: place)
    }
  }
}

extension DocumentLine {
  /// The width of the text, up to the width of the view.
  fileprivate var columns: Int { runs.reduce(0) { $0 + TextWidth.of($1.text) } }
}

/// A static list of the messages of an exchange, followed by how it ended.
struct MessagePreview: Equatable, Sendable {
  private let list: MessageList
  private let start: Date
  /// The close; `nil` for a response that contains many messages.
  private let close: Conversation.Close?

  /// `nil` for an exchange whose response is shown as a body.
  init?(_ exchange: Exchange) {
    if let conversation = exchange.conversation {
      (list, close) = (MessageList.kept(conversation.messages), conversation.close)
    } else if let streamed = exchange.streamed, streamed.format == .events, exchange.joined == nil {
      (list, close) = (MessageList.streamed(streamed), nil)
    } else {
      return nil
    }
    start = list.start(in: exchange)
  }

  /// Draws as many messages as fit, and the lines after them.
  /// - Returns: the number of rows used.
  func draw(_ state: some Appearance, in rect: Rect, into screen: inout Screen) -> Int {
    let last = end(state)
    let room = max(0, rect.height - (last == nil ? 0 : 1))
    // The last row shows the number of remaining messages.
    let shown = list.count <= room ? list.count : max(0, room - 1)
    var lines = (0..<shown).map { number in
      let message = list.row(number, bytes: MessageRow.bytes(columns: rect.width))
      return MessageRow(message: message, start: start).pieces(state, width: rect.width)
    }
    if list.count == 0 { lines = [[StyledText("No messages", state.theme[.faint])]] }
    if shown < list.count {
      let more = state.capabilities.unicode ? "…" : "..."
      lines.append([StyledText(" \(more) \(Quantity.count(list.count - shown)) more", state.theme[.dim])])
    }
    if let last { lines.append([last]) }
    screen.write(lines, in: rect)
    return min(lines.count, rect.height)
  }

  /// The reason for the end, if the protocol reports one.
  private func end(_ state: some Appearance) -> StyledText? {
    guard let close, close.code != nil else { return nil }
    return StyledText(" \(close.words())", state.theme[close.failureName == nil ? .dim : .error])
  }
}
