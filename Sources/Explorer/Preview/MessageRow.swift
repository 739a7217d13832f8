import Basics
import Networking
import Terminal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A message as a row of a list: direction, time, size, kind and first words. The response and previews draw the same.
struct MessageRow {
  let message: MessageList.Row
  /// What its time is counted from.
  let start: Date

  /// How many bytes of a message a row of that width needs.
  static func bytes(columns: Int) -> Int { 4 * max(0, columns) }

  func pieces(_ state: some Appearance, width: Int) -> [StyledText] {
    let theme = state.theme
    let isOut = message.direction == .outgoing
    let arrow = state.capabilities.unicode ? (isOut ? "→" : "←") : (isOut ? ">" : "<")
    // The history may not know when a message came.
    let time = message.date.map { Quantity.duration(.seconds(max(0, $0.timeIntervalSince(start)))) } ?? ""
    var pieces = [
      StyledText(" \(arrow) ", theme[isOut ? .accent : .jsonKey]),
      StyledText("\(aligned(time, 9)) \(aligned(Quantity.bytes(message.size), 8))  ", theme[.dim]),
    ]
    if !message.kind.isEmpty { pieces.append(StyledText("\(VisibleText.of(message.kind)) ", theme[.jsonLiteral])) }
    if let id = message.id { pieces.append(StyledText("#\(VisibleText.of(id)) ", theme[.dim])) }
    pieces.append(StyledText(words(columns: width), theme[.text]))
    return pieces.truncated(to: width)
  }

  /// The start of the message, on one line.
  private func words(columns: Int) -> String {
    guard message.isBinary else { return VisibleText.of(String(decoding: message.start, as: UTF8.self)) }
    return message.start.prefix(columns / 3).map { Hexadecimal.text([$0]) }.joined(separator: " ")
  }

  private func aligned(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - TextWidth.of(text))) + text
  }
}

extension Conversation.Close {
  /// `closed 1000 "bye"`, or `ended NOT_FOUND 5 "no such item"` where the protocol has a word for it.
  /// - Parameter word: for a close without a word of its own.
  func words(_ word: String = "closed") -> String {
    let code = self.code.map { " \($0)" } ?? ""
    let word = name.map { "ended \(VisibleText.of($0))" } ?? word
    return word + code + (reason.isEmpty ? "" : " \"\(VisibleText.of(reason))\"")
  }
}
