import Networking
import Workspaces

extension AppState {
  /// Sets a variable of the chosen environment, replacing its old value.
  mutating func makeVariable(named name: String, _ value: String) -> [Effect] {
    guard let old = environment.current, let collection = currentCollection else {
      return say(.information, "Choose an environment first: \(key: "chooseEnvironment")")
    }
    guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || "{}".contains($0) }) else {
      return []
    }
    var new = old
    if let index = new.variables.firstIndex(where: { $0.row.name == name }) {
      new.variables[index].row.value = value
      new.variables[index].row.isEnabled = true
    } else {
      new.variables.append(Environment.Variable(Row(name, value)))
    }
    let hidden = new.hideCredentials(since: old)
    guard new != old else { return say(.information, "\(name) has this value in \(old.name) already") }
    environment.all = environment.all.map { $0.name == old.name ? new : $0 }
    environment.pending += 1
    let effects = current.map { refreshVariables(of: $0) } ?? []
    let told = hidden.isEmpty ? [] : say(.information, Environment.words(hidden: hidden))
    return effects + [.environment(.save(collection: collection, from: old, to: new))] + told
  }

  /// Opens an address from a response in a new request; credentials are copied only for the same origin.
  mutating func openAddress(_ address: String) -> [Effect] {
    let from = session?.response.exchange?.finalURL ?? ""
    let origin = from.origin
    let url = address.hasPrefix("/") ? origin + address : address
    let isSame = !origin.isEmpty && url.origin.lowercased() == origin.lowercased()
    let draft = session?.draft
    let definition = RequestDefinition(
      name: "", url: url, headers: isSame ? (draft?.headers ?? []) : [],
      authentication: isSame ? (draft?.authentication ?? .none) : .none)
    return apply(ScratchFeature.Action.opened(definition))
      + say(.information, "A new request, not saved: \(key: "send") sends it, \(key: "save") saves it")
  }
}

extension RequestDefinition {
  /// Adds an assertion, or updates the one with the same expression and operator.
  mutating func assert(_ expression: String, _ operation: String, _ value: String) {
    let same = assertions.firstIndex { $0.expression == expression && $0.operator == operation }
    if let same {
      assertions[same].value = value
      assertions[same].isEnabled = true
    } else {
      assertions.append(Assertion(expression, operation, value))
    }
  }
}

extension String {
  /// Scheme, host and port of a URL: `https://host:8443`.
  fileprivate var origin: String {
    guard let mark = firstRange(of: "://") else { return "" }
    let host = self[mark.upperBound...].prefix { !"/?#".contains($0) }
    return String(self[..<mark.upperBound]) + String(host.split(separator: "@").last ?? "")
  }
}
