package import Workspaces

/// Whose cookies are meant.
package struct CookiePlace: Hashable, Sendable {
  package var collection: String
  /// `nil` for requests that are sent without an environment.
  package var environment: String?

  package init(collection: String, environment: String?) {
    self.collection = collection
    self.environment = environment
  }
}

/// Work on kept cookies that the state requests; answered by `loaded`, `changed` or `failed`.
package enum CookieEffect: Equatable, Sendable {
  case load(CookiePlace)
  case change(CookiePlace, CookieChange, isUndo: Bool)

  /// Whose cookies it is about.
  package var place: CookiePlace {
    switch self {
    case .load(let place), .change(let place, _, _): place
    }
  }
}
