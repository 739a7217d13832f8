import Basics
import HTTPModel
import Workspaces

/// Reads Insomnia exports: format 4 (a flat list of resources, JSON or YAML) and format 5 (a tree, YAML), with design
/// documents and environments.
package enum InsomniaImport {
  /// - Throws: `ImportError` for an older format or for a text that is not an export.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let node: JSONValue
    do { node = try ForeignText.node(bytes) } catch { throw ImportError("insomnia", error.message) }
    let imported = try collection(node, InsomniaReader(), name: name)
    // References to responses are paths, which are only known once the whole tree is read.
    guard String(decoding: bytes, as: UTF8.self).utf8.holds("{% response") else { return imported.collection }
    let paths = zip(imported.ids, imported.collection.root.requestPaths)
    return try collection(node, InsomniaReader(paths: Dictionary(paths) { first, _ in first }), name: name).collection
  }

  private static func collection(
    _ node: JSONValue, _ reader: InsomniaReader, name: String
  ) throws(ImportError) -> (collection: ImportedCollection, ids: [String]) {
    var reader = reader
    var (format, root) = try content(node, &reader, name: name)
    // Its scripts follow Postman's.
    root.runScriptsAsPostman()
    let collection = ImportedCollection(
      format: "insomnia-\(format)", root: root, environments: reader.environments, notices: reader.notices)
    return (collection, reader.ids)
  }

  private static func content(
    _ node: JSONValue, _ reader: inout InsomniaReader, name: String
  ) throws(ImportError) -> (format: String, root: ImportedCollection.Folder) {
    switch kind(node) {
    case "collection":
      guard let collection = node["collection"]?.array else {
        throw ImportError("insomnia", "the export of format 5 has no collection")
      }
      return ("5", reader.tree(collection, node, name: name))
    case "spec": return ("5", reader.tree(node["collection"]?.array ?? [], node, name: name))
    case "environment": return ("5", reader.sharedEnvironments(node, name: name))
    case let other?:
      throw ImportError("insomnia", "this is an export of the type \(other), without requests to send")
    case nil: break
    }
    guard let format = node["__export_format"].map({ ForeignText.scalar($0) }) else {
      throw ImportError("insomnia", "there is neither an __export_format nor a type collection.insomnia.rest/5.0")
    }
    guard format == "4" || format == "3" else {
      throw ImportError("insomnia", "this is export format \(format): export it as format 4 or 5")
    }
    guard let resources = node["resources"]?.array else { throw ImportError("insomnia", "the export has no resources") }
    return (format, reader.resources(resources, name: name))
  }

  /// The first word of a type such as `collection.insomnia.rest/5.0`.
  private static func kind(_ node: JSONValue) -> String? {
    guard let type = node["type"]?.string, let mark = type.utf8.range(ofBytes: ".insomnia.rest/5") else { return nil }
    return String(type[..<mark.lowerBound])
  }

  static func recognizes(_ node: JSONValue) -> Bool { node["__export_format"] != nil || kind(node) != nil }
}

/// Reports content of an Insomnia export that we cannot hold.
enum InsomniaLeftovers {
  /// Members that only matter to Insomnia.
  private static let own: Set<String> = [
    "_id", "id", "_type", "type", "parentId", "name", "description", "meta", "metaSortKey", "modified", "created",
    "isPrivate", "scope", "environmentPropertyOrder", "dataPropertyOrder", "kvPairData", "environmentType",
  ]
  private static let scripts: Set<String> = ["preRequestScript", "afterResponseScript", "scripts"]

  static func report(ofRequest node: JSONValue, at place: String, notices: inout [Notice]) {
    let settings = [
      "settingFollowRedirects", "settingEncodeUrl", "settingStoreCookies", "settingSendCookies",
      "settingRebuildPath", "settingDisableRenderRequestBody", "settings",
    ]
    let read: Set<String> = [
      "method", "url", "parameters", "pathParameters", "headers", "body", "authentication",
    ]
    Leftovers.report(
      node, except: own.union(read).union(scripts).union(settings), at: place, notices: &notices)
    report(ofSettings: node, at: place, notices: &notices)
    let row: Set<String> = [
      "id", "name", "value", "disabled", "description", "type", "multiline", "fileName", "contentType",
    ]
    for name in ["parameters", "pathParameters", "headers"] {
      Leftovers.report(
        rows: node[name], except: row.subtracting(["fileName", "contentType"]), at: "\(place)/\(name)",
        notices: &notices)
    }
    Leftovers.report(
      node["body"], except: ["mimeType", "text", "params", "fileName"], at: place + "/body", notices: &notices)
    Leftovers.report(rows: node["body"]?["params"], except: row, at: place + "/body/params", notices: &notices)
  }

  static func report(ofCall node: JSONValue, except read: Set<String>, at place: String, notices: inout [Notice]) {
    Leftovers.report(node, except: own.union(read).union(["reflectionApi", "sortKey"]), at: place, notices: &notices)
  }

  static func report(ofFolder node: JSONValue, at place: String, notices: inout [Notice]) {
    let read: Set<String> = ["environment", "headers", "authentication", "children"]
    Leftovers.report(node, except: own.union(read).union(scripts), at: place, notices: &notices)
  }

  static func report(ofEnvironment node: JSONValue, at place: String, notices: inout [Notice]) {
    Leftovers.report(node, except: own.union(["data", "color", "subEnvironments"]), at: place, notices: &notices)
  }

  /// True if cookies are neither sent nor stored.
  static func hasNoCookies(_ node: JSONValue) -> Bool { cookiesOff(node).count == 2 }

  private static func cookiesOff(_ node: JSONValue) -> [String] {
    let cookies = node["settings"]?["cookies"]
    let off = ["send", "store"].filter { cookies?[$0]?.bool == false }.map { "cookies.\($0)" }
    return off + ["settingStoreCookies", "settingSendCookies"].filter { node[$0]?.bool == false }
  }

  /// Reports settings that differ from their defaults.
  private static func report(ofSettings node: JSONValue, at place: String, notices: inout [Notice]) {
    let settings = node["settings"]
    var names = ["settingRebuildPath"].filter { node[$0]?.bool == false }
    names += ["settingDisableRenderRequestBody"].filter { node[$0]?.bool == true }
    names += ["rebuildPath", "renderRequestBody"].filter { settings?[$0]?.bool == false }
    let cookies = cookiesOff(node)
    // A single disabled setting has no equivalent.
    if cookies.count == 1 { names += cookies }
    if names.isEmpty { return }
    notices.warn(place, "a setting is not carried over: \(names.joined(separator: ", "))")
  }
}
