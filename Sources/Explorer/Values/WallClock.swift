#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What time it is where the user is, given to features that need to know.
struct WallClock: Equatable, Sendable {
  var now: Date
  var secondsFromGMT: Int
}
