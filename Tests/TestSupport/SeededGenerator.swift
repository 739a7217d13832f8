import Foundation

/// Random numbers that are the same in every run, so that failures can be reproduced (SplitMix64).
///
/// `Scripts/fuzz` repeats the tests that use it, with different numbers in each round.
package struct SeededGenerator: RandomNumberGenerator {
  /// 0, or the number in `$APUS_FUZZ_ROUND`.
  private static let round = ProcessInfo.processInfo.environment["APUS_FUZZ_ROUND"].flatMap { UInt64($0) } ?? 0

  private var state: UInt64

  package init(seed: UInt64) { state = seed &+ Self.round &* 0xD134_2543_DE82_EF95 }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
