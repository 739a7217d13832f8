package import Networking

/// A change to kept cookies. It names what it adds and removes, so that cookies that another program keeps meanwhile
/// stay.
package struct CookieChange: Hashable, Sendable {
  /// A cookie with the same name, domain and path is removed, whatever its value is by now.
  package var removed: [Cookie]
  /// Each takes the place of one with the same name, domain and path.
  package var added: [Cookie]

  package init(removing removed: [Cookie] = [], adding added: [Cookie] = []) {
    self.removed = removed
    self.added = added
  }

  /// What leads from some cookies to others; the other way round, it undoes that.
  package init(from before: [Cookie], to after: [Cookie]) {
    let (known, kept) = (Set(before), Set(after))
    self.init(removing: before.filter { !kept.contains($0) }, adding: after.filter { !known.contains($0) })
  }

  package var isEmpty: Bool { removed.isEmpty && added.isEmpty }

  package func apply(to cookies: inout [Cookie]) {
    let gone = Set((removed + added).map(Slot.init))
    cookies.removeAll { gone.contains(Slot($0)) }
    cookies += added
  }

  /// What a cookie is replaced by.
  private struct Slot: Hashable {
    let name, domain, path: String
    let isHostOnly: Bool

    init(_ cookie: Cookie) {
      (name, domain, path, isHostOnly) = (cookie.name, cookie.domain, cookie.path, cookie.isHostOnly)
    }
  }
}

extension CookieStore {
  /// Applies a change to the current cookies.
  /// - Returns: the cookies from now on, and what takes the change back.
  package func apply(
    _ change: CookieChange, of environment: String?
  ) throws(WorkspaceError) -> (cookies: [Cookie], undo: CookieChange) {
    var before: [Cookie] = []
    let after = try self.change(of: environment) { cookies in
      before = cookies
      change.apply(to: &cookies)
    }
    return (after, CookieChange(from: after, to: before))
  }
}
