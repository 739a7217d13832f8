package import Basics
import Interchange
package import Workspaces

extension Runner {
  /// The variables of the environment or of the globals at the end of the run, as Postman exports them.
  /// - Parameter name: for variables that no named environment has.
  package func postmanVariables(_ scope: ScriptScope, named name: String) -> JSONValue {
    // A request that cannot be read was reported when it was its turn.
    let context = order.jobs.lazy.compactMap { try? $0.plan().context }.first
    let changes =
      context.flatMap { context in
        session?.scriptVariables(in: context.answerScope).changes(in: scope, request: nil, folder: nil)
      } ?? []
    let isGlobal = scope == .globals
    var variables = (isGlobal ? context?.globals : context?.environment) ?? Environment(name: "")
    if variables.name.isEmpty { variables.name = name }
    variables.take(changes)
    return PostmanVariables.json(variables, isGlobal: isGlobal, changes)
  }
}

extension SendContext {
  /// The variables that collections share, each name once.
  fileprivate var globals: Environment {
    var names: Set<String> = []
    let entries = variables.entries.filter { $0.origin == .workspace && names.insert($0.name).inserted }
    return Environment(
      name: "",
      variables: entries.map { Environment.Variable(Row($0.name, $0.value), isSecret: $0.isSecret) })
  }
}
