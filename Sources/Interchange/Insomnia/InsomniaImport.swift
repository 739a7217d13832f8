import Basics
import Networking
import Workspaces

/// Reads Insomnia exports: format 4 (a flat list of resources, JSON or YAML) and format 5 (a tree, YAML).
package enum InsomniaImport {
  /// - Throws: `ImportError`, which names the format if it is an older one, or says why the text is not an export.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let node: JSONValue
    do { node = try ForeignText.node(bytes) } catch { throw ImportError("insomnia", error.message) }
    var reader = InsomniaReader()
    if let type = node["type"]?.string, type.hasPrefix("collection.insomnia.rest/5") {
      guard let collection = node["collection"]?.array else {
        throw ImportError("insomnia", "the export of format 5 has no collection")
      }
      let root = reader.tree(collection, node, name: name)
      return ImportedCollection(
        format: "insomnia-5", root: root, environments: reader.environments, notices: reader.notices)
    }
    guard let format = node["__export_format"].map({ ForeignText.scalar($0) }) else {
      throw ImportError("insomnia", "there is neither an __export_format nor a type collection.insomnia.rest/5")
    }
    guard format == "4" || format == "3" else {
      throw ImportError("insomnia", "this is export format \(format): export it as format 4 or 5")
    }
    guard let resources = node["resources"]?.array else { throw ImportError("insomnia", "the export has no resources") }
    let root = reader.resources(resources, name: name)
    return ImportedCollection(
      format: "insomnia-\(format)", root: root, environments: reader.environments, notices: reader.notices)
  }

  static func recognizes(_ node: JSONValue) -> Bool {
    node["__export_format"] != nil || node["type"]?.string?.hasPrefix("collection.insomnia.rest/") == true
  }
}
