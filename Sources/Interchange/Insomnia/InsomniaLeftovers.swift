import Basics
import Workspaces

/// Reports what an Insomnia export contains that we cannot hold.
enum InsomniaLeftovers {
  /// Members that matter only to Insomnia.
  private static let own: Set<String> = [
    "_id", "id", "_type", "type", "parentId", "name", "description", "meta", "metaSortKey", "modified", "created",
    "isPrivate", "scope", "environmentPropertyOrder", "dataPropertyOrder", "kvPairData", "environmentType",
  ]
  private static let scripts: Set<String> = ["preRequestScript", "afterResponseScript", "scripts"]

  static func tell(ofRequest node: JSONValue, at place: String, notices: inout [Notice]) {
    let settings = [
      "settingFollowRedirects", "settingEncodeUrl", "settingStoreCookies", "settingSendCookies",
      "settingRebuildPath", "settingDisableRenderRequestBody", "settings",
    ]
    let read: Set<String> = [
      "method", "url", "parameters", "pathParameters", "headers", "body", "authentication",
    ]
    Leftovers.tell(
      node, besides: own.union(read).union(scripts).union(settings), at: place, notices: &notices)
    tell(ofSettings: node, at: place, notices: &notices)
    let row: Set<String> = ["id", "name", "value", "disabled", "description", "type", "multiline", "fileName"]
    for name in ["parameters", "pathParameters", "headers"] {
      Leftovers.tell(
        rows: node[name], besides: row.subtracting(["fileName"]), at: "\(place)/\(name)", notices: &notices)
    }
    Leftovers.tell(
      node["body"], besides: ["mimeType", "text", "params", "fileName"], at: place + "/body", notices: &notices)
    Leftovers.tell(rows: node["body"]?["params"], besides: row, at: place + "/body/params", notices: &notices)
  }

  static func tell(ofCall node: JSONValue, besides read: Set<String>, at place: String, notices: inout [Notice]) {
    Leftovers.tell(node, besides: own.union(read).union(["reflectionApi", "sortKey"]), at: place, notices: &notices)
  }

  static func tell(ofFolder node: JSONValue, at place: String, notices: inout [Notice]) {
    let read: Set<String> = ["environment", "headers", "authentication", "children"]
    Leftovers.tell(node, besides: own.union(read).union(scripts), at: place, notices: &notices)
  }

  static func tell(ofEnvironment node: JSONValue, at place: String, notices: inout [Notice]) {
    Leftovers.tell(node, besides: own.union(["data", "color", "subEnvironments"]), at: place, notices: &notices)
  }

  /// Reports settings that differ from their defaults.
  private static func tell(ofSettings node: JSONValue, at place: String, notices: inout [Notice]) {
    let settings = node["settings"]
    let on = ["settingStoreCookies", "settingSendCookies", "settingRebuildPath"].filter { node[$0]?.bool == false }
    var names = on + ["settingDisableRenderRequestBody"].filter { node[$0]?.bool == true }
    names += ["rebuildPath"].filter { settings?[$0]?.bool == false }
    names += ["renderRequestBody"].filter { settings?[$0]?.bool == false }
    names += ["send", "store"].filter { settings?["cookies"]?[$0]?.bool == false }.map { "cookies.\($0)" }
    if names.isEmpty { return }
    notices.append(Notice(.warning, place, "a setting is not carried over: \(names.joined(separator: ", "))"))
  }
}
