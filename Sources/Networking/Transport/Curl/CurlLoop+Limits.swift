import Basics
import CCurl

/// The time limits that libcurl does not support: idle and total.
extension CurlLoop {
  var untilNextLimit: Int32 {
    guard !limited.isEmpty else { return .max }
    let now = ContinuousClock.now
    let next = limited.compactMap { live[$0]?.nextLimit }.min()
    guard let next else { return .max }
    return Int32(clamping: max(0, (next - now).clampedMilliseconds))
  }

  func expire() {
    guard !limited.isEmpty else { return }
    let now = ContinuousClock.now
    for id in limited {
      guard let transfer = live[id], let error = transfer.expired(at: now) else { continue }
      transfer.end(.failed(error))
      finish(transfer, CURLE_OPERATION_TIMEDOUT)
    }
  }
}
