import Basics

/// Tracks what must be listed again, and what has changed since a listing began.
package struct Relisting {
  /// One listing.
  package struct Work: Sendable {
    /// Whether to list everything, not only some folders.
    package var isWhole: Bool
    package var folders: Set<String>
    fileprivate var changes: Int
  }

  package var isWhole = false
  package var folders: Set<String> = []
  /// How often this program itself has changed the listed files.
  package var changes = 0
  package var isRunning = false
  /// Whether the tree has been listed at least once.
  package var isListed = false

  package init() {}

  /// `nil` if there is nothing to do.
  package mutating func begin() -> Work? {
    guard isWhole || !folders.isEmpty else { return nil }
    defer {
      isWhole = false
      folders = []
      isRunning = true
    }
    return Work(isWhole: isWhole, folders: folders, changes: changes)
  }

  package func isOutdated(_ work: Work) -> Bool { isListed && work.changes != changes }
}

/// Decides when to report the progress of a listing.
package struct ListingPace: Sendable {
  /// Waits before report `number`, counted from 0.
  /// - Throws: if its task is cancelled.
  package var pause: @Sendable (_ number: Int) async throws -> Void

  package init(pause: @escaping @Sendable (_ number: Int) async throws -> Void) { self.pause = pause }

  /// A short listing is not reported at all, a long one at growing intervals.
  package static let usual = ListingPace { number in
    try await Pause.wait(.milliseconds(100 << min(number, 6)))
  }
}
