import Basics
import Workspaces

/// The losses of an import, with one notice for each kind that lists its places.
struct LossLedger {
  struct Loss {
    var message: String
    var places: [String]
    fileprivate var known: Set<String>
  }

  /// A hostile document can have any number of unknown names; the rest share one notice.
  private static let kindLimit = 200
  private static let placesShown = 3

  private(set) var losses: [Loss] = []
  private var indices: [String: Int] = [:]

  mutating func tell(_ message: String, at place: String) {
    let isNew = indices[message] == nil
    guard isNew, losses.count >= Self.kindLimit else { return add(message, place) }
    add("more is not carried over", place)
  }

  private mutating func add(_ message: String, _ place: String) {
    guard let index = indices[message] else {
      indices[message] = losses.count
      losses.append(Loss(message: message, places: [place], known: [place]))
      return
    }
    if losses[index].known.insert(place).inserted { losses[index].places.append(place) }
  }

  /// Reports every unknown member of an object.
  mutating func look(
    _ node: JSONValue?, at place: String, known: Set<String>, _ words: [String: String] = [:]
  ) {
    guard case .object(let members) = node ?? .null else { return }
    // Faults of a reference are reported where it is followed.
    for member in members where !known.contains(member.name) && member.name != "$ref" {
      tell("\(words[member.name] ?? "\(member.name) is") not carried over", at: place)
    }
  }

  /// Reports every shared component that no reference uses.
  mutating func lookForUnused(_ parts: JSONValue?, at place: String, _ references: JSONReferences) {
    guard case .object(let members) = parts ?? .null else { return }
    for member in members {
      let pointer = "\(place)/\(JSONReferences.escaped(member.name))"
      if references["#" + pointer] == nil { tell("a part that nothing refers to is not carried over", at: pointer) }
    }
  }

  var notices: [Notice] {
    losses.map { loss in
      let rest = loss.places.count - Self.placesShown
      let more = rest > 0 ? " and \(rest) more" : ""
      return Notice(.warning, loss.places.prefix(Self.placesShown).joined(separator: ", ") + more, loss.message)
    }
  }
}
