import Workspaces

extension Environment {
  /// This environment, as its file has it now, with the change from `old` to `new` made to it: what another program did
  /// to the file since `old` was read stays, as far as the change does not touch it.
  public func merging(from old: Environment, to new: Environment) -> Environment {
    var merged = self
    if old.color != new.color { merged.color = new.color }
    if old.isProtected != new.isProtected { merged.isProtected = new.isProtected }
    if variables == old.variables {
      merged.variables = new.variables
      return merged
    }
    merged.variables = new.variables.compactMap { variable in
      let name = variable.row.name
      // What was not changed here is as the file has it, also when it is gone there.
      guard old.variables.contains(variable) else { return variable }
      return variables.first { $0.row.name == name }
    }
    let known = Set((old.variables + new.variables).map(\.row.name))
    merged.variables += variables.filter { !known.contains($0.row.name) }
    return merged
  }
}
