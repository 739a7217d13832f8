import Basics
import Networking

/// How the body of an entry holds messages, and when they came; the messages themselves are its ranges.
extension HAREntry {
  /// Times of more arrivals are not stored.
  static let mostArrivals = 10_000

  /// `nil` for a body that is one document.
  func stream(_ messages: StreamedMessages?) -> JSONValue? {
    guard let messages else { return nil }
    let arrivals = messages.arrivals
    return .object([
      "format": .string(messages.format.word),
      "times": arrivals.count > Self.mostArrivals
        ? nil : .array(arrivals.map { .array([.int($0.count), .int($0.milliseconds)]) }),
    ])
  }
}

extension HAREntryReader {
  /// The messages of the body, also where its head says nothing of them: that of a reconnection may be the last.
  func streamed(_ entry: JSONValue, in exchange: Exchange) -> StreamedMessages? {
    let node = entry["_stream"]
    let format = node?["format"]?.string.flatMap(MessageFormat.init(word:)) ?? exchange.response?.messageFormat
    guard let format, let body = exchange.body else { return nil }
    let arrivals = (node?["times"]?.array ?? []).compactMap { pair -> StreamedMessages.Arrival? in
      guard let count = pair.array?.first?.int, let time = pair.array?.dropFirst().first?.int, count > 0 else {
        return nil
      }
      return StreamedMessages.Arrival(count: count, milliseconds: time)
    }
    return StreamedMessages(
      format, of: body, since: exchange.startedAt, arrivals: arrivals, isOver: exchange.failure == nil)
  }
}

extension MessageFormat {
  /// The name in records.
  var word: String {
    switch self {
    case .events: "events"
    case .lines: "lines"
    }
  }

  /// `nil` for any other word.
  init?(word: String) {
    switch word {
    case "events": self = .events
    case "lines": self = .lines
    default: return nil
    }
  }
}
