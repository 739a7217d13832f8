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
    let start = scene.pane.startedAt ?? scene.given.clock.now
    if pane.rowCount == 0 {
      let words =
        pane.filter.map { $0.fault.map { "Not yet: \($0)" } ?? "No message has \(VisibleText.of($0.text))." }
        ?? "No messages yet."
      PaneFrame.hint([words], scene, in: layout.list, into: &screen)
    }
    let messages = pane.messages
    for line in 0..<layout.list.height {
      guard let number = pane.number(ofRow: pane.list.offset + line) else { break }
      let place = Rect(x: rect.x, y: layout.list.y + line, width: rect.width, height: 1)
      let pieces = pieces(
        of: messages.row(number, bytes: 4 * max(0, rect.width)), since: start, scene, width: rect.width)
      screen.write(pieces, at: Point(x: place.x, y: place.y), clippedTo: place)
      if pane.list.offset + line == pane.list.row, scene.isFocused {
        Ground.markCursor(place, isFocused: true, scene, &screen)
      }
    }
    drawPreview(pane, layout, scene, into: &screen)
    SpeechView.draw(scene, in: layout.speech, into: &screen)
    let words = words(pane, scene)
    PlaceLine.draw(words, right: place(in: pane), cut: .end, scene, in: frame, into: &screen)
  }

  private static func pieces(
    of message: MessageList.Row, since start: Date, _ scene: ResponseScene, width: Int
  ) -> [StyledText] {
    let theme = scene.theme
    let isOut = message.direction == .outgoing
    let arrow = scene.capabilities.unicode ? (isOut ? "→" : "←") : (isOut ? ">" : "<")
    // The history may not know when a message came.
    let time = message.date.map { Quantity.duration(.seconds(max(0, $0.timeIntervalSince(start)))) } ?? ""
    var pieces = [
      StyledText(" \(arrow) ", theme[isOut ? .accent : .jsonKey]),
      StyledText("\(aligned(time, 9)) \(aligned(Quantity.bytes(message.size), 8))  ", theme[.dim]),
    ]
    if !message.kind.isEmpty { pieces.append(StyledText("\(VisibleText.of(message.kind)) ", theme[.jsonLiteral])) }
    if let id = message.id { pieces.append(StyledText("#\(VisibleText.of(id)) ", theme[.dim])) }
    pieces.append(StyledText(words(of: message, columns: width), theme[.text]))
    return pieces.truncated(to: width)
  }

  /// The start of the message, on one line.
  private static func words(of message: MessageList.Row, columns: Int) -> String {
    guard message.isBinary else { return VisibleText.of(String(decoding: message.start, as: UTF8.self)) }
    return message.start.prefix(columns / 3).map { Hexadecimal.text([$0]) }.joined(separator: " ")
  }

  private static func aligned(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - TextWidth.of(text))) + text
  }

  private static func drawPreview(
    _ pane: ConversationPane, _ layout: ConversationLayout, _ scene: ResponseScene, into screen: inout Screen
  ) {
    guard let reading = pane.preview, layout.preview.height > 0 else { return }
    let rule = String(repeating: scene.capabilities.unicode ? "─" : "-", count: layout.rule.width)
    screen.write(rule, at: Point(x: layout.rule.x, y: layout.rule.y), style: scene.theme[.line])
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
      return pane.streamed == nil ? ended("closed", pane.conversation.close) : "closed"
    }
    switch pane.conversation.state {
    case .reconnecting(let date):
      let seconds = max(0, date.timeIntervalSince(scene.given.clock.now)).rounded(.up)
      return "reconnecting in \(Quantity.duration(.seconds(seconds)))"
    case .connecting where pane.streamed == nil: return "connecting"
    case .connecting, .open:
      let elapsed = Duration.seconds(max(0, scene.given.clock.now.timeIntervalSince(sending.startedAt)))
      return "open \(Quantity.duration(elapsed))"
    case .closing(let close): return ended("closing", close)
    case .closed(let close): return ended("closed", close)
    }
  }

  private static func ended(_ word: String, _ close: Conversation.Close?) -> String {
    let code = close?.code.map { " \($0)" } ?? ""
    let reason = close?.reason ?? ""
    let word = close?.name.map { "ended \($0)" } ?? word
    return word + code + (reason.isEmpty ? "" : " \"\(VisibleText.of(reason))\"")
  }

  private static func place(in pane: ConversationPane) -> String {
    guard pane.count > 0 else { return "no messages" }
    let found = pane.filter.map { "/\(VisibleText.of($0.text)) \(Quantity.count($0.count)) · " } ?? ""
    guard let current = pane.current else { return "\(found)\(Quantity.count(pane.count)) messages" }
    return "\(found)message \(Quantity.count(current + 1)) of \(Quantity.count(pane.count))"
  }
}

extension ResponsePane {
  fileprivate var startedAt: Date? {
    switch phase {
    case .sending(let sending): sending.startedAt
    case .finished(let exchange): exchange.startedAt
    case .empty, .refused: nil
    }
  }
}
