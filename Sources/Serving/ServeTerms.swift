import Basics

/// How a server answers: when, in which order, and how often not at all.
package struct ServeTerms: Hashable, Sendable {
  /// Every answer waits for a time in this range.
  package var delay: ClosedRange<Duration> = .zero ... .zero
  /// The share of requests that get a fault, from 0 to 1.
  package var faults = 0.0
  /// Faults and delays are the same for the same seed and order of requests.
  package var seed: UInt64 = 0
  /// Whether answers that fit equally are sent in turn, instead of the first.
  package var takesTurns = false
  /// Whether pages of any origin may read the answers.
  package var allowsOrigins = false
  /// Whether it answers only to the names of this computer: else a page whose name leads here could read the answers.
  package var isOwnOnly = false

  /// No answer waits longer.
  package static let longestDelay = Duration.seconds(600)

  package init() {}

  /// `200ms..1s`, or one time; `nil` for anything else, and for more than ten minutes.
  package static func delay(_ text: String) -> ClosedRange<Duration>? {
    let ends: [String]
    if let dots = text.firstRange(of: "..") {
      ends = [String(text[..<dots.lowerBound]), String(text[dots.upperBound...])]
    } else {
      ends = [text, text]
    }
    guard let first = Duration(words: ends[0]), let last = Duration(words: ends[1]), first <= last,
      last <= longestDelay
    else { return nil }
    return first...last
  }

  /// `5%` or `0.05`; `nil` for anything else.
  package static func share(_ text: String) -> Double? {
    let isPercent = text.hasSuffix("%")
    let digits = text.dropLast(isPercent ? 1 : 0)
    // `Double` also reads `inf`, `nan` and `0x1p3`.
    guard !digits.isEmpty, digits.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") }),
      let number = Double(digits)
    else { return nil }
    let share = isPercent ? number / 100 : number
    return share <= 1 ? share : nil
  }
}

/// What may go wrong with an answer.
package enum ServeFault: String, CaseIterable, Sendable {
  /// Status 500 or 503 instead of the answer.
  case error, unavailable
  /// The connection ends in the middle of the body.
  case cut
  /// The connection ends without an answer.
  case close
}

/// Random numbers that are the same for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
