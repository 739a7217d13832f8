import Basics
import Workspaces

// Folders and requests without a place in the tree: they are put into its root, and told.

extension InsomniaReader {
  private static let requests: Set<String> = ["request", "grpc_request", "websocket_request"]

  /// What no way leads to from a workspace: folders that contain each other in a circle, and what hangs on something else
  /// than a folder.
  mutating func unreached(
    _ resources: [JSONValue], _ children: [String: [JSONValue]]
  ) -> [ImportedCollection.Item] {
    var groups: [String: JSONValue] = [:]
    for node in resources where node["_type"]?.string == "request_group" { groups[node["_id"]?.string ?? "-"] = node }
    var found: [ImportedCollection.Item] = []
    for node in resources {
      let isGroup = node["_type"]?.string == "request_group"
      guard isGroup || Self.requests.contains(node["_type"]?.string ?? "") else { continue }
      var id = node[isGroup ? "_id" : "parentId"]?.string ?? (isGroup ? "-" : "")
      // Up to the outermost, or around a circle.
      var seen: Set<String> = []
      while !entered.contains(id), seen.insert(id).inserted, let above = groups[id]?["parentId"]?.string,
        groups[above] != nil
      { id = above }
      if entered.contains(id) { continue }
      if let group = groups[id] {
        hoisted.insert(id)
        var folder = folder(group)
        let isCircle = group["parentId"]?.string.map { groups[$0] != nil } ?? false
        tellMisplaced(folder.name, isCircle ? "what is in folders that contain each other" : "what is in no folder")
        folder.items = items(below: id, children, depth: 1)
        found.append(.folder(folder))
      } else {
        tellMisplaced(node["name"]?.string ?? id, "what is in no folder")
        found += items(below: id, children, depth: 0)
      }
      found += deeper { $0.items(below: $1["_id"]?.string ?? "-", children, depth: 1) }
    }
    return found
  }

  /// The folders that are nested too deep, with what is in them.
  mutating func deeper(
    _ content: (inout InsomniaReader, JSONValue) -> [ImportedCollection.Item]
  ) -> [ImportedCollection.Item] {
    var found: [ImportedCollection.Item] = []
    while let group = tooDeep.popLast() {
      var folder = folder(group)
      tellMisplaced(folder.name, "what is nested more than \(Self.depthLimit) deep")
      folder.items = content(&self, group)
      found.append(.folder(folder))
    }
    return found
  }

  private mutating func tellMisplaced(_ name: String, _ what: String) {
    notices.append(Notice(.warning, name, "\(what) stands in the collection itself"))
  }
}
