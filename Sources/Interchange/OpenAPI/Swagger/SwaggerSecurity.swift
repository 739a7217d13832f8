import Basics
import Workspaces

/// The security definitions of Swagger 2.0 as the schemes of OpenAPI 3.
enum SwaggerSecurity {
  static func schemes(_ definitions: JSONValue?) -> JSONValue {
    guard case .object(let members) = definitions ?? .null else { return .object([]) }
    return .object(members.map { .init($0.name, scheme($0.value)) })
  }

  private static func scheme(_ node: JSONValue) -> JSONValue {
    guard case .object(let members) = node else { return node }
    switch node["type"]?.string {
    case "basic":
      let rest = members.filter { $0.name != "type" }
      return .object([.init("type", .string("http")), .init("scheme", .string("basic"))] + rest)
    case "oauth2":
      let names = [
        "application": "clientCredentials", "accessCode": "authorizationCode", "password": "password",
        "implicit": "implicit",
      ]
      let own: Set<String> = ["authorizationUrl", "tokenUrl", "refreshUrl", "scopes"]
      let flow = node["flow"]?.string ?? ""
      let flows = JSONValue.object([
        .init(names[flow] ?? flow, .object(members.filter { own.contains($0.name) }))
      ])
      return .object(members.filter { !own.contains($0.name) && $0.name != "flow" } + [.init("flows", flows)])
    default: return node
    }
  }
}
