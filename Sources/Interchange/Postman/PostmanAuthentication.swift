import Basics
import Workspaces

/// Postman's authentication: absent means inherited, `noauth` none; 2.0 keeps the parameters in an object, 2.1 in rows.
enum PostmanAuthentication {
  static func read(_ node: JSONValue?, at place: String, notices: inout [Notice]) -> Authentication {
    guard let node, let type = node["type"]?.string else { return .inherit }
    let given = parameters(node[type])
    func field(_ name: String, _ theirs: String) -> Authentication.Field {
      Authentication.Field(name, given.first { $0.name == theirs }?.value ?? "")
    }
    if let known = Self.known[type] {
      let lost = given.filter { !known.contains($0.name) && !$0.value.isEmpty }.map(\.name)
      if !lost.isEmpty {
        let names = lost.joined(separator: ", ")
        notices.append(Notice(.warning, place, "parts of a \(type) login are not carried over: \(names)"))
      }
    }
    switch type {
    case "noauth": return .none
    case "basic": return Authentication(.basic, [field("username", "username"), field("password", "password")])
    case "bearer": return Authentication(.bearer, [field("token", "token")])
    case "digest": return Authentication(.digest, [field("username", "username"), field("password", "password")])
    case "ntlm":
      return Authentication(
        .ntlm, [field("username", "username"), field("password", "password"), field("domain", "domain")])
    case "apikey":
      let place = given.first { $0.name == "in" }?.value == "query" ? "query" : "header"
      return Authentication(.apikey, [field("key", "key"), field("value", "value"), .init("placement", place)])
    case "awsv4":
      return Authentication(
        .awsv4,
        [
          field("accessKeyId", "accessKey"), field("secretAccessKey", "secretKey"),
          field("sessionToken", "sessionToken"),
          field("service", "service"), field("region", "region"),
        ])
    case "jwt": return PostmanToken.read(given, at: place, &notices)
    default:
      notices.append(Notice(.warning, place, "a login is kept as written, but not supported: \(type)"))
      let fields = given.map { Authentication.Field($0.name, $0.value) }
      switch type {
      case "oauth1": return Authentication(.oauth1, fields)
      case "oauth2": return Authentication(.oauth2, fields)
      default: return Authentication(.other(type), fields)
      }
    }
  }

  /// The parameters that ours can hold.
  private static let known: [String: Set<String>] = [
    "basic": ["username", "password", "showPassword"], "bearer": ["token"], "digest": ["username", "password"],
    "ntlm": ["username", "password", "domain"], "apikey": ["key", "value", "in"],
    "awsv4": ["accessKey", "secretKey", "sessionToken", "service", "region"], "jwt": PostmanToken.known,
  ]

  private static func parameters(_ node: JSONValue?) -> [(name: String, value: String)] {
    if case .object(let members) = node { return members.map { ($0.name, ForeignText.scalar($0.value)) } }
    return (node?.array ?? []).map { ($0["key"]?.string ?? "", ForeignText.scalar($0["value"])) }
  }
}
