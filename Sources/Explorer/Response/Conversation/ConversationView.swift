import Basics
import Documents
import Networking
import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Draws the visible messages of a conversation with direction, time, size and first words; below them the selected one,
/// and in the border the state of the connection.
enum ConversationView {
  static func draw(
    _ pane: ConversationPane, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let layout = ConversationLayout(rect, of: pane)
    let messages = pane.messages
    let start = start(of: messages, scene)
    if pane.rowCount == 0 {
      let words =
        pane.filter.map { $0.fault.map { "Not yet: \($0)" } ?? "No message has \(VisibleText.of($0.text))." }
        ?? "No messages yet."
      PaneFrame.hint([words], scene, in: layout.list, into: &screen)
    }
    for line in 0..<layout.list.height {
      guard let number = pane.number(ofRow: pane.list.offset + line) else { break }
      let place = Rect(x: rect.x, y: layout.list.y + line, width: rect.width, height: 1)
      let message = messages.row(number, bytes: MessageRow.bytes(columns: rect.width))
      let pieces = MessageRow(message: message, start: start).pieces(scene, width: rect.width)
      screen.write(pieces, at: Point(x: place.x, y: place.y), clippedTo: place)
      if pane.list.offset + line == pane.list.row {
        Ground.markCursor(place, isFocused: scene.isFocused, scene, &screen)
      }
    }
    drawPreview(pane, layout, scene, into: &screen)
    SpeechView.draw(scene, in: layout.speech, into: &screen)
    let words = words(pane, scene)
    PlaceLine.draw(words, right: place(in: pane), cut: .end, scene, in: frame, into: &screen)
  }

  /// What the times of messages are counted from: while it is open, from when its request began.
  private static func start(of messages: MessageList, _ scene: ResponseScene) -> Date {
    switch scene.pane.phase {
    case .sending(let sending): sending.transferStartedAt ?? sending.startedAt
    case .finished(let exchange): messages.start(in: exchange)
    case .empty, .refused: scene.given.clock.now
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
      let seconds = max(0, date.timeIntervalSince(scene.given.clock.now)).rounded(.up)
      return "reconnecting in \(Quantity.duration(.seconds(seconds)))"
    case .connecting where pane.streamed == nil: return "connecting"
    case .connecting, .open:
      let elapsed = Duration.seconds(max(0, scene.given.clock.now.timeIntervalSince(sending.startedAt)))
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
