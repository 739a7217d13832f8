import Basics
import Synchronization
import Workspaces

/// Modules that scripts require.
extension ScriptAsks {
  func module(_ name: String, from: String?) -> JSONValue {
    let modules = ScriptModules(of: turn.context.folder, turn.context.consent)
    do throws(ScriptModules.Missing) {
      let module = try modules.module(name, from: from)
      if !module.isData, let why = refusal(of: module.script, modules) { return .object(["refused": .string(why)]) }
      return .object([
        "kind": module.isData ? "json" : "js", "path": .string(module.path), "code": .string(module.code),
      ])
    } catch {
      return .object(["refused": .string(error.message)])
    }
  }

  /// The reason why a module may not run: its file has changed since the scripts were allowed, or its name is computed.
  private func refusal(of module: PlacedScript, _ modules: ScriptModules) -> String? {
    do throws(WorkspaceError) {
      if try session.mayRun(module, in: turn.context) { return nil }
    } catch {
      return error.description
    }
    state.withLock { $0.modules.append(module) }
    let isKnown = modules.all(requiredBy: turn.state.scripts.all).contains { $0.file == module.file }
    return "\(module.file) is not allowed: "
      + (isKnown ? "apus allow --scripts" : "its name is computed, so it needs --allow-scripts")
  }
}
