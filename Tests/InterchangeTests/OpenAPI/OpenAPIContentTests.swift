import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Compares each document of the corpus row by row: the results of an independent reader must be in the collection, and
/// everything else must be reported.
@Suite("OpenAPI documents compared with their content")
struct OpenAPIContentTests {
  private struct Extractor {
    let document: JSONValue
    var lines: [String] = []
    /// Words that must occur in a notice.
    var reported: Set<String> = []

    init(_ document: JSONValue) {
      self.document = document
      let info = document["info"]
      let contact = info?["contact"]
      lines.append("title \(text(info?["title"]))")
      for words in [
        info?["description"], info?["version"], info?["termsOfService"], contact?["name"], contact?["email"],
        contact?["url"], info?["license"]?["name"], info?["license"]?["url"],
      ] where words != nil { lines.append("docs \(text(words))") }
      let servers = document["servers"]?.array ?? []
      for server in servers.count > 1 ? servers : [] { lines.append("server \(address(server))") }
      lines.append("baseUrl \(servers.first.map(address) ?? "")")
      if document["webhooks"] != nil { reported.insert("webhook") }
      for path in members(document["paths"]) {
        let item = resolved(path.value)
        for operation in members(item) where OpenAPIReader.methods.contains(operation.name) {
          add(operation.value, "\(operation.name.uppercased()) \(path.name)", item)
        }
      }
    }

    func resolved(_ node: JSONValue) -> JSONValue {
      guard let reference = node["$ref"]?.string else { return node }
      let target = reference.dropFirst(2).split(separator: "/").reduce(document) { $0[String($1)] ?? .null }
      return resolved(target)
    }

    func members(_ node: JSONValue?) -> [JSONValue.Member] {
      if case .object(let members) = node { members } else { [] }
    }

    func text(_ node: JSONValue?) -> String {
      switch node {
      case .string(let text): text
      case .number(let digits): digits
      case .bool(let value): "\(value)"
      default: ""
      }
    }

    func address(_ server: JSONValue) -> String {
      members(server["variables"]).reduce(text(server["url"])) { url, variable in
        url.replacingOccurrences(of: "{\(variable.name)}", with: text(variable.value["default"]))
      }
    }

    mutating func add(_ operation: JSONValue, _ place: String, _ item: JSONValue) {
      lines.append("\(place) named \(text(operation["summary"] ?? operation["operationId"] ?? .string(place)))")
      for word in ["description", "operationId"] where operation[word] != nil {
        lines.append("\(place) says \(text(operation[word]))")
      }
      for tag in operation["tags"]?.array ?? [] { lines.append("\(place) tag \(text(tag))") }
      for node in (item["parameters"]?.array ?? []) + (operation["parameters"]?.array ?? []) {
        let parameter = resolved(node)
        let schema = resolved(parameter["schema"] ?? .null)
        let value = parameter["example"] ?? schema["example"] ?? schema["default"] ?? schema["enum"]?.array?.first
        let isOn = parameter["required"]?.bool == true || parameter["in"]?.string == "path"
        // A query contains the encoded value (RFC 6570, section 3.2.8).
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let isQuery = parameter["in"]?.string == "query"
        let shown = isQuery ? text(value).addingPercentEncoding(withAllowedCharacters: unreserved) : text(value)
        let head = "\(text(parameter["in"])) \(text(parameter["name"]))=\(shown ?? "")"
        lines.append("\(place) \(head) \(isOn) \(text(parameter["description"]))")
      }
      let body = resolved(operation["requestBody"] ?? .null)
      if let type = members(body["content"]).first { lines.append("\(place) body \(type.name)") }
      let security = (operation["security"] ?? document["security"])?.array?.first.map { members($0) }?.first
      if let security {
        let scheme = document["components"]?["securitySchemes"]?[security.name]
        lines.append(
          "\(place) auth \(text(scheme?["type"])) \(text(scheme?["scheme"]).lowercased())\(text(scheme?["in"]))")
      }
      if operation["callbacks"] != nil { reported.insert("callbacks") }
      for response in members(operation["responses"]) {
        let node = resolved(response.value)
        if node["links"] != nil { reported.insert("links between answers") }
        for type in members(node["content"]) {
          let named = members(type.value["examples"]).compactMap { $0.value["value"] }
          let schema = resolved(type.value["schema"] ?? .null)
          let own = (type.value["example"] ?? (named.isEmpty ? schema["example"] : nil)).map { [$0] }
          let written = own ?? named
          if written.isEmpty { reported.insert("without an example") }
          lines += written.map {
            "\(place) answers \(response.name) \(type.name) \(String(decoding: $0.compact, as: UTF8.self))"
          }
        }
      }
    }
  }

  private func lines(_ imported: ImportedCollection, _ wanted: [String]) throws -> [String] {
    let root = imported.root
    var lines = ["title \(root.name)"]
    lines += wanted.filter { $0.hasPrefix("docs ") && root.settings.docs.contains($0.dropFirst(5)) }
    lines += imported.environments.map { "server \($0.variables.first?.row.value ?? "-")" }
    lines.append("baseUrl \(root.settings.variables.first?.value ?? "-")")
    for request in imported.requests {
      let path = request.url.replacingOccurrences(of: "{{baseUrl}}", with: "").prefix { $0 != "?" }
      let segments = path.split(separator: "/", omittingEmptySubsequences: false)
      let place =
        "\(request.method) "
        + segments.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : "\($0)" }.joined(separator: "/")
      lines.append("\(place) named \(request.name)")
      lines += wanted.filter { line in
        guard line.hasPrefix("\(place) says ") else { return false }
        let words = line.dropFirst(place.count + 6)
        return request.docs.contains(words) || request.name == words
      }
      lines += request.tags.map { "\(place) tag \($0)" }
      func row(_ kind: String, _ row: Row) -> String {
        "\(place) \(kind) \(row.name)=\(row.value) \(row.isEnabled) \(row.note)"
      }
      lines += request.params.map { row($0.place.rawValue, $0.row) }
      lines += request.headers.filter { $0.name != "Content-Type" }.map { row("header", $0) }
      let type = request.headers.first { $0.name == "Content-Type" }?.value
      switch request.body {
      case .none: break
      case .text(.json, _): lines.append("\(place) body \(type ?? "application/json")")
      case .form: lines.append("\(place) body application/x-www-form-urlencoded")
      case .multipart: lines.append("\(place) body multipart/form-data")
      default: lines.append("\(place) body \(type ?? "-")")
      }
      let isOwn = request.authentication.scheme != .inherit
      let authentication = isOwn ? request.authentication : root.settings.authentication
      switch authentication.scheme {
      case .bearer: lines.append("\(place) auth http bearer")
      case .basic: lines.append("\(place) auth http basic")
      case .apikey: lines.append("\(place) auth apiKey \(authentication["placement"])")
      case .oauth2: lines.append("\(place) auth oauth2 ")
      default: break
      }
      lines += try request.examples.map { example in
        let body = (try? JSONValue(parsing: Array(example.answer.body.utf8))) ?? .string(example.answer.body)
        let type = try #require(example.answer.headers.first).value
        let status = example.answer.status.map(String.init) ?? example.name
        return "\(place) answers \(status) \(type) \(String(decoding: body.compact, as: UTF8.self))"
      }
    }
    return lines
  }

  @Test(
    "Every operation, parameter, body, login, server and example is imported or reported", .corpora("openapi"))
  func corpus() throws {
    let files = try Corpora.files("openapi", extensions: ["json", "yaml"])
    var rows = 0
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      let document = file.hasSuffix("json") ? try JSONValue(parsing: bytes) : try JSONValue(yaml: bytes)
      let wanted = Extractor(document)
      let imported = try OpenAPIImport.read(bytes, name: "x")
      let found = try lines(imported, wanted.lines).sorted()
      let gone = wanted.lines.filter { !found.contains($0) }
      let more = found.filter { !wanted.lines.contains($0) }
      #expect(found == wanted.lines.sorted(), "\(file)\n\(gone)\n\(more)")
      for words in wanted.reported {
        #expect(imported.notices.contains { $0.message.contains(words) }, "\(file) \(words) \(imported.notices)")
      }
      rows += wanted.lines.count
    }
    Notice.show("openapi: \(rows) rows of \(files.count) documents are there")
  }

  @Test("Example responses, several servers, lists, encodings and old elements are imported, and the rest is reported")
  func details() throws {
    let text = """
      openapi: 3.1.0
      info: {title: T, version: "2", x-secret: 1}
      externalDocs: {url: "http://more"}
      servers: [{url: "http://a", description: A}, {url: "http://b", description: A}]
      paths:
        /a:
          post:
            deprecated: true
            x-own: 1
            parameters:
              - {name: l, in: query, schema: {type: array, default: [1, 2]}}
              - {name: c, in: query, explode: false, schema: {type: array, default: [x, y]}}
              - {name: o, in: query, content: {application/json: {example: {a: 1}}}}
            requestBody:
              description: The body
              content:
                multipart/form-data:
                  schema: {properties: {f: {type: string}}}
                  encoding: {f: {contentType: "text/csv, text/plain"}}
                  examples: {one: {value: {f: x}}, two: {value: {f: y}}}
            responses:
              '404':
                description: Not there
                headers: {X-A: {example: 7}}
                content: {text/plain: {examples: {short: {value: no}}}}
      """
    let imported = try OpenAPIImport.read(Array(text.utf8), name: "x")
    #expect(imported.root.settings.docs == "Version: 2\n\nSee http://more")
    #expect(imported.environments.map(\.name) == ["A", "A 2"])
    let post = try #require(imported.requests.first)
    #expect(post.docs == "Body: The body\n\nDeprecated.")
    #expect(post.params.map { "\($0.row.name)=\($0.row.value)" } == ["l=1", "l=2", "c=x,y", "o={\"a\":1}"])
    #expect(post.body == .multipart([FormPart("f", .text("x"), contentType: "text/csv")]))
    let example = try #require(post.examples.first)
    #expect(example.name == "404 short" && example.note == "Not there" && example.answer.status == 404)
    #expect(example.answer.headers == [Row("Content-Type", "text/plain"), Row("X-A", "7")])
    #expect(example.answer.body == "no")
    for words in [
      "extensions are not carried over: x-", "further examples of the body are not carried over; taken: one",
    ] {
      #expect(imported.notices.contains { $0.message.contains(words) }, "\(words): \(imported.notices)")
    }
  }
}
