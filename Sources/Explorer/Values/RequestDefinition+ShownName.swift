import Interchange
import Workspaces

extension RequestDefinition {
  /// The name on the screen. A request without a file has none of its own until it is saved: it is called after its URL,
  /// whatever that becomes.
  var shownName: String { suggestedName.isEmpty ? "New request" : suggestedName }

  /// The name to save it under; empty without a URL.
  var suggestedName: String {
    if !name.isEmpty { return name }
    if kind == .grpc, let last = method.split(separator: "/").last { return String(last) }
    return url.isEmpty ? "" : RequestName.of(url: url)
  }
}
