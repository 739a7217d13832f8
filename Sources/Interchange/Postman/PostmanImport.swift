import Basics
import Networking
import Workspaces

/// Reads Postman collections of format 2.0 and 2.1, and Postman environments and globals.
package enum PostmanImport {
  /// - Throws: `ImportError` if the text is neither.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let node: JSONValue
    do { node = try ForeignText.json(bytes) } catch { throw ImportError("postman", error.message) }
    let collection = node["collection"] ?? node
    if collection["info"] != nil || collection["item"] != nil { return self.collection(collection, name: name) }
    if let values = node["values"]?.array ?? node["environment"]?["values"]?.array {
      return environment(node["environment"] ?? node, values, name: name)
    }
    if node["requests"] != nil, node["order"] != nil {
      throw ImportError("postman", "this is a collection of format 1: export it as format 2.1")
    }
    if let kind = PostmanLeftovers.otherKind(of: node) {
      throw ImportError("postman", "this is a single \(kind) request of format 3, which has no published description")
    }
    throw ImportError("postman", "there are neither items nor values")
  }

  static func recognizes(_ node: JSONValue) -> Bool {
    let collection = node["collection"] ?? node
    if collection["info"]?["schema"]?.string?.contains("postman") == true { return true }
    if collection["info"]?["_postman_id"] != nil { return true }
    if node["_postman_variable_scope"] != nil { return true }
    // Older environments have no other mark.
    if node["name"]?.string != nil, node["values"]?.array?.first?["key"] != nil { return true }
    return collection["info"] != nil && collection["item"]?.array != nil
  }

  private static func collection(_ node: JSONValue, name: String) -> ImportedCollection {
    var reader = PostmanReader()
    let info = node["info"]
    let isOld = info?["schema"]?.string?.contains("v2.0") ?? false
    var root = reader.folder(node, named: info?["name"]?.string ?? name, at: "")
    root.settings.docs = PostmanReader.text(info?["description"])
    // The root has nothing to inherit from.
    if root.settings.authentication == .inherit { root.settings.authentication = .none }
    return ImportedCollection(format: isOld ? "postman-2.0" : "postman-2.1", root: root, notices: reader.notices)
  }

  private static func environment(_ node: JSONValue, _ values: [JSONValue], name: String) -> ImportedCollection {
    let title = node["name"]?.string ?? name
    let variables = values.map { value in
      let row = PostmanReader.row(value)
      let isEnabled = value["enabled"]?.bool ?? row.isEnabled
      return Environment.Variable(
        Row(row.name, row.value, isEnabled: isEnabled, note: row.note), isSecret: value["type"]?.string == "secret")
    }
    let environment = Environment(name: title, variables: variables)
    var notices: [Notice] = []
    PostmanLeftovers.tell(ofEnvironment: node, at: "", notices: &notices)
    return ImportedCollection(
      format: "postman-environment", root: ImportedCollection.Folder(name: title), environments: [environment],
      notices: notices)
  }
}
