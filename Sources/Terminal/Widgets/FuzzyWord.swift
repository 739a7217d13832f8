/// One word of a fuzzy query: finds the best places of its letters in a text.
struct FuzzyWord: Sendable {
  let units: [UInt32]
  private let ascii: [UInt8]
  private let isUpper: [Bool]

  private static let letter = 16
  static let neighbour = 12
  private static let sameCase = 1
  static let gapStart = 3
  static let none = Int.min / 2
  /// For longer texts the table would be too large; then the first match is used.
  static let longest = 4_096

  init(_ word: FuzzyText) {
    units = word.units.map(\.value)
    ascii = units.compactMap { $0 < 0x80 ? UInt8($0) : nil }
    isUpper = word.units.map(\.isUpper)
  }

  /// Quickly rejects most candidates: the word's ASCII letters must occur in order.
  func mayFit(_ candidate: String) -> Bool {
    guard !ascii.isEmpty else { return true }
    return candidate.utf8.withContiguousStorageIfAvailable(holdLetters)
      ?? Array(candidate.utf8).withUnsafeBufferPointer(holdLetters)
  }

  private func holdLetters(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var wanted = 0
    var letter = ascii[0]
    for byte in bytes {
      let folded = byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
      guard folded == letter else { continue }
      wanted += 1
      guard wanted < ascii.count else { return true }
      letter = ascii[wanted]
    }
    return false
  }

  /// The letters together; apart, and with letters skipped inside words, only if there is nothing better.
  func match(_ text: FuzzyText) -> FuzzyMatcher.Match? {
    let together = text.units.withUnsafeBufferPointer(placeTogether)
    let whole = together.map {
      FuzzyMatcher.Match(score: $0.score, characters: Array($0.start..<$0.start + units.count), fit: $0.fit)
    }
    guard text.units.count <= FuzzyWord.longest && units.count <= 64 else { return whole }
    return whole ?? FuzzyAlignment(self, text, skips: false).match ?? FuzzyAlignment(self, text, skips: true).match
  }

  /// The best place where the letters stand together.
  func placeTogether(_ places: UnsafeBufferPointer<FuzzyText.Unit>) -> (score: Int, start: Int, fit: FuzzyFit)? {
    guard let first = units.first, places.count >= units.count else { return nil }
    var best: (score: Int, start: Int, fit: FuzzyFit)?
    for start in 0...places.count - units.count where places[start].value == first {
      guard units.indices.allSatisfy({ places[start + $0].value == units[$0] }) else { continue }
      let letters = units.indices.reduce(0) { $0 + worth(places[start + $1], $1) }
      let score = letters + FuzzyWord.neighbour * (units.count - 1)
      if score > best?.score ?? FuzzyWord.none {
        best = (score, start, places[start].bonus > 0 ? .start : .inside)
      }
    }
    return best
  }

  func worth(_ unit: FuzzyText.Unit, _ row: Int) -> Int {
    FuzzyWord.letter + Int(unit.bonus) + (unit.isUpper == isUpper[row] ? FuzzyWord.sameCase : 0)
  }
}
