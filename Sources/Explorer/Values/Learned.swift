/// What is known of something that is read or fetched for a request.
package enum Learned<Reference: Equatable & Sendable>: Equatable, Sendable {
  /// Nobody has looked yet.
  case unasked
  /// It is being read, or fetched because somebody asked for that.
  case waiting(isFetch: Bool)
  /// None was fetched yet, and from where it would come.
  case absent(String)
  case failed(String)
  case known(Reference)

  /// Whether there is none, and none is on its way.
  var isMissing: Bool {
    switch self {
    case .unasked, .absent, .failed: true
    case .waiting, .known: false
    }
  }

  var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }

  var reference: Reference? {
    if case .known(let reference) = self { reference } else { nil }
  }
}
