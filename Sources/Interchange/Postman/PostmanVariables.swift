package import Basics
package import Workspaces

/// Writes variables as Postman exports an environment or the globals.
package enum PostmanVariables {
  /// - Parameter changes: what scripts have set in this scope; their values keep their JSON type.
  package static func json(
    _ environment: Environment, isGlobal: Bool, _ changes: [ScriptChange]
  ) -> JSONValue {
    let set = Dictionary(changes.map { ($0.name, $0.value) }) { $1 }
    let values = environment.variables.map { variable -> JSONValue in
      let row = variable.row
      let value = (row.isEnabled ? set[row.name] ?? nil : nil) ?? .string(row.value)
      let type = variable.isSecret ? "secret" : value.string == nil ? "any" : "default"
      return .object([
        "key": .string(row.name), "value": value, "type": .string(type), "enabled": .bool(row.isEnabled),
      ])
    }
    return .object([
      "name": .string(environment.name), "values": .array(values),
      "_postman_variable_scope": .string(isGlobal ? "globals" : "environment"),
    ])
  }
}
