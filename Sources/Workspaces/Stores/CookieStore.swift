import Basics
import Essentials
package import HTTPModel

/// The cookies set by answers to a collection's requests, by environment. They are in the user's state folder, so that
/// they are never committed and no folder brings its own.
package struct CookieStore: Sendable {
  fileprivate static let kind = "cookies"
  private let store: CollectionStore
  /// The key for the cookies of no environment; no environment has an empty name.
  private static let none = ""

  /// - Parameter collection: the collection's absolute path without symbolic links.
  init(collection: String, stateFolder: String, files: FileSystem) {
    store = CollectionStore(Self.kind, collection: collection, stateFolder: stateFolder, files: files)
  }

  /// In order of creation.
  /// - Parameter environment: `nil` for the cookies of no environment.
  package func cookies(of environment: String?) throws(WorkspaceError) -> [Cookie] {
    try Self.cookies(store.value(of: environment ?? Self.none))
  }

  /// Changes the current cookies; keeps those that another program stores at the same time, and removes expired ones.
  /// - Returns: the resulting cookies.
  @discardableResult
  package func change(
    of environment: String?, _ change: (inout [Cookie]) -> Void
  ) throws(WorkspaceError) -> [Cookie] {
    var cookies: [Cookie] = []
    try store.change(of: environment ?? Self.none) { stored in
      cookies = Self.cookies(stored)
      change(&cookies)
      let now = Date()
      cookies.removeAll { cookie in cookie.expires.map { $0 <= now } ?? false }
      return cookies.isEmpty ? nil : .array(cookies.map(Self.json))
    }
    return cookies
  }

  /// The environments that have cookies; `nil` is none.
  package func environments() throws(WorkspaceError) -> [String?] {
    try store.environments().map { $0 == Self.none ? nil : $0 }
  }

  private static func json(_ cookie: Cookie) -> JSONValue {
    .object([
      "name": .string(cookie.name), "value": .string(cookie.value), "domain": .string(cookie.domain),
      "hostOnly": .bool(cookie.isHostOnly), "path": .string(cookie.path), "expires": cookie.expires.map(time),
      "secure": .bool(cookie.isSecure), "httpOnly": .bool(cookie.isHTTPOnly), "sameSite": .text(cookie.sameSite),
      "created": time(cookie.created),
    ])
  }

  private static func time(_ date: Date) -> JSONValue {
    .number(String(Int64(max(-9e15, min(9e15, (date.timeIntervalSince1970 * 1000).rounded())))))
  }

  /// Skips invalid cookies, which come from manual edits.
  private static func cookies(_ stored: JSONValue?) -> [Cookie] {
    (stored?.array ?? []).compactMap { json in
      guard let name = json["name"]?.string, let value = json["value"]?.string, let domain = json["domain"]?.string
      else { return nil }
      return Cookie(
        name, value, domain: domain, isHostOnly: json["hostOnly"]?.bool ?? true, path: json["path"]?.string ?? "/",
        expires: date(json["expires"]), isSecure: json["secure"]?.bool ?? false,
        isHTTPOnly: json["httpOnly"]?.bool ?? false, sameSite: json["sameSite"]?.string,
        created: date(json["created"]) ?? .distantPast)
    }
  }

  private static func date(_ json: JSONValue?) -> Date? {
    guard case .number(let text) = json, let milliseconds = Double(text) else { return nil }
    return Date(timeIntervalSince1970: milliseconds / 1000)
  }
}

extension Workspace {
  /// True if requests in that folder can store cookies; a URL outside of the workspace cannot.
  package func keepsCookies(of folder: String) -> Bool { FilePaths.isBelow(folder, path) }

  /// The cookies of a collection's requests.
  /// - Parameter collection: absolute path.
  package func cookieStore(of collection: String) -> CookieStore {
    CookieStore(collection: collection, stateFolder: stateFolder, files: files)
  }

  /// The folder in which the cookies of all collections are stored; it need not exist.
  package var cookieFolder: String { FilePaths.join(stateFolder, CookieStore.kind) }
}

/// A change to stored cookies. It lists the cookies to add and remove, so that cookies stored by another program in the
/// meantime are kept.
package struct CookieChange: Hashable, Sendable {
  /// Removes the cookies with the same name, domain and path, whatever their value.
  package var removed: [Cookie]
  /// Each replaces the cookie with the same name, domain and path.
  package var added: [Cookie]

  package init(removing removed: [Cookie] = [], adding added: [Cookie] = []) {
    self.removed = removed
    self.added = added
  }

  /// The change from `before` to `after`; swap the arguments to undo it.
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

  /// The identity of a cookie for replacement.
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
  /// - Returns: the resulting cookies, and the change that undoes this one.
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
