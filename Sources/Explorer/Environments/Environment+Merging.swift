package import Workspaces

extension Environment {
  /// This environment, as currently in its file, with the change from `old` to `new` applied: what another program
  /// changed in the file since `old` was read stays, unless the change overwrites it.
  package func merging(from old: Environment, to new: Environment) -> Environment {
    var merged = self
    if old.color != new.color { merged.color = new.color }
    if old.isProtected != new.isProtected { merged.isProtected = new.isProtected }
    merged.trust = trust.merging(from: old.trust, to: new.trust)
    if variables == old.variables {
      merged.variables = new.variables
      return merged
    }
    merged.variables = new.variables.compactMap { variable in
      let name = variable.row.name
      // Variables without changes here follow the file, even if it has lost them.
      guard old.variables.contains(variable) else { return variable }
      return variables.first { $0.row.name == name }
    }
    let known = Set((old.variables + new.variables).map(\.row.name))
    merged.variables += variables.filter { !known.contains($0.row.name) }
    return merged
  }
}
