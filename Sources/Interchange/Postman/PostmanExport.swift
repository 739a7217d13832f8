import Basics
import Workspaces

/// Writes Postman collections of format 2.1.
enum PostmanExport {
  private static let schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

  static func write(_ collection: ImportedCollection) -> ExportedText {
    var notices: [Notice] = []
    var info: [JSONValue.Member] = [.init("name", .string(collection.root.name))]
    let docs = collection.root.settings.docs
    if !docs.isEmpty { info.append(.init("description", .string(docs))) }
    info.append(.init("schema", .string(schema)))
    var members: [JSONValue.Member] = [.init("info", .object(info))]
    members.append(.init("item", items(collection.root, layers: [], &notices)))
    members += settings(collection.root, isRoot: true, &notices)
    return ExportedText(text: JSONValue.object(members).pretty + "\n", notices: notices)
  }

  private static func items(
    _ folder: ImportedCollection.Folder, layers: [SharedSettings], _ notices: inout [Notice]
  ) -> JSONValue {
    let layers = layers + [folder.settings]
    var nodes: [JSONValue] = []
    for item in folder.items {
      switch item {
      case .folder(let inner):
        var members: [JSONValue.Member] = [.init("name", .string(inner.name))]
        if !inner.settings.docs.isEmpty { members.append(.init("description", .string(inner.settings.docs))) }
        members.append(.init("item", items(inner, layers: layers, &notices)))
        nodes.append(.object(members + settings(inner, isRoot: false, &notices)))
      case .request(let request, _):
        if request.kind.otherThanHTTP != nil { continue }
        var writer = PostmanRequestWriter(request, layers: layers)
        let node = writer.item()
        nodes.append(node)
        notices += writer.notices
        // The headers of folders are written into the requests.
        let around = layers.map { SharedSettings(authentication: $0.authentication) }
        notices += ExportCheck.notices(
          ExportedRequest(request, layers: layers), readBack: [PostmanReader.request(node)], layers: around)
      }
    }
    return .array(nodes)
  }

  private static func settings(
    _ folder: ImportedCollection.Folder, isRoot: Bool, _ notices: inout [Notice]
  ) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    let authentication = folder.settings.authentication
    // Absent means inherited, and a collection has nothing to inherit from.
    if let node = PostmanAuthentication.node(authentication, named: folder.name, &notices),
      !(isRoot && authentication == .none)
    {
      members.append(.init("auth", node))
    }
    if !folder.settings.scripts.isEmpty { members.append(.init("event", events(folder.settings.scripts))) }
    if !folder.settings.variables.isEmpty {
      members.append(.init("variable", .array(folder.settings.variables.map(row))))
    }
    return members
  }

  static func events(_ scripts: [Script]) -> JSONValue {
    .array(
      scripts.map { script in
        let listen = script.phase == "before-request" ? "prerequest" : "test"
        let lines = script.code.split(separator: "\n", omittingEmptySubsequences: false).map {
          JSONValue.string(String($0))
        }
        return .object([
          .init("listen", .string(listen)),
          .init("script", .object([.init("type", .string("text/javascript")), .init("exec", .array(lines))])),
        ])
      })
  }

  static func row(_ row: Row) -> JSONValue {
    var members: [JSONValue.Member] = [.init("key", .string(row.name)), .init("value", .string(row.value))]
    if !row.isEnabled { members.append(.init("disabled", .bool(true))) }
    if !row.note.isEmpty { members.append(.init("description", .string(row.note))) }
    return .object(members)
  }
}

extension PostmanAuthentication {
  /// `nil` for `inherit`.
  static func node(_ authentication: Authentication, named name: String, _ notices: inout [Notice]) -> JSONValue? {
    let word = authentication.scheme.word
    var names: [String: String] = [:]
    switch authentication.scheme {
    case .inherit: return nil
    case .none: return .object([.init("type", .string("noauth"))])
    case .basic, .digest, .ntlm, .bearer, .jwt: break
    case .apikey: names = ["placement": "in"]
    case .awsv4: names = ["accessKeyId": "accessKey", "secretAccessKey": "secretKey"]
    default:
      notices.append(Notice(.warning, name, "authentication by \(word) is written as it is; look at it in Postman"))
    }
    let fields =
      authentication.scheme == .jwt
      ? PostmanToken.fields(of: authentication, named: name, &notices)
      : authentication.fields.map { field in
        let value = field.name == "placement" && field.value == "queryparams" ? "query" : field.value
        return (name: names[field.name] ?? field.name, value: value)
      }
    let rows = fields.map { field in
      JSONValue.object([
        .init("key", .string(field.name)), .init("value", .string(field.value)), .init("type", .string("string")),
      ])
    }
    return .object([.init("type", .string(word)), .init(word, .array(rows))])
  }
}
