package import Basics
package import Workspaces

/// Writes variables as Postman exports an environment, the globals or a collection.
package enum PostmanVariables {
  package static func json(_ environment: Environment, isGlobal: Bool) -> JSONValue {
    let values = environment.variables.map { variable -> JSONValue in
      let (row, json) = (variable.row, variable.row.typedValue.json)
      let type = variable.isSecret ? "secret" : json == nil ? "default" : "any"
      return .object([
        "key": .string(row.name), "value": json ?? .string(row.value), "type": .string(type),
        "enabled": .bool(row.isEnabled),
      ])
    }
    return .object([
      "name": .string(environment.name), "values": .array(values),
      "_postman_variable_scope": .string(isGlobal ? "globals" : "environment"),
    ])
  }

  /// A collection in format 2.1: unchanged but for the values of its variables, or converted from an older format.
  /// - Parameters:
  ///   - bytes: a collection of Postman.
  ///   - name: the name of a collection whose file has none.
  ///   - changes: what scripts have set in the variables of the collection.
  package static func collection(
    _ bytes: [UInt8], named name: String, _ changes: [ScriptChange]
  ) throws(ImportError) -> ExportedText {
    let imported = try PostmanImport.read(bytes, name: name)
    var notices: [Notice] = []
    var node: JSONValue
    if imported.format == "postman-2.1" {
      node = try PostmanImport.node(bytes)
      node = node["collection"] ?? node
    } else {
      node = PostmanExport.node(imported, &notices)
    }
    node["variable"] = .filled(rows(node["variable"]?.array ?? [], taking: changes))
    return ExportedText(text: node.pretty + "\n", notices: notices)
  }

  /// Sets and removes variables as scripts did. A disabled variable that is set is enabled.
  private static func rows(_ rows: [JSONValue], taking changes: [ScriptChange]) -> [JSONValue] {
    // Scripts may set thousands, so each row is read once.
    var rows = rows.map { (node: $0, name: PostmanReader.row($0).name) }
    for change in changes {
      let places = rows.indices.filter { rows[$0].name == change.name }
      let enabled = places.filter { PostmanReader.row(rows[$0].node).isEnabled }
      guard let value = change.value else {
        for place in enabled.reversed() { rows.remove(at: place) }
        continue
      }
      let place = enabled.first ?? places.first ?? rows.endIndex
      if place == rows.endIndex { rows.append((["key": .string(change.name)], change.name)) }
      rows[place].node["value"] = value
      if rows[place].node["type"] != "secret" {
        rows[place].node["type"] = value.string == nil ? "any" : "string"
      }
      rows[place].node["disabled"] = nil
    }
    return rows.map(\.node)
  }
}
