import Basics
import Networking

/// The times of `-w`, as curl_easy_getinfo(3) defines them: each is counted from the start of a request to the end of a
/// phase, and added up over the requests that redirects lead to.
struct WriteOutTimes {
  private let hops: ArraySlice<Hop>
  private let total: Duration

  init(_ hops: ArraySlice<Hop>, of exchange: Exchange) {
    self.hops = hops
    let isWhole = hops.count == exchange.hops.count
    total = isWhole ? exchange.duration : hops.reduce(.zero) { $0 + $1.timing.total }
  }

  /// `nil` for a name that is not one of a time.
  subscript(name: String) -> Duration? {
    switch name {
    case "time_namelookup": sum { $0.end(of: .dns, $0.timing.resolved) }
    case "time_connect": sum { $0.end(of: .connect, $0.timing.connected) }
    case "time_appconnect": sum { $0.isEncrypted ? $0.end(of: .tls, $0.timing.secured) : .zero }
    case "time_pretransfer": sum { $0.end(of: .tls, $0.timing.sent ?? $0.timing.firstByte) }
    case "time_starttransfer": sum { $0.timing.firstByte ?? .zero }
    case "time_redirect": hops.dropLast().reduce(.zero) { $0 + $1.timing.total }
    case "time_total": total
    default: nil
    }
  }

  private func sum(_ end: (Hop) -> Duration) -> Duration { hops.reduce(.zero) { $0 + end($1) } }
}

extension Hop {
  fileprivate var isEncrypted: Bool { request.url.lowercased().hasPrefix("https:") }

  /// The end of a phase or, if a kept connection did not need it, of the last one before it.
  /// - Parameter mark: is `nil` if the hop ended before the phase did.
  fileprivate func end(of phase: Timing.Phase.Name, _ mark: Duration?) -> Duration {
    guard mark != nil || connection?.isReused == true else { return .zero }
    let order = Timing.Phase.Name.allCases
    guard let last = order.firstIndex(of: phase) else { return .zero }
    let ended = timing.phases.last { order[...last].contains($0.name) }
    return ended.map { $0.start + $0.length } ?? .zero
  }
}
