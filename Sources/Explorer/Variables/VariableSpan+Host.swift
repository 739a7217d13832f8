import Basics
import Workspaces

extension VariableSpan {
  /// The host and port that the request goes to; `nil` while a variable in them has no value.
  static func host(of draft: RequestDefinition, in table: VariableTable?) -> String? {
    let url = resolved(draft.url, in: table)
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let authority = rest.prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
    return host.isEmpty || host.contains("{{") || host.contains(mask) ? nil : String(host)
  }
}
