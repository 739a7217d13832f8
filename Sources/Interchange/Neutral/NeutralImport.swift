import Basics
import HTTPModel
import Workspaces

/// Reads the complete neutral model, as written by `apus export json` and `apus import --json`.
package enum NeutralImport {
  /// - Throws: `ImportError` if the text is not JSON or has no items.
  package static func read(_ bytes: [UInt8], name: String) throws(ImportError) -> ImportedCollection {
    let node: JSONValue
    do { node = try ForeignText.json(bytes) } catch { throw ImportError("json", error.message) }
    guard recognizes(node) else {
      throw ImportError("json", "it lacks the format, name and items that apus export json writes")
    }
    var reader = NeutralReader()
    var root = reader.folder(node, at: "")
    if root.name.isEmpty { root.name = name }
    let environments = reader.list(node, "environments", at: "").map { reader.environment($0.node, at: $0.place) }
    let said = reader.list(node, "notices", at: "").map { place, notice in
      Notice(
        notice["severity"]?.string == "error" ? .error : .warning, reader.text(notice, "where", at: place),
        reader.text(notice, "what", at: place))
    }
    return ImportedCollection(
      format: node["format"]?.string ?? "json", root: root, environments: environments, notices: said + reader.notices)
  }

  static func recognizes(_ node: JSONValue) -> Bool {
    node["format"]?.string != nil && node["name"]?.string != nil && node["items"]?.array != nil
  }
}

/// The parts of the neutral model that are not fields of a request or of shared settings.
extension NeutralReader {
  private static let depthLimit = 60

  mutating func folder(_ node: JSONValue, at place: String, depth: Int = 0) -> ImportedCollection.Folder {
    var folder = ImportedCollection.Folder(name: text(node, "name", at: place))
    folder.settings = SharedSettings(node, at: place, &self)
    guard depth < Self.depthLimit else {
      report(place, "folders are nested more than \(Self.depthLimit) deep: the rest is left out")
      return folder
    }
    for (place, item) in list(node, "items", at: place) {
      if item["type"]?.string == "folder" {
        folder.items.append(.folder(self.folder(item, at: place, depth: depth + 1)))
      } else if item["url"] != nil || item["method"] != nil {
        folder.items.append(
          .request(request(item, at: place), options: options(item["settings"] ?? .null, at: place + "/settings")))
      } else {
        report(place, "this is neither a folder nor a request: left out")
      }
    }
    return folder
  }

  mutating func environment(_ node: JSONValue, at place: String) -> Environment {
    var made = Environment(name: text(node, "name", at: place))
    made.color = optional(node, "color", at: place)
    made.isProtected = flag(node, "protected", at: place) ?? false
    if let tls = node["tls"] { ServerTrust.fields.read(tls, at: place + "/tls", into: &made.trust, &self) }
    made.variables = list(node, "variables", at: place).map { place, variable in
      var row = Row()
      Row.variableFields.read(variable, at: place, into: &row, &self)
      return Environment.Variable(row, isSecret: flag(variable, "secret", at: place) ?? false)
    }
    return made
  }

  private mutating func request(_ node: JSONValue, at place: String) -> RequestDefinition {
    let type = optional(node, "type", at: place) ?? "http"
    let isGraphQL = node["kind"]?.string == "graphql"
    var made = RequestDefinition(
      kind: isGraphQL ? .graphql : RequestDefinition.Kind(word: type), name: "", authentication: .none)
    RequestDefinition.fields.read(node, at: place, into: &made, &self)
    return made
  }

  private mutating func options(_ node: JSONValue, at place: String) -> TransferOptions {
    var options = TransferOptions()
    if let verifies = flag(node, "verifyTLS", at: place) { options.tls = .init(verifies: verifies) }
    if let word = optional(node, "httpVersion", at: place) {
      options.httpVersion = TransferOptions.HTTPVersion(rawValue: word)
      if options.httpVersion == nil { report(place + "/httpVersion", "the unknown version \(word) is left out") }
    }
    options.proxy = optional(node, "proxy", at: place)
    options.noProxy = optional(node, "noProxy", at: place)
    options.decompresses = flag(node, "decompress", at: place)
    options.resolve = texts(node, "resolve", at: place)
    options.connectTo = texts(node, "connectTo", at: place)
    options.unixSocket = optional(node, "unixSocket", at: place)
    options.interface = optional(node, "interface", at: place)
    options.requestTarget = optional(node, "requestTarget", at: place)
    return options
  }
}
