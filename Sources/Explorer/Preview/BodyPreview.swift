import Basics
import Documents
import Networking
import Terminal

/// The start of a body, as a document that nobody moves in, below the messages of an exchange that has many.
struct BodyPreview: Equatable, Sendable {
  private var document: Document?
  private var messages: MessagePreview?

  /// More of a body than a window shows is not looked at.
  private static let most = 256 << 10

  init(_ exchange: Exchange? = nil) {
    let messages = exchange.flatMap { MessagePreview($0) }
    // A stream of events is its body.
    let isShown = messages != nil && exchange?.conversation == nil
    self.init(isShown ? nil : exchange?.body, exchange?.response?.headers["Content-Type"])
    self.messages = messages
  }

  /// The body of the request.
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

  /// Draws as many lines as there is room for; long ones go on in the rows that are left.
  func draw(_ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    guard rect.width > 2, rect.height > 0 else { return }
    guard let messages else { return drawBody(state, in: rect, into: &screen) }
    let used = messages.draw(state, in: rect, into: &screen)
    drawBody(state, in: rect.splitTop(min(rect.height, used + 1)).1, into: &screen)
  }

  private func drawBody(_ state: some Appearance, in rect: Rect, into screen: inout Screen) {
    guard let document, rect.height > 0 else { return }
    // Two extra columns, enough for a wide character, reveal which lines continue.
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
  /// The columns of its text, as far as the view is wide.
  fileprivate var columns: Int { runs.reduce(0) { $0 + TextWidth.of($1.text) } }
}
