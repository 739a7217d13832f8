import Basics
import Foundation

/// Random numbers that are the same in every run, so that failures can be reproduced.
///
/// `Scripts/fuzz` repeats the tests that use it, with different numbers in each round.
package struct SeededGenerator: RandomNumberGenerator {
  /// 0, or the number in `$APUS_FUZZ_ROUND`.
  private static let round = ProcessInfo.processInfo.environment["APUS_FUZZ_ROUND"].flatMap { UInt64($0) } ?? 0

  private var numbers: SplitMix64

  package init(seed: UInt64) { numbers = SplitMix64(seed: seed &+ Self.round &* 0xD134_2543_DE82_EF95) }

  package mutating func next() -> UInt64 { numbers.next() }
}
