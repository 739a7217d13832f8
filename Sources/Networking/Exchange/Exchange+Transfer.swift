import Basics

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension Exchange {
  /// How long the transfers took. What this program did beside them, such as loading libcurl before the first send, is
  /// left out; so is the time that a request waited for others. With retries, the elapsed time of the whole send.
  package var transferTime: Duration {
    guard attempts <= 1, let last = hops.last, last.response != nil || last.failedTime != nil else { return duration }
    let time = hops.reduce(Duration.zero) { $0 + $1.timing.total - ($1.timing.queued ?? .zero) }
    return time > .zero ? min(time, duration) : duration
  }

  /// When the transfers began, as `transferTime` counts them: the time of each message is counted from here, so that none
  /// stands later than the end.
  package var transferStartedAt: Date { startedAt.addingTimeInterval((duration - transferTime).inSeconds) }

  /// The phase in which a hop without a response ended, up to its end.
  package func endedPhase(ofHop index: Int) -> Timing.Phase? {
    let hop = hops[index]
    guard hop.response == nil, index == hops.count - 1, let failure else { return nil }
    let start = hop.lastPhaseEnd
    // Entries of the history do not record when such a hop ended.
    let whole = hops.count == 1 && attempts == 1 ? duration : hop.timing.total
    let end = hop.failedTime ?? whole
    guard end > start else { return nil }
    return Timing.Phase(hop.phase(endedBy: failure), start: start, length: end - start)
  }
}

extension Hop {
  fileprivate var lastPhaseEnd: Duration { timing.phases.last.map { $0.start + $0.length } ?? .zero }

  /// When a hop without a response ended, if that is known.
  fileprivate var failedTime: Duration? {
    response == nil && timing.total > lastPhaseEnd ? timing.total : nil
  }

  fileprivate func phase(endedBy failure: NetworkError) -> Timing.Phase.Name {
    switch failure.category {
    case .resolve: .dns
    case .connect, .connectTimeout: .connect
    case .tls: .tls
    default: timing.sent == nil ? (timing.connected == nil ? .connect : .sent) : .waiting
    }
  }
}
