import Basics

/// What a request has to ask for to get an answer: a path, and a query that tells answers apart.
package struct TargetPattern: Hashable, Sendable {
  package struct Parameter: Hashable, Sendable {
    package var name: String
    /// Any, if it is a hole.
    package var value: HoledText

    package init(_ name: String, _ value: HoledText) {
      self.name = name
      self.value = value
    }
  }

  package var path: PathPattern
  package var query: [Parameter]

  package init(path: PathPattern, query: [Parameter] = []) {
    self.path = path
    self.query = query
  }

  /// How well a target fits; `nil` if its path does not.
  func match(_ target: RequestTarget) -> Fit? {
    guard let path = path.match(target.path) else { return nil }
    return Fit(path: path, query: query.reduce(0) { $0 + Self.points(for: $1, target) })
  }

  /// The query never rules an answer out: it is better to have the answer for another page than none.
  private static func points(for parameter: Parameter, _ target: RequestTarget) -> Int {
    let values = target.query.filter { $0.name == parameter.name }.map(\.value)
    guard !values.isEmpty else { return -1 }
    guard parameter.value.text != nil else { return 2 }
    return values.contains { parameter.value.matches($0) } ? 4 : -4
  }

  var shown: String {
    let pairs = query.map { "\($0.name)=\($0.value.shown)" }.joined(separator: "&")
    return path.shown + (pairs.isEmpty ? "" : "?" + pairs)
  }
}

/// How well a target fits a pattern: first its path, then its query.
struct Fit: Comparable {
  var path: [Int]
  var query: Int

  static func < (one: Fit, other: Fit) -> Bool {
    if one.path != other.path { return one.path.lexicographicallyPrecedes(other.path) }
    return one.query < other.query
  }
}

/// The target of a request that came, percent-decoded (RFC 3986).
package struct RequestTarget: Hashable, Sendable {
  package struct Pair: Hashable, Sendable {
    package var name: String
    package var value: String
  }

  package let path: [String]
  package let query: [Pair]

  package init(path: [String], query: [(name: String, value: String)] = []) {
    self.path = path
    self.query = query.map { Pair(name: $0.name, value: $0.value) }
  }
}
