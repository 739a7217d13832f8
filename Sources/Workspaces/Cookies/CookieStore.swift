import Basics
package import Networking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cookies that the answers to a collection's requests have set, for each environment: in the user's state folder,
/// so that they are never committed and no folder brings its own.
package struct CookieStore: Sendable {
  private static let kind = "cookies"
  private let store: CollectionStore
  /// The name under which the cookies of no environment are kept; no environment has an empty name.
  private static let none = ""

  /// - Parameter collection: the collection's absolute path without symbolic links.
  init(collection: String, stateFolder: String, files: FileSystem) {
    store = CollectionStore(Self.kind, collection: collection, stateFolder: stateFolder, files: files)
  }

  /// Where the cookies of all collections are.
  static func folder(in stateFolder: String) -> String { FilePaths.join(stateFolder, kind) }

  /// In order of creation.
  /// - Parameter environment: `nil` for the cookies of no environment.
  package func cookies(of environment: String?) throws(WorkspaceError) -> [Cookie] {
    try Self.cookies(store.value(of: environment ?? Self.none))
  }

  /// Changes the current cookies: those that another program keeps at the same time stay. Expired ones are removed.
  /// - Returns: the cookies from now on.
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

  /// What is no cookie is skipped: somebody edited the file by hand.
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
  /// Whether requests with that folder have a place for cookies: a URL outside of the workspace has none.
  package func keepsCookies(of folder: String) -> Bool { FilePaths.isBelow(folder, path) }

  /// The cookies of a collection's requests.
  /// - Parameter collection: absolute path.
  package func cookieStore(of collection: String) -> CookieStore {
    CookieStore(collection: collection, stateFolder: stateFolder, files: files)
  }

  /// The folder in which the cookies of all collections are kept; it need not exist.
  package var cookieFolder: String { CookieStore.folder(in: stateFolder) }
}
