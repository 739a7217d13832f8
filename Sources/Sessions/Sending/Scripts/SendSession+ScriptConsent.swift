package import SessionModel
import Synchronization
package import Workspaces

/// A script that may run with the requests of a collection.
struct AllowedScript: Hashable {
  var collection: String
  var phase: String
  var code: String

  init(_ script: PlacedScript, of collection: String) {
    self.collection = collection
    phase = script.phase
    code = script.code
  }
}

/// Scripts and the modules that they require run once the user has allowed them: one question for all that a
/// collection has.
extension SendSession {
  nonisolated func checkAllowed(_ scripts: [PlacedScript], _ plan: SendPlan) throws(SendFault) {
    // Without a policy, the user wrote the request.
    guard !options.allowsScripts, let workspace, plan.context.consent != nil else { return }
    let collection = plan.context.folder
    let unknown = known.withLock { known in
      scripts.filter { !known.allowed.contains(AllowedScript($0, of: collection)) }
    }
    guard !unknown.isEmpty else { return }
    let all = unknown + workspace.modules(requiredBy: unknown, of: collection)
    let open: [PlacedScript]
    do throws(WorkspaceError) { open = try unallowed(all, plan, workspace) } catch { throw .file(error) }
    guard !open.isEmpty else {
      return known.withLock { $0.allowed.formUnion(all.map { AllowedScript($0, of: collection) }) }
    }
    throw .scripts(.notAllowed(question(about: open, of: collection, workspace)))
  }

  /// Returns whether a module may run. Its file may have changed since `checkAllowed`.
  nonisolated func mayRun(_ module: PlacedScript, in context: SendContext) throws(WorkspaceError) -> Bool {
    guard !options.allowsScripts, let workspace, context.consent != nil else { return true }
    let script = AllowedScript(module, of: context.folder)
    if known.withLock({ $0.allowed.contains(script) }) { return true }
    let isAllowed = try workspace.consents.unallowed([module.use], of: context.folder).isEmpty
    known.withLock { known in
      // Otherwise the next send asks before it begins.
      if isAllowed { known.allowed.insert(script) } else { (known.allowed, known.unallowed) = ([], [:]) }
    }
    return isAllowed
  }

  /// The scripts that the user has neither allowed nor just typed.
  private nonisolated func unallowed(
    _ scripts: [PlacedScript], _ plan: SendPlan, _ workspace: Workspace
  ) throws(WorkspaceError) -> [PlacedScript] {
    let collection = plan.context.folder
    func unallowed(_ scripts: [PlacedScript]) throws(WorkspaceError) -> [PlacedScript] {
      let uses = Set(try workspace.consents.unallowed(scripts.map(\.use), of: collection).map(\.source))
      return scripts.filter { uses.contains($0.use.source) }
    }
    let open = try unallowed(scripts)
    let typed = open.isEmpty ? [] : typed(in: plan, workspace)
    guard !typed.isEmpty else { return open }
    // Once it is saved, it is the same script.
    try workspace.consents.allow(open.filter { typed.contains($0.script) }.map(\.use), for: collection)
    return try unallowed(open)
  }

  /// The scripts of an edited request that its file does not contain.
  private nonisolated func typed(in plan: SendPlan, _ workspace: Workspace) -> Set<Script> {
    guard let id = plan.requestID else { return Set(plan.definition.allScripts) }
    guard let path = workspace.path(ofRequest: id, in: plan.context.folder),
      // Without a readable file, nothing is known to be typed.
      let saved = try? workspace.request(at: path)
    else { return [] }
    return Set(plan.definition.allScripts).subtracting(saved.definition.allScripts)
  }

  /// The question about all scripts of a collection that are not allowed, which is searched once per session.
  private nonisolated func question(
    about scripts: [PlacedScript], of collection: String, _ workspace: Workspace
  ) -> ScriptQuestion {
    let former = known.withLock { $0.unallowed[collection] }
    if let former, scripts.allSatisfy({ former.scripts.contains($0) }) { return former }
    let question = workspace.unallowedScripts(of: collection, first: scripts)
    known.withLock { $0.unallowed[collection] = question }
    return question
  }
}

extension Workspace {
  /// The scripts of a collection, and the modules that they require, that the user has not allowed, each code once.
  /// - Parameter first: scripts that are known to be among them.
  package func unallowedScripts(of collection: String, first: [PlacedScript] = []) -> ScriptQuestion {
    let all = first + scriptsAndModules(ofCollection: collection)
    // If the consents cannot be read, nothing is allowed.
    let uses = (try? consents.unallowed(all.map(\.use), of: collection)) ?? all.map(\.use)
    var open = Set(uses.map(\.source))
    return ScriptQuestion(collection: collection, scripts: all.filter { open.remove($0.use.source) != nil })
  }
}
