/// One word of a fuzzy query: finds the best alignment of its letters with a text, by dynamic programming.
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

  func match(_ text: FuzzyText) -> FuzzyMatcher.Match? {
    guard let first = firstFit(text) else { return nil }
    let width = text.units.count
    guard width <= FuzzyWord.longest && units.count <= 64 else {
      return FuzzyMatcher.Match(score: FuzzyWord.letter * units.count, characters: first)
    }
    // ending[row][place]: the best score with this letter at this position.
    var ending = [Int](repeating: FuzzyWord.none, count: units.count * width)
    for row in units.indices {
      // The best score of the previous letters, ending further left, minus the gap penalty.
      var best = FuzzyWord.none
      for place in (row == 0 ? first[0] : first[row - 1] + 1)..<width {
        let before = row == 0 || place == 0 ? FuzzyWord.none : ending[(row - 1) * width + place - 1]
        if text.units[place].value == units[row] {
          let chain = max(best, before == FuzzyWord.none ? before : before + FuzzyWord.neighbour)
          let start = row == 0 ? 0 : chain
          if start > FuzzyWord.none { ending[row * width + place] = start + worth(text.units[place], row) }
        }
        best = max(best, before == FuzzyWord.none ? before : before - FuzzyWord.gapStart)
      }
    }
    return trace(ending, width, text)
  }

  func worth(_ unit: FuzzyText.Unit, _ row: Int) -> Int {
    FuzzyWord.letter + Int(unit.bonus) + (unit.isUpper == isUpper[row] ? FuzzyWord.sameCase : 0)
  }

  /// The first possible position of each letter; `nil` if they do not all occur in order.
  private func firstFit(_ text: FuzzyText) -> [Int]? {
    var places: [Int] = []
    var place = 0
    for unit in units {
      while place < text.units.count && text.units[place].value != unit { place += 1 }
      guard place < text.units.count else { return nil }
      places.append(place)
      place += 1
    }
    return places
  }

  /// Traces the table back from the best end.
  private func trace(_ ending: [Int], _ width: Int, _ text: FuzzyText) -> FuzzyMatcher.Match? {
    var places: [Int] = []
    var limit = width
    var wanted: Int?
    var score = FuzzyWord.none
    for row in units.indices.reversed() {
      var chosen = -1
      for place in 0..<limit where ending[row * width + place] > FuzzyWord.none {
        let value = ending[row * width + place]
        if let wanted {
          let link = place == limit - 1 ? FuzzyWord.neighbour : -FuzzyWord.gapStart
          if value + link == wanted { chosen = place }
        } else if value > score {
          (score, chosen) = (value, place)
        }
      }
      guard chosen >= 0 else { return nil }
      places.append(chosen)
      wanted = ending[row * width + chosen] - worth(text.units[chosen], row)
      limit = chosen
    }
    return FuzzyMatcher.Match(score: score, characters: places.reversed())
  }
}
