package import Basics
package import Interchange
package import Workspaces

extension Runner {
  /// The variables of the environment or of the globals at the end of the run, as Postman exports them.
  /// - Parameter name: for variables that no named environment has.
  package func postmanVariables(_ scope: ScriptScope, named name: String) -> JSONValue {
    let (context, changes) = (context, changes(in: scope))
    let isGlobal = scope == .globals
    var variables = (isGlobal ? context?.globals : context?.environment) ?? Environment(name: "")
    if variables.name.isEmpty { variables.name = name }
    variables.take(changes)
    return PostmanVariables.json(variables, isGlobal: isGlobal)
  }

  /// The collection of a Postman file with its variables at the end of the run.
  /// - Parameter source: the file that was run.
  package func postmanCollection(_ source: [UInt8], named name: String) throws(ImportError) -> ExportedText {
    try PostmanVariables.collection(source, named: name, changes(in: .collection))
  }

  private var context: SendContext? {
    // A request that cannot be read was reported when it was its turn.
    order.jobs.lazy.compactMap { try? $0.plan().context }.first
  }

  private func changes(in scope: ScriptScope) -> [ScriptChange] {
    guard let context, let session else { return [] }
    return session.scriptVariables(in: context.answerScope).changes(in: scope, request: nil, folder: nil)
  }
}

extension SendContext {
  /// The variables that collections share, each name once.
  fileprivate var globals: Environment {
    var names: Set<String> = []
    let entries = variables.entries.filter { $0.origin == .workspace && names.insert($0.name).inserted }
    return Environment(
      name: "", variables: entries.map { Environment.Variable(Row($0.name, $0.typedValue), isSecret: $0.isSecret) })
  }
}
