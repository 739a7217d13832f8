import Basics

/// The progress of a transfer in words, for the screen and the command line.
package struct TransferFacts: Equatable, Sendable {
  /// Shorter work shows no progress, to avoid flicker, and its rate would say nothing.
  package static let patience = Duration.milliseconds(300)

  /// True while the request body is being sent.
  package let isUpload: Bool
  /// The transferred share of the whole, from 0 to 1; `nil` while the size is unknown.
  package let share: Double?
  /// `12.3 MB of 45.7 MB, 27 %`
  package let amount: String
  /// `3.4 MB/s`
  package let rate: String
  /// The time that is left, `8 s left`; without a known size, the time so far.
  package let time: String

  package init(_ progress: TransferProgress, elapsed: Duration) {
    isUpload = progress.received == 0 && progress.sent > 0 && progress.toSend.map { $0 > progress.sent } != false
    let done = isUpload ? progress.sent : progress.received
    let total = (isUpload ? progress.toSend : progress.toReceive).flatMap { $0 > 0 ? $0 : nil }
    let perSecond = Double(done) / max(elapsed.inSeconds, 0.001)
    share = total.map { min(1, Double(done) / Double($0)) }
    let of = total.map { " of \(Quantity.bytes($0)), \(min(100, Int(Double(done) / Double($0) * 100))) %" }
    amount = Quantity.bytes(done) + (of ?? "")
    rate = "\(Quantity.bytes(Int(min(perSecond, 1e15))))/s"
    let left = total.map { max(0, Double($0 - done)) / max(perSecond, 0.001) }
    if let left, done > 0 {
      time = "\(Quantity.span(left.rounded(.up))) left"
    } else {
      time = Quantity.duration(elapsed)
    }
  }
}
