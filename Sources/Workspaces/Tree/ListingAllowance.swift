import Synchronization

/// How many more requests and folders a workspace may list: a folder opened by mistake may contain millions.
final class ListingAllowance: Sendable {
  enum Answer {
    case allowed
    /// The first one over the limit.
    case first
    case usedUp
  }

  static let usual = 100_000
  let most: Int
  private let taken = Atomic<Int>(0)

  init(_ most: Int = ListingAllowance.usual) { self.most = most }

  /// Whether more was asked for than it allows.
  var isExceeded: Bool { taken.load(ordering: .relaxed) > most }

  func take() -> Answer {
    let number = taken.wrappingAdd(1, ordering: .relaxed).newValue
    return number <= most ? .allowed : number == most + 1 ? .first : .usedUp
  }
}
