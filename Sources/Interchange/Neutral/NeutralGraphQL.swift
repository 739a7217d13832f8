import Basics
import Workspaces

extension GraphQLSettings {
  /// As in the files of requests, without the operation, which stands beside the body; `nil` if it says nothing.
  var neutral: JSONValue? {
    var members: [JSONValue.Member] = []
    if let transport { members.append(.init("subscriptions", .string(transport.rawValue))) }
    if !connectionInit.isEmpty { members.append(.init("connectionInit", .string(connectionInit))) }
    if !schema.isEmpty { members.append(.init("schema", .string(schema))) }
    if !files.isEmpty { members.append(.init("files", .array(files.map(\.neutral)))) }
    return members.isEmpty ? nil : .object(members)
  }
}

extension NeutralReader {
  mutating func graphQL(_ node: JSONValue, at place: String) -> GraphQLSettings {
    var made = GraphQLSettings(operation: optional(node, "operation", at: place) ?? "")
    guard let written = node["graphql"], written != .null else { return made }
    let place = place + "/graphql"
    if let word = optional(written, "subscriptions", at: place) {
      made.transport = GraphQLSettings.Transport(rawValue: word)
      if made.transport == nil {
        tell(place + "/subscriptions", "subscriptions over \(word) are not known: this is left out")
      }
    }
    made.connectionInit = text(written, "connectionInit", at: place)
    made.schema = text(written, "schema", at: place)
    made.files = rows(written, "files", at: place)
    return made
  }
}
