public import Basics

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// When the messages came, for records.
extension StreamedMessages {
  /// So many messages were complete after so many milliseconds, one after the other.
  public struct Arrival: Hashable, Sendable {
    /// How many came at once.
    public var count: Int
    /// Since the body began.
    public var milliseconds: Int

    /// An arrival, as recorded.
    public init(count: Int, milliseconds: Int) {
      self.count = count
      self.milliseconds = milliseconds
    }
  }

  /// The messages of a whole body, with what is known of their times.
  public init(_ format: MessageFormat, of body: ByteStore, since start: Date?, arrivals: [Arrival], isOver: Bool) {
    self.init(format, of: body, since: arrivals.isEmpty ? nil : start)
    var rest = arrivals[...]
    var left = rest.first?.count ?? 0
    body.withUnsafeBytes { all in
      scanner.scan(all) { end in
        while left == 0, rest.count > 1 {
          rest.removeFirst()
          left = rest.first?.count ?? 0
        }
        index.append(end: end, at: UInt32(clamping: rest.first?.milliseconds ?? 0))
        left -= 1
      }
    }
    guard isOver, scanner.finish() else { return }
    index.append(end: scanner.offset, at: UInt32(clamping: arrivals.last?.milliseconds ?? 0))
  }

  /// When the messages came: those that came at once together. Empty if nobody knows.
  public var arrivals: [Arrival] {
    guard start != nil else { return [] }
    var arrivals: [Arrival] = []
    for number in 0..<count {
      let time = Int(index.time(of: number))
      if let last = arrivals.indices.last, arrivals[last].milliseconds == time {
        arrivals[last].count += 1
      } else {
        arrivals.append(Arrival(count: 1, milliseconds: time))
      }
    }
    return arrivals
  }
}
