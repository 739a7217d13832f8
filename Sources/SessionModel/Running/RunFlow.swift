package import Workspaces

/// The order of the requests of a run that are sent one after the other, whose scripts may choose the next one.
package struct RunFlow: Sendable {
  package struct Place: Hashable, Sendable {
    /// Counted from 0.
    package var iteration = 0
    package var request = 0

    package init(iteration: Int = 0, request: Int = 0) {
      self.iteration = iteration
      self.request = request
    }
  }

  /// A choice of a script that was not followed.
  package enum Fault: Hashable, Sendable {
    case unknown(String)
    case tooManyJumps
  }

  /// The limit on choices in one iteration, so that two requests that choose each other end.
  package static let mostJumps = 10_000

  private let count: Int
  private let ids: [String: Int]
  /// As in Postman, the last of several requests with the same name is meant, and in Bruno the first.
  private let lasts: [String: Int]
  private let firsts: [String: Int]
  /// The request to send; `nil` at the end of the run.
  package private(set) var place: Place? = Place()
  /// True if a script changed the order, so that the number of requests is no longer known before the end.
  package private(set) var isChanged = false
  private var jumps = 0

  /// - Parameter requests: the identifier and the name of each request of an iteration.
  package init(_ requests: [(id: String, name: String)]) {
    count = requests.count
    let names = requests.enumerated().map { ($0.element.name, $0.offset) }
    ids = Dictionary(requests.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    firsts = Dictionary(names) { first, _ in first }
    lasts = Dictionary(names) { _, last in last }
  }

  /// Goes on after the current request.
  /// - Parameters:
  ///   - next: the choice of its scripts.
  ///   - rules: the rules of its collection, needed only for a choice.
  package mutating func finished(next: NextRequest?, _ rules: @autoclosure () -> ScriptRules) -> Fault? {
    guard let place else { return nil }
    guard let next else {
      goOn(from: place)
      return nil
    }
    let rules = rules()
    switch next {
    case .end:
      isChanged = true
      if rules == .postman { endIteration(of: place) } else { self.place = nil }
    case .named(let name):
      isChanged = true
      guard let request = index(of: name, rules) else {
        if rules == .postman { endIteration(of: place) } else { goOn(from: place) }
        return .unknown(name)
      }
      jumps += 1
      guard jumps <= Self.mostJumps else {
        endIteration(of: place)
        return .tooManyJumps
      }
      self.place?.request = request
    }
    return nil
  }

  package mutating func stop() {
    isChanged = true
    place = nil
  }

  private mutating func goOn(from place: Place) {
    if place.request + 1 < count { self.place?.request += 1 } else { endIteration(of: place) }
  }

  private mutating func endIteration(of place: Place) {
    self.place = Place(iteration: place.iteration + 1)
    jumps = 0
  }

  private func index(of name: String, _ rules: ScriptRules) -> Int? {
    rules == .postman ? ids[name] ?? lasts[name] : firsts[name] ?? ids[name]
  }
}
