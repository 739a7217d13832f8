package import Basics
package import HTTPModel
import Workspaces

extension ImportedCollection {
  /// The neutral model of `apus import --json` and `apus export json`. Optional members that are empty or at their
  /// default are omitted; `NeutralImport` reads everything back.
  package var json: JSONValue {
    var json: JSONValue = ["format": .string(format)]
    json.add(root.json)
    json["environments"] = .array(environments.map(\.neutral))
    json["notices"] = .array(notices.map(\.neutral))
    return json
  }
}

extension ImportedCollection.Folder {
  fileprivate var json: JSONValue {
    var json: JSONValue = ["name": .string(name)]
    json.add(settings.json)
    json["items"] = .array(items.map(\.json))
    return json
  }
}

extension ImportedCollection.Item {
  fileprivate var json: JSONValue {
    switch self {
    case .request(let request, let options): return request.neutral(options)
    case .folder(let folder):
      var json: JSONValue = ["type": "folder"]
      json.add(folder.json)
      return json
    }
  }
}

extension JSONValue {
  fileprivate mutating func add(_ other: JSONValue) {
    for member in other.members ?? [] { self[member.name] = member.value }
  }
}

extension Row {
  func isNamed(_ header: String) -> Bool { name.lowercased() == header.lowercased() }
}

extension Environment {
  fileprivate var neutral: JSONValue {
    var json: JSONValue = ["name": .string(name)]
    if let color { json["color"] = .string(color) }
    if isProtected { json["protected"] = true }
    json["variables"] = .array(
      variables.map { variable in
        var json = Row.variableFields.json(of: variable.row)
        json["secret"] = .bool(variable.isSecret)
        return json
      })
    if !trust.isEmpty { json["tls"] = ServerTrust.fields.json(of: trust) }
    return json
  }
}

extension Notice {
  fileprivate var neutral: JSONValue {
    .object([
      .init("severity", .string(severity.rawValue)), .init("where", .string(location)), .init("what", .string(message)),
    ])
  }
}

extension RequestDefinition {
  package func neutral(_ options: TransferOptions = TransferOptions()) -> JSONValue {
    var json: JSONValue = ["type": .string(kind.otherThanHTTP ?? "http")]
    if kind == .graphql { json["kind"] = "graphql" }
    json.add(Self.fields.json(of: self))
    var settings = json["settings"] ?? .object([])
    settings.add(options.neutral)
    json["settings"] = settings
    return json
  }
}

extension TransferOptions {
  fileprivate var neutral: JSONValue {
    var json = JSONValue.object([])
    json["verifyTLS"] = (tls?.verifies).map { .bool($0) }
    json["httpVersion"] = httpVersion.map { .string($0.rawValue) }
    json["proxy"] = proxy.map { .string($0) }
    json["noProxy"] = noProxy.map { .string($0) }
    json["decompress"] = decompresses.map { .bool($0) }
    json["resolve"] = resolve.map { .array($0.map { .string($0) }) }
    json["connectTo"] = connectTo.map { .array($0.map { .string($0) }) }
    json["unixSocket"] = unixSocket.map { .string($0) }
    json["interface"] = interface.map { .string($0) }
    json["requestTarget"] = requestTarget.map { .string($0) }
    return json
  }
}
