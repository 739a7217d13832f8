import Networking
import Workspaces

extension CookiesFeature {
  /// The kept cookies of one collection and environment, as the page shows them.
  package struct State: Equatable, Sendable {
    /// Whose they are; `nil` until the page is shown.
    var place: CookiePlace?
    /// In order of creation, with changes that are still being written.
    var kept: [Cookie] = []
    var isLoaded = false
    /// Why they cannot be read.
    var fault: String?
    var filter = ""
    var cursor = ListCursor()
    /// The cookie whose value is shown.
    var revealed: Cookie?
    /// The fields being typed in.
    var form: CookieForm?
    /// What was typed but could not be kept, to go on with.
    var unfinished: CookieForm?
    /// What was typed and is being written.
    var submitted: CookieForm?
    /// What takes back the changes, the last one last.
    var undo: [Step] = []
    /// The number of changes being written.
    var pending = 0

    package init() {}

    struct Step: Equatable, Sendable {
      var place: CookiePlace
      var change: CookieChange
    }

    /// Those that match the filter, by host, path and name.
    var listed: [Cookie] {
      let words = filter.lowercased().split(separator: " ")
      let found = kept.filter { cookie in
        let text = "\(cookie.name) \(cookie.domain)\(cookie.path) \(cookie.flags)".lowercased()
        return words.allSatisfy { text.contains($0) }
      }
      return found.sorted { ($0.domain, $0.path, $0.name) < ($1.domain, $1.path, $1.name) }
    }

    var current: Cookie? {
      let listed = listed
      return listed.indices.contains(cursor.row) ? listed[cursor.row] : nil
    }
  }
}

extension Cookie {
  /// `Secure HttpOnly Lax`; empty if it has none.
  var flags: String {
    [isSecure ? "Secure" : nil, isHTTPOnly ? "HttpOnly" : nil, sameSite].compactMap(\.self).joined(separator: " ")
  }

  /// The host that it is sent to; with a dot in front, the hosts below it, too.
  var scope: String { (isHostOnly ? "" : ".") + domain }
}
