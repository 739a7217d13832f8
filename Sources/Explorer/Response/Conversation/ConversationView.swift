import Basics
import Documents
import Networking
import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Draws the messages of a conversation with direction, time, size and first words; below them the selected one, and in
/// the border the state of the connection.
enum ConversationView {
  static func draw(
    _ pane: ConversationPane, _ scene: ResponseScene, in rect: Rect, frame: Rect, into screen: inout Screen
  ) {
    let layout = ConversationLayout(rect, count: pane.messages.count)
    let start = scene.pane.startedAt ?? scene.given.clock.now
    if pane.messages.isEmpty { PaneFrame.hint(["No messages yet."], scene, in: layout.list, into: &screen) }
    for (line, message) in pane.messages.dropFirst(pane.list.offset).prefix(layout.list.height).enumerated() {
      let place = Rect(x: rect.x, y: layout.list.y + line, width: rect.width, height: 1)
      let pieces = pieces(of: message, since: start, scene, width: rect.width)
      screen.write(pieces, at: Point(x: place.x, y: place.y), clippedTo: place)
      if pane.list.offset + line == pane.list.row, scene.isFocused {
        Ground.markCursor(place, isFocused: true, scene, &screen)
      }
    }
    drawPreview(pane, layout, scene, into: &screen)
    let words = words(pane, scene.pane.exchange?.failure)
    PlaceLine.draw(words, right: place(in: pane), cut: .end, scene, in: frame, into: &screen)
  }

  private static func pieces(
    of message: ConversationMessage, since start: Date, _ scene: ResponseScene, width: Int
  ) -> [StyledText] {
    let theme = scene.theme
    let isOut = message.direction == .outgoing
    let arrow = scene.capabilities.unicode ? (isOut ? "→" : "←") : (isOut ? ">" : "<")
    let time = Quantity.duration(.seconds(max(0, message.date.timeIntervalSince(start))))
    var pieces = [
      StyledText(" \(arrow) ", theme[isOut ? .accent : .jsonKey]),
      StyledText("\(aligned(time, 9)) \(aligned(Quantity.bytes(message.size), 8))  ", theme[.dim]),
    ]
    if message.kind != .text, message.kind != .content {
      pieces.append(StyledText("\(VisibleText.of(message.kind.rawValue)) ", theme[.jsonLiteral]))
    }
    pieces.append(StyledText(words(of: message, columns: width), theme[.text]))
    return pieces.truncated(to: width)
  }

  /// The start of the message, on one line.
  private static func words(of message: ConversationMessage, columns: Int) -> String {
    let bytes = message.body.bytes(in: 0..<min(message.size, 4 * max(0, columns)))
    guard message.kind == .binary else { return VisibleText.of(String(decoding: bytes, as: UTF8.self)) }
    return bytes.prefix(columns / 3).map { Hexadecimal.text([$0]) }.joined(separator: " ")
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

  /// `open`, `closed 1000 "bye"`, or the error.
  private static func words(_ pane: ConversationPane, _ failure: NetworkError?) -> String {
    if let failure { return failure.message }
    switch pane.conversation.state {
    case .connecting: return "connecting"
    case .open: return "open"
    case .closed(let close):
      let code = close.code.map { " \($0)" } ?? ""
      return "closed\(code)" + (close.reason.isEmpty ? "" : " \"\(VisibleText.of(close.reason))\"")
    }
  }

  private static func place(in pane: ConversationPane) -> String {
    guard !pane.messages.isEmpty else { return "no messages" }
    return "message \(Quantity.count(pane.list.row + 1)) of \(Quantity.count(pane.messages.count))"
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
