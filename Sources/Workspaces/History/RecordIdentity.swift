import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The identifier of a record, made when it is asked for: most records of a run are never kept, and random numbers are
/// system calls.
// A class because all copies of a record have the same.
final class RecordIdentity: Sendable, Equatable {
  private let date: Date
  private let known: Mutex<String?>

  /// - Parameter known: the identifier, if there is one already.
  init(_ known: String?, at date: Date) {
    self.known = Mutex(known)
    self.date = date
  }

  var text: String {
    known.withLock { known in
      let text = known ?? ULID.make(at: date)
      known = text
      return text
    }
  }

  static func == (left: RecordIdentity, right: RecordIdentity) -> Bool { left === right || left.text == right.text }
}
