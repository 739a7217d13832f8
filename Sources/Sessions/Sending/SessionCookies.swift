import Networking
import Synchronization
package import Workspaces

/// The cookies of a session: a jar per collection and environment, the scope that captured variables have, too.
///
/// ```
/// the user's state folder ─► jar ─► Cookie of a request
///                     ▲        ▲
///                     └────────┴─── Set-Cookie of an answer
/// ```
package final class SessionCookies: Sendable {
  /// The storage of cookies that answers set.
  package enum Keeping: Sendable {
    /// Cookies are stored and shared by all programs that send the collection's requests.
    case stored
    /// Cookies last as long as the session: a run starts with the stored ones and does not change them.
    case inMemory
  }

  /// The jar of one scope, and the store's content when it was last read.
  private struct Kept {
    let scope: AnswerScope
    let jar = CookieJar()
    var stored: [Cookie] = []
    var isRead = false
  }

  /// The jars of a session. It has few scopes, mostly one: a linear search is faster than a dictionary, also on first
  /// use in a process.
  private struct Jars {
    var kept: [Kept] = []
    /// Jars for requests whose cookies are not stored.
    var passing: [(scope: AnswerScope, jar: CookieJar)] = []

    /// The index of a scope's jar, which is created if it is missing.
    mutating func place(of scope: AnswerScope) -> Int {
      if let place = kept.firstIndex(where: { $0.scope == scope }) { return place }
      kept.append(Kept(scope: scope))
      return kept.count - 1
    }
  }

  private let workspace: Workspace
  private let keeping: Keeping
  private let start: StoredCookies?
  private let jars = Mutex(Jars())

  /// - Parameter start: the store's content at the start of a run; `nil` reads it.
  package init(_ workspace: Workspace, _ keeping: Keeping, start: StoredCookies? = nil) {
    self.workspace = workspace
    self.keeping = keeping
    self.start = start
  }

  /// The jar for a request's cookies; `nil` for none. Reads the store, so that cookies stored by other programs are
  /// sent.
  /// - Throws: if the stored cookies cannot be read; `other` is then used.
  func jar(for scope: AnswerScope, _ use: CookieUse) -> (jar: CookieJar?, trouble: WorkspaceError?) {
    switch use {
    case .off: return (nil, nil)
    case .session:
      return (
        jars.withLock { jars in
          if let known = jars.passing.first(where: { $0.scope == scope }) { return known.jar }
          let jar = CookieJar()
          jars.passing.append((scope, jar))
          return jar
        }, nil
      )
    case .keep:
      return jars.withLock { jars in
        let place = jars.place(of: scope)
        let kept = jars.kept[place]
        if kept.isRead, keeping == .inMemory { return (kept.jar, nil) }
        do throws(WorkspaceError) {
          let stored = try self.stored(scope)
          if stored != kept.stored { kept.jar.change { CookieChange(from: kept.stored, to: stored).apply(to: &$0) } }
          jars.kept[place].stored = stored
          jars.kept[place].isRead = true
          return (kept.jar, nil)
        } catch {
          return (kept.jar, error)
        }
      }
    }
  }

  /// Stores the changes of an answer to the jar of its scope.
  func keep(_ scope: AnswerScope) throws(WorkspaceError) {
    guard keeping == .stored else { return }
    try jars.withLock { jars throws(WorkspaceError) in
      guard let place = jars.kept.firstIndex(where: { $0.scope == scope }) else { return }
      let kept = jars.kept[place]
      let now = kept.jar.all
      guard now != kept.stored else { return }
      let stored = try store(scope).change(of: scope.environment) { cookies in
        CookieChange(from: kept.stored, to: now).apply(to: &cookies)
      }
      kept.jar.change { CookieChange(from: now, to: stored).apply(to: &$0) }
      jars.kept[place].stored = stored
    }
  }

  private func stored(_ scope: AnswerScope) throws(WorkspaceError) -> [Cookie] {
    if let start { return try start.cookies(of: scope) }
    return try store(scope).cookies(of: scope.environment)
  }

  private func store(_ scope: AnswerScope) -> CookieStore { workspace.cookieStore(of: scope.collection) }
}

/// The stored cookies that all iterations of a run start with, read once per scope.
package final class StoredCookies: Sendable {
  private let workspace: Workspace
  private let known = Mutex<[AnswerScope: Result<[Cookie], WorkspaceError>]>([:])

  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  func cookies(of scope: AnswerScope) throws(WorkspaceError) -> [Cookie] {
    let result = known.withLock { known in
      if let result = known[scope] { return result }
      let store = workspace.cookieStore(of: scope.collection)
      let result = Result { () throws(WorkspaceError) in try store.cookies(of: scope.environment) }
      known[scope] = result
      return result
    }
    return try result.get()
  }
}
