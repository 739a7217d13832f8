import Basics
import Networking
import Workspaces

/// Reads a Postman collection and collects a notice for each loss.
struct PostmanReader {
  private(set) var notices: [Notice] = []
  static let depthLimit = 60

  /// - Parameter around: the sending options of the folders around it.
  mutating func folder(
    _ node: JSONValue, named name: String, at place: String, depth: Int = 0, around: PostmanBehavior = PostmanBehavior()
  ) -> ImportedCollection.Folder {
    let behavior = around.with(node["protocolProfileBehavior"])
    var folder = ImportedCollection.Folder(name: name)
    folder.settings.docs = Self.text(node["description"])
    folder.settings.authentication = PostmanAuthentication.read(node["auth"], at: place, notices: &notices)
    folder.settings.variables = Self.rows(node["variable"])
    folder.settings.scripts = scripts(node, at: place)
    PostmanLeftovers.tell(ofFolder: node, at: place, notices: &notices)
    guard depth < Self.depthLimit else {
      notices.append(
        Notice(.warning, place, "folders are nested more than \(Self.depthLimit) deep: the rest is left out"))
      return folder
    }
    for (index, item) in (node["item"]?.array ?? []).enumerated() {
      let inner = "\(place)/item/\(index)"
      let title = item["name"]?.string ?? ""
      if item["item"] != nil {
        folder.items.append(
          .folder(
            self.folder(
              item, named: title.isEmpty ? "Folder" : title, at: inner, depth: depth + 1, around: behavior)))
      } else if item["request"] != nil {
        let request = request(item, named: title, at: inner, around: behavior)
        PostmanLeftovers.tell(ofItem: item, at: inner, notices: &notices)
        folder.items.append(.request(request, options: TransferOptions()))
      } else {
        let kind = PostmanLeftovers.otherKind(of: item)
        let words = kind.map { "a \($0) request, which this format does not describe," } ?? "an item without a request"
        notices.append(Notice(.warning, inner, "\(words) is left out: \(title)"))
      }
    }
    return folder
  }

  /// One item's request.
  static func request(_ item: JSONValue) -> RequestDefinition {
    var reader = PostmanReader()
    return reader.request(item, named: item["name"]?.string ?? "", at: "", around: PostmanBehavior())
  }

  /// The request stored with a response, whose body was sent whatever the method.
  static func asked(_ node: JSONValue) -> RequestDefinition {
    var reader = PostmanReader()
    var behavior = PostmanBehavior()
    behavior.keepsBody = true
    return reader.request(.object([.init("request", node)]), named: "", at: "", around: behavior)
  }

  private mutating func request(
    _ item: JSONValue, named name: String, at place: String, around: PostmanBehavior
  ) -> RequestDefinition {
    let node = item["request"] ?? .null
    let behavior = around.with(item["protocolProfileBehavior"])
    let url = PostmanURL(node.string.map { .string($0) } ?? node["url"])
    for conflict in url.conflicts {
      notices.append(Notice(.warning, place, "the rows of the query are used, which Postman sends: \(conflict)"))
    }
    var request = RequestDefinition(
      name: name.isEmpty ? url.text : name, method: node["method"]?.string ?? "GET", url: url.text)
    request.params = url.params
    request.headers = Self.headers(node["header"])
    request.body = PostmanBody.read(node["body"], at: place, notices: &notices)
    if request.body != .none, !behavior.sendsBody(of: request.method) {
      request.body = .none
      notices.append(Notice(.warning, place, "a body that Postman does not send is left out: \(request.method)"))
    }
    request.settleGraphQL(operation: node["body"]?["graphql"]?["operationName"]?.string)
    request.authentication = PostmanAuthentication.read(node["auth"], at: place, notices: &notices)
    request.docs = Self.text(node["description"] ?? item["description"])
    request.scripts = scripts(item, at: place)
    request.variables = Self.rows(item["variable"])
    addContentType(to: &request, node["body"])
    behavior.apply(to: &request)
    behavior.tellOthers(item["protocolProfileBehavior"], at: place, notices: &notices)
    if let examples = item["response"]?.array, !examples.isEmpty {
      request.examples = examples.map { PostmanExample.read($0, of: request, at: place, notices: &notices) }
    }
    for name in ["proxy", "certificate"] where node[name] != nil && node[name] != .null {
      notices.append(Notice(.warning, place, "the \(name) is not carried over"))
    }
    return request
  }

  /// Postman sends `text/plain` for raw bodies unless their language gives another type.
  private func addContentType(to request: inout RequestDefinition, _ body: JSONValue?) {
    let language = body?["options"]?["raw"]?["language"]?.string
    let types = ["html": "text/html", "javascript": "application/javascript"]
    guard case .text = request.body, let language, let type = types[language],
      !request.headers.contains(where: { $0.isEnabled && $0.name.lowercased() == "content-type" })
    else { return }
    request.headers.append(Row("Content-Type", type))
  }

  /// Rows, or one text with a header on each line.
  static func headers(_ node: JSONValue?) -> [Row] {
    guard let text = node?.string else { return Self.rows(node) }
    return text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }).map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? String(parts[1].drop(while: \.isBlank)) : ""
      return Row(String(parts[0]), value)
    }
  }

  private mutating func scripts(_ node: JSONValue, at place: String) -> [Script] {
    let phases = ["prerequest": "before-request", "test": "tests"]
    var scripts: [Script] = []
    for event in node["event"]?.array ?? [] {
      let lines = event["script"]?["exec"]
      let code = lines?.string ?? (lines?.array ?? []).map { $0.string ?? "" }.joined(separator: "\n")
      guard code.utf8.contains(where: { $0 > 0x20 }), let listen = event["listen"]?.string else { continue }
      scripts.append(Script(phase: phases[listen] ?? listen, code: code))
    }
    if !scripts.isEmpty {
      notices.append(Notice.scriptsKept(at: place))
    }
    return scripts
  }

  /// Whether a row has a value, even an empty one.
  static func hasValue(_ node: JSONValue) -> Bool { node["value"] != nil && node["value"] != .null }

  static func rows(_ node: JSONValue?) -> [Row] { (node?.array ?? []).map(row) }

  static func row(_ node: JSONValue) -> Row {
    let name = node["key"]?.string ?? node["id"]?.string ?? node["name"]?.string ?? ""
    let isEnabled = !(node["disabled"]?.bool ?? false)
    return Row(name, ForeignText.scalar(node["value"]), isEnabled: isEnabled, note: text(node["description"]))
  }

  /// A description is a text or an object with `content`.
  static func text(_ node: JSONValue?) -> String {
    node?.string ?? node?["content"]?.string ?? ""
  }
}
