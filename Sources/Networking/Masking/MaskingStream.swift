/// Masks text that is written in pieces: a possible secret across two pieces is held back until it is decided.
package struct MaskingStream: Sendable {
  private let matcher: SecretMatcher
  private let mask: [UInt8]
  /// Bytes not yet returned, after a few that were: a short word is matched together with what precedes it.
  private var pending: [UInt8] = []
  private var context = 0
  private static let mostContext = 8

  package init(_ redaction: Redaction) {
    matcher = redaction.matcher
    mask = Array(redaction.mask.utf8)
  }

  /// The part that can be written now.
  package mutating func masked(_ piece: some Collection<UInt8>) -> [UInt8] {
    guard !matcher.isEmpty else { return Array(piece) }
    pending += piece
    // Collects twice the length that must be held back, so that no byte is searched more than twice.
    guard pending.count - context > 2 * matcher.longestForm else { return [] }
    return give(upTo: pending.count - matcher.longestForm)
  }

  /// The rest, after the last piece.
  package mutating func rest() -> [UInt8] { matcher.isEmpty ? [] : give(upTo: pending.count) }

  private mutating func give(upTo end: Int) -> [UInt8] {
    var result: [UInt8] = []
    var end = end
    var place = context
    for range in pending.withUnsafeBytes({ matcher.ranges(in: $0) }) where range.lowerBound >= context {
      // A match across the end waits for the next piece, and so does everything after it.
      guard range.lowerBound < end else { break }
      if range.upperBound > end, end < pending.count {
        end = range.lowerBound
        break
      }
      result += pending[place..<range.lowerBound]
      result += mask
      place = range.upperBound
    }
    if place < end { result += pending[place..<end] } else { end = place }
    let kept = max(0, end - Self.mostContext)
    pending.removeFirst(kept)
    context = end - kept
    return result
  }
}
