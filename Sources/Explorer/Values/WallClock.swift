#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The user's local time, for features that need it.
struct WallClock: Equatable, Sendable {
  var now: Date
  var secondsFromGMT: Int
}
