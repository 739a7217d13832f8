import Synchronization

/// How many requests and folders a workspace may still list: a folder that was opened by mistake may hold millions.
final class ListingAllowance: Sendable {
  enum Answer {
    case allowed
    /// The first that is too much.
    case first
    case usedUp
  }

  static let usual = 100_000
  let most: Int
  private let taken = Atomic<Int>(0)

  init(_ most: Int = ListingAllowance.usual) { self.most = most }

  func take() -> Answer {
    let number = taken.wrappingAdd(1, ordering: .relaxed).newValue
    return number <= most ? .allowed : number == most + 1 ? .first : .usedUp
  }
}
