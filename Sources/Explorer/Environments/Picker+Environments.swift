import Workspaces

extension Picker {
  /// No environment can be called so.
  static let newEnvironment = "/"

  /// All environments, with their variables as preview.
  static func environments(_ state: EnvironmentFeature.State) -> Picker {
    var preview: [String: [String]] = [:]
    var items = state.all.map { environment in
      preview[environment.name] = environment.variables.map { variable in
        "\(variable.row.name) = \(variable.isSecret ? "••••" : variable.row.value)"
      }
      return Item(
        id: environment.name, title: environment.name, detail: environment.isProtected ? "protected" : "",
        token: environment.isProtected ? .error : .text)
    }
    for name in state.unreadable {
      if let fault = state.faults[name] { preview[name] = [fault.location, fault.message] }
    }
    items += state.unreadable.map { Item(id: $0, title: $0, detail: "cannot be read", token: .error) }
    if state.isLoaded { items.append(Item(id: "", title: "No environment")) }
    if state.isLoaded { items.append(Item(id: newEnvironment, title: "New environment…")) }
    return Picker("Environment", .environment, items: items, selected: state.chosen ?? "", preview: preview)
  }
}
