import Basics

extension GraphQLSettings {
  static func read(_ root: YAMLNode?, _ reader: inout NodeReader) -> GraphQLSettings {
    guard let node = root?["extensions"]?["apus"]?["graphql"] else { return GraphQLSettings() }
    var made = GraphQLSettings()
    made.operation = reader.text(node["operation"], "operation").trimmed
    if let written = node["subscriptions"], !written.isNull {
      made.transport = Transport(rawValue: written.text ?? "")
      if made.transport == nil, written.text != "auto" {
        reader.hint(written, "subscriptions is none of auto, websocket and sse; auto is used")
      }
    }
    made.connectionInit = reader.text(node["connectionInit"], "connectionInit")
    made.schema = reader.text(node["schema"], "schema").trimmed
    made.files = reader.rows(node["files"], "files")
    return made
  }
}
