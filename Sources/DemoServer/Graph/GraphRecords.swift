import Basics
import GraphQL

/// The values of the shop's fields.
struct GraphRecords: Sendable {
  let store: Store
  /// The files that came beside the query, by the paths of their variables.
  var files: [String: JSONValue] = [:]

  /// The value of a field of a root type.
  func value(of name: String, _ arguments: JSONValue, in root: OperationKind) async throws(GraphFault) -> GraphNode {
    do throws(Problem) {
      switch (root, name) {
      case (.query, "users"), (.query, "people"): return await list(.users, arguments)
      case (.query, "orders"): return await list(.orders, arguments)
      case (.query, "user"): return await record(.users, arguments)
      case (.query, "order"): return await record(.orders, arguments)
      case (.query, "search"): return await found(arguments)
      case (.mutation, "createUser"):
        return .record("User", try await store.create(.users, from: arguments["input"] ?? .null).record)
      case (.mutation, "setOrderStatus"):
        let change = JSONValue.object(["status": arguments["status"]])
        return .record("Order", try await store.update(.orders, id: id(arguments), with: change, wholly: false))
      case (.mutation, "attach"): return try attached(arguments)
      default: return .null
      }
    } catch {
      let details = error.violations.map { "\($0.field) \($0.message)" }.joined(separator: "; ")
      throw GraphFault(details.isEmpty ? error.detail : details)
    }
  }

  /// The value of a field of a record; references lead to other records.
  func value(
    of name: String, _ arguments: JSONValue, in record: JSONValue, of type: String
  ) async throws(GraphFault) -> GraphNode {
    switch (type, name) {
    case ("User", "orders"):
      let own = await store.all(.orders).filter { $0["user_id"] == record["id"] }
      return nodes(own, "Order", arguments)
    case ("Order", "user"):
      let user = await store.all(.users).first { $0["id"] == record["user_id"] }
      return user.map { .record("User", $0) } ?? .null
    case ("Order", "items"): return .list((record["items"]?.array ?? []).map { .record("Item", $0) })
    default: return .leaf(record[name] ?? .null)
    }
  }

  private func id(_ arguments: JSONValue) -> Int { arguments["id"]?.integer ?? 0 }

  private func record(_ resource: Resource, _ arguments: JSONValue) async -> GraphNode {
    let id = id(arguments)
    let found = await store.all(resource).first { $0["id"]?.integer == id }
    return found.map { .record(Self.type(of: resource), $0) } ?? .null
  }

  private func list(_ resource: Resource, _ arguments: JSONValue) async -> GraphNode {
    nodes(await store.all(resource), Self.type(of: resource), arguments)
  }

  /// `first` limits the number; every other argument must equal the field with its name.
  private func nodes(_ records: [JSONValue], _ type: String, _ arguments: JSONValue) -> GraphNode {
    var found = records
    if case .object(let members) = arguments {
      for member in members where member.name != "first" && member.value != .null {
        found = found.filter { $0[member.name] == member.value }
      }
    }
    return .list(found.prefix(max(0, arguments["first"]?.integer ?? 100)).map { .record(type, $0) })
  }

  private func found(_ arguments: JSONValue) async -> GraphNode {
    let words = (arguments["text"]?.string ?? "").lowercased()
    func matching(_ resource: Resource, _ field: String) async -> [GraphNode] {
      await store.all(resource).filter { $0[field]?.string?.lowercased().contains(words) == true }.map {
        .record(Self.type(of: resource), $0)
      }
    }
    let all = await matching(.users, "name") + matching(.orders, "note")
    return .list(Array(all.prefix(max(0, arguments["first"]?.integer ?? 10))))
  }

  private func attached(_ arguments: JSONValue) throws(Problem) -> GraphNode {
    guard var file = files["variables.file"] ?? files.values.first else {
      throw .badRequest("send the file in a multipart request, and name its variable in map")
    }
    file["note"] = arguments["note"]
    return .record("Attachment", file)
  }

  static func type(of resource: Resource) -> String { resource.name == Resource.users.name ? "User" : "Order" }
}
