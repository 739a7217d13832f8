/// Cuts what comes in pieces into lines, of which none is kept that is longer than a message may be.
struct InputLines {
  enum Line: Equatable {
    /// Without its end.
    case whole([UInt8])
    /// Told once, when it is clear; the rest of it is passed over.
    case tooLong
  }

  /// The longest line, in bytes.
  let most: Int
  private var rest: [UInt8] = []
  private var isPassingOver = false

  init(most: Int) {
    self.most = most
  }

  /// The lines that end in this piece. Only what is new is searched: a line may come in thousands of pieces.
  mutating func take(_ piece: ArraySlice<UInt8>) -> [Line] {
    var found: [Line] = []
    let parts = piece.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for part in parts.dropLast() {
      if let line = add(part) { found.append(line) }
      if !isPassingOver { found.append(.whole(rest)) }
      rest = []
      isPassingOver = false
    }
    if let last = parts.last, let line = add(last) { found.append(line) }
    return found
  }

  /// A last line without an end; `nil` if there is none.
  func end() -> Line? { rest.isEmpty ? nil : .whole(rest) }

  private mutating func add(_ part: ArraySlice<UInt8>) -> Line? {
    guard !isPassingOver else { return nil }
    guard rest.count + part.count <= most else {
      rest = []
      isPassingOver = true
      return .tooLong
    }
    rest += part
    return nil
  }
}
