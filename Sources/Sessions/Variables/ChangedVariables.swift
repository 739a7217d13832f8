import Synchronization
package import Workspaces

/// The variables of one scope that scripts have set or removed since the session began, to be written into the file of
/// the scope.
package struct ChangedVariables: Hashable, Sendable {
  /// One of `ScriptScope.inFiles`.
  package var scope: ScriptScope
  package var place: AnswerScope
  package var changes: [ScriptChange]
  /// The values of the user's that scripts have read; no file gets them.
  package var read: ReadValues = [:]

  package init(_ scope: ScriptScope, of place: AnswerScope, _ changes: [ScriptChange]) {
    self.scope = scope
    self.place = place
    self.changes = changes
  }
}

extension SendSession {
  /// The variables that scripts have set in scopes that a file holds, by collection and environment.
  package nonisolated var changedVariables: [ChangedVariables] {
    let all = known.withLock { $0.scripts }.sorted {
      ($0.key.collection, $0.key.environment ?? "") < ($1.key.collection, $1.key.environment ?? "")
    }
    return all.flatMap { place, scripts in
      ScriptScope.inFiles.compactMap { scope in
        let changes = scripts.variables.changes(in: scope, request: nil, folder: nil)
        guard !changes.isEmpty else { return nil }
        var changed = ChangedVariables(scope, of: place, changes)
        changed.read = scripts.read
        return changed
      }
    }
  }
}

extension Environment {
  /// Sets and removes variables as scripts did. A disabled variable that is set is enabled.
  package mutating func take(_ changes: [ScriptChange]) {
    for change in changes {
      if let value = change.value {
        set(change.name, to: VariableValue(value))
      } else {
        variables.removeAll { $0.row.name == change.name && $0.row.isEnabled }
      }
    }
  }

  /// The variables with a name, as they are in the file.
  fileprivate func rows(named name: String, withSecrets: Bool) -> [Variable] {
    (withSecrets ? self : withoutSecrets).variables.filter { $0.row.name == name }
  }
}

/// The result of writing changed variables.
package struct SavedVariables: Sendable {
  package var path: String
  /// The variables whose lines of the file have changed.
  package var written: [String] = []
  /// The secrets whose values have changed in the user's store alone.
  package var stored: [String] = []
  /// The variables that became secrets, because they hold a credential.
  package var hidden: [String] = []
  /// The variables that hold a credential, and whose file cannot have secrets; they are not written.
  package var leftOut: [String] = []
  /// The variables whose values have braces. A file would fill them in, but the value of a script is data; they are not
  /// written.
  package var templates: [String] = []
  /// The servers that may get new secrets from now on.
  package var allowed: [UserValueUse] = []
  package var undo: WorkspaceChange?

  /// Notes which of the changed variables differ.
  fileprivate mutating func compare(_ old: Environment, _ new: Environment, _ changes: [ScriptChange]) {
    for name in changes.map(\.name) {
      if old.rows(named: name, withSecrets: false) != new.rows(named: name, withSecrets: false) {
        written.append(name)
      } else if old.rows(named: name, withSecrets: true) != new.rows(named: name, withSecrets: true) {
        stored.append(name)
      }
    }
  }
}

extension Workspace {
  /// Writes changed variables into the file of their scope: only the lines that differ, and nothing if none does. The
  /// values of secrets go to the user's store.
  /// - Returns: `nil` if the scope has no file.
  package func save(_ changed: ChangedVariables) throws(WorkspaceError) -> SavedVariables? {
    let templates = changed.changes.filter(\.holdsBraces).map(\.name)
    var changed = changed
    changed.changes.removeAll(where: \.holdsBraces)
    let collection = changed.place.collection
    let folder = changed.scope == .globals ? folderOfGlobals(of: collection) : collection
    let isCollection = changed.scope == .collection
    var saved = try folder.flatMap { folder throws(WorkspaceError) in
      try isCollection ? saveInCollection(changed) : saveInEnvironment(of: folder, changed)
    }
    saved?.templates = templates
    return saved
  }

  private func options(for changed: ChangedVariables) -> SaveOptions {
    SaveOptions(secrets: Dictionary(changed.read.map { ($0.key.name, $0.value) }) { first, _ in first })
  }

  private func saveInEnvironment(
    of folder: String, _ changed: ChangedVariables
  ) throws(WorkspaceError) -> SavedVariables? {
    guard let name = changed.place.environment, let file = try environment(named: name, of: folder) else { return nil }
    var result = SavedVariables(path: file.path)
    var wanted = file.environment
    wanted.take(changed.changes)
    if wanted == file.environment { return result }
    var former = file.environment
    let saved = try changeEnvironment(named: name, of: folder, options: options(for: changed)) { environment in
      former = environment
      environment.take(changed.changes)
      result.hidden = environment.hideCredentials(since: former)
      result.compare(former, environment, changed.changes)
    }
    result.undo = saved.undo
    // A value that a script may have taken from the user needs the user's consent for each server.
    if changed.scope == .environment, changed.read.isEmpty {
      result.allowed = try allowStored(in: saved.file.environment, since: former, of: folder)
    }
    return result
  }

  /// The file of a collection is shared and has no secrets: a variable that holds a credential stays as it is.
  private func saveInCollection(_ changed: ChangedVariables) throws(WorkspaceError) -> SavedVariables? {
    let folder = changed.place.collection
    var result = SavedVariables(path: settingsPath(of: folder))
    let saved = try changeSettings(of: folder, options: options(for: changed)) { definition in
      let old = Environment(name: "", variables: definition.variables.map { Environment.Variable($0) })
      var new = old
      new.take(changed.changes)
      result.leftOut = new.hideCredentials(since: old)
      let changes = changed.changes.filter { !result.leftOut.contains($0.name) }
      new = old
      new.take(changes)
      result.compare(old, new, changes)
      definition.variables = new.variables.map(\.row)
    }
    result.undo = saved.undo
    return result
  }
}
