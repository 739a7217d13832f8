import Basics
import Networking
import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The messages of an exchange and how it ended, as a list that nobody moves in.
struct MessagePreview: Equatable, Sendable {
  private let list: MessageList
  private let start: Date
  /// `nil` for an answer that holds many messages.
  private let close: Conversation.Close?

  /// `nil` for an exchange whose response is shown as a body.
  init?(_ exchange: Exchange) {
    if let conversation = exchange.conversation {
      (list, close) = (MessageList.kept(conversation.messages), conversation.close)
    } else if let streamed = exchange.streamed, streamed.format == .events {
      (list, close) = (MessageList.streamed(streamed), nil)
    } else {
      return nil
    }
    start = list.start(in: exchange)
  }

  /// Draws as many messages as there is room for, and what follows them.
  /// - Returns: the rows that were used.
  func draw(_ state: some Appearance, in rect: Rect, into screen: inout Screen) -> Int {
    let last = end(state)
    let room = max(0, rect.height - (last == nil ? 0 : 1))
    // The last row says how many more there are.
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
    for (row, line) in lines.prefix(rect.height).enumerated() {
      screen.write(line.truncated(to: rect.width), at: Point(x: rect.x, y: rect.y + row), clippedTo: rect)
    }
    return min(lines.count, rect.height)
  }

  /// How it ended, where the protocol told.
  private func end(_ state: some Appearance) -> StyledText? {
    guard let close, close.code != nil else { return nil }
    return StyledText(" \(close.words())", state.theme[close.failureName == nil ? .dim : .error])
  }
}
