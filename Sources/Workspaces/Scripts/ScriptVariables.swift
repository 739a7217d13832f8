import Basics

/// The variables that scripts set in one scope of answers since the session began, each directly above its own scope.
/// They are only in memory.
package struct ScriptVariables: Hashable, Sendable {
  /// One of several holders of variables: a folder by its path, a request by its name.
  private struct Holder: Hashable {
    var scope: ScriptScope
    var name = ""
  }

  /// In the order in which they were first set; each name once.
  private var changes: [Holder: [ScriptChange]] = [:]

  package init() {}

  package var isEmpty: Bool { changes.isEmpty }

  /// The changes that a request sees in a scope: the variables that have a value, and those that were removed.
  /// - Parameters:
  ///   - request: its path in the collection.
  ///   - folder: the absolute path of its folder.
  package func changes(in scope: ScriptScope, request: String?, folder: String?) -> [ScriptChange] {
    changes[Self.holder(of: scope, request, folder)] ?? []
  }

  /// Adds the changes of a script.
  /// - Parameter isRun: true for a request of a run, which keeps local variables until it ends.
  package mutating func take(_ new: [ScriptChange], request: String?, folder: String?, isRun: Bool = false) {
    for change in new where change.scope != .data && (isRun || change.scope != .local) {
      changes[Self.holder(of: change.scope, request, folder), default: []].set(change)
    }
  }

  /// Forgets the runtime variables that an answer has set since.
  package mutating func forgetRuntime(_ names: Set<String>) {
    let holder = Holder(scope: .runtime)
    changes[holder]?.removeAll { names.contains($0.name) }
    if changes[holder]?.isEmpty == true { changes[holder] = nil }
  }

  private static func holder(of scope: ScriptScope, _ request: String?, _ folder: String?) -> Holder {
    switch scope {
    case .request: Holder(scope: scope, name: request ?? "")
    case .folder: Holder(scope: scope, name: folder ?? "")
    default: Holder(scope: scope)
    }
  }
}

extension [ScriptChange] {
  /// Sets one variable; a known one keeps its place.
  package mutating func set(_ change: ScriptChange) {
    if let index = firstIndex(where: { $0.name == change.name }) { self[index] = change } else { append(change) }
  }
}

extension ScriptScope {
  /// The rank of its variables, as that of `VariableTable.Origin`.
  var rank: Int {
    switch self {
    case .runtime, .local, .data: VariableTable.Origin.runtime.rank
    case .request: VariableTable.Origin.request.rank
    case .folder: VariableTable.Origin.folder("").rank
    case .environment: VariableTable.Origin.environment("").rank
    case .collection: VariableTable.Origin.collection.rank
    case .globals: VariableTable.Origin.workspace.rank
    }
  }
}

extension VariableTable.Origin {
  var isScript: Bool { if case .script = self { true } else { false } }

  /// The scope in which scripts see such a variable; `nil` for one that they see otherwise.
  package var scriptScope: ScriptScope? {
    switch self {
    case .runtime: .runtime
    case .request: .request
    case .folder: .folder
    case .environment: .environment
    case .collection: .collection
    case .workspace: .globals
    case .script(let scope, _): scope
    case .commandLine, .prompt, .dotenv, .process, .dynamic, .response, .literal: nil
    }
  }
}

extension ScriptChange {
  /// The value in `{{name}}`: a string itself, every other value as JSON; `nil` if it was removed.
  package var text: String? { value.map(\.plainText) }
  /// True if a file would fill in braces in the value; the value of a script is data.
  package var holdsBraces: Bool { text?.contains("{{") ?? false }
}

extension SendContext {
  /// Puts the values of scripts above their scopes. Call it after `setRuntime`.
  /// - Parameters:
  ///   - request: the path of the request in its collection.
  ///   - local: the variables of this send alone.
  package mutating func setScripts(
    _ scripts: ScriptVariables, of request: String?, local: [ScriptChange] = []
  ) {
    guard !scripts.isEmpty || !local.isEmpty || variables.entries.contains(where: { $0.origin.isScript }) else {
      return
    }
    variables.entries.removeAll { $0.origin.isScript }
    let folder = layers.last?.path
    for scope in ScriptScope.allCases where scope != .data {
      var changes = scripts.changes(in: scope, request: request, folder: folder)
      if scope == .local { for change in local { changes.set(change) } }
      set(changes, in: scope)
    }
  }

  private mutating func set(_ changes: [ScriptChange], in scope: ScriptScope) {
    guard !changes.isEmpty else { return }
    let removed = Set(changes.lazy.filter { $0.value == nil }.map(\.name))
    if !removed.isEmpty, scope != .local {
      variables.entries.removeAll { $0.origin.scriptScope == scope && removed.contains($0.name) }
    }
    let entries = changes.compactMap { change in
      change.text.map {
        VariableTable.Entry(
          change.name, $0, json: change.value, isSecret: variables.isSecret(change.name),
          origin: .script(scope, change.place))
      }
    }
    // Local variables stand below those of the session.
    let place = variables.entries.firstIndex {
      scope == .local ? $0.origin.rank > scope.rank : $0.origin.rank >= scope.rank
    }
    variables.entries.insert(contentsOf: entries, at: place ?? variables.entries.count)
  }
}
