import Documents

extension ResponseTurn {
  mutating func fold() -> [Outcome] {
    inDocument { _, reading in
      reading.document.fold(&reading.view, .toggle)
      return []
    }
  }

  mutating func foldAll() -> [Outcome] {
    inDocument { _, reading in
      reading.document.fold(&reading.view, reading.view.folds.isEmpty ? .toDepth(1) : .openAll)
      return []
    }
  }

  mutating func changeDepth(by step: Int) -> [Outcome] {
    inDocument { $0.changeDepth(of: &$1, by: step) }
  }

  /// Opens or closes one level, counted from the root; the first time, starting at the cursor's level.
  private mutating func changeDepth(of reading: inout ResponsePane.Reading, by step: Int) -> [Outcome] {
    guard let own = reading.document.depth(at: reading.view) else {
      return say(.information, "Nothing to fold: only formatted JSON has levels")
    }
    guard let depth = reading.view.folds.depth else {
      guard step < 0 else {
        // Some may still be folded one by one.
        reading.document.fold(&reading.view, .openAll)
        return say(.information, "Everything is open")
      }
      reading.document.fold(&reading.view, .toDepth(max(0, own)))
      return say(.information, "Open down to level \(max(0, own))")
    }
    let next = max(0, depth + step)
    guard next <= Self.deepestFold else {
      reading.document.fold(&reading.view, .openAll)
      return say(.information, "Everything is open")
    }
    reading.document.fold(&reading.view, .toDepth(next))
    return say(.information, "Open down to level \(next)")
  }

  /// Beyond this many levels, the next step opens everything.
  private static let deepestFold = 64
}
