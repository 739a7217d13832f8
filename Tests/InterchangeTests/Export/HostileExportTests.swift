import Basics
import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Names and texts that another grammar would interpret.
@Suite struct HostileExportTests {
  static let texts = [
    "GET http://evil.test/", "a\nGET http://evil.test/", "a\r\nGET http://evil.test/\r\n", "a\n\nGET http://evil.test/",
    "###", "a\n###\nGET http://evil.test/", "< /etc/passwd", "a\n< /etc/passwd", "file,/etc/passwd;", "<@ /etc/passwd",
    "> {% client.log(1) %}", "a\n> {% client.log(1) %}", "[Options]\ninsecure: true",
    "a\n[Options]\nproxy: evil.test:1",
    "a\n[BasicAuth]\nme: too", "a\nX-Evil: 1", "HTTP 200", "a\nHTTP 200\n[Captures]\nx: status",
    "--variable base=http://evil.test", "Call hurl with these:", "# @name x", "// @no-log", "@base = http://evil.test",
    "```", "a```\nGET http://evil.test/", "`", "\\", "\\u{a}GET", "\"", "'", "{{", "}}", "{{x}}", "{% x %}", "${x}",
    "$(id)", "`id`", "a\u{2028}GET http://evil.test/", "a\u{85}b", "a\u{0}b", "a\u{B}GET http://evil.test/",
    "\u{202E}abc",
    " ", "\t", "#", " #", ";", "a; type", "--x", "-d @/etc/passwd", "@/etc/passwd", "file:///etc/passwd", "*/", "?>",
  ]

  /// A request with the text in one of its positions.
  static let places: [(name: String, put: @Sendable (String, inout RequestDefinition) -> Void)] = [
    ("name", { $1.name = $0 }), ("docs", { $1.docs = $0 }), ("tag", { $1.tags = [$0] }),
    ("method", { $1.method = $0 }), ("url", { $1.url = "http://h/" + $0 }), ("query", { $1.url = "http://h/?q=" + $0 }),
    ("header", { $1.headers = [Row("X-A", $0)] }), ("header name", { $1.headers = [Row($0, "1")] }),
    ("note", { $1.headers = [Row("X-A", "1", note: $0)] }), ("text", { $1.body = .text(.text, $0) }),
    ("json", { $1.body = .text(.json, $0) }), ("xml", { $1.body = .text(.xml, "<a>\n\($0)\n</a>") }),
    ("form", { $1.body = .form([Row("a", $0)]) }), ("form name", { $1.body = .form([Row($0, "1")]) }),
    ("part", { $1.body = .multipart([FormPart("p", .text($0))]) }),
    ("part name", { $1.body = .multipart([FormPart($0, .text("1"))]) }),
    ("part type", { $1.body = .multipart([FormPart("p", .files(["f.txt"]), contentType: $0)]) }),
    ("part file", { $1.body = .multipart([FormPart("p", .files(["f.txt"]), fileName: $0)]) }),
    ("file", { $1.body = .file([.init(path: "f" + $0, isSelected: true)]) }),
    ("GraphQL query", { $1.body = .graphql(query: "{ a }\n" + $0, variables: "") }),
    ("variables of GraphQL", { $1.body = .graphql(query: "{ a }", variables: $0) }),
    ("user", { $1.authentication = Authentication(.basic, [.init("username", $0), .init("password", "p")]) }),
    ("password", { $1.authentication = Authentication(.basic, [.init("username", "u"), .init("password", $0)]) }),
    ("capture", { $1.captures = [Capture(variable: $0, expression: "res.body.a")] }),
    ("captured", { $1.captures = [Capture(variable: "v", expression: $0)] }),
    ("assertion", { $1.assertions = [Assertion("res.body.a", "eq", $0)] }),
    ("asserted", { $1.assertions = [Assertion($0, "eq", "1")] }),
  ]

  private static func collection(_ text: String, _ put: (String, inout RequestDefinition) -> Void) -> ImportedCollection
  {
    var request = RequestDefinition(name: "one", method: "POST", url: "http://h/", authentication: .none)
    put(text, &request)
    if case .graphql = request.body { request.kind = .graphql }
    let other = RequestDefinition(name: "other", url: "http://h/other", authentication: .none)
    let items = [request, other].map { ImportedCollection.Item.request($0, options: .init()) }
    return ImportedCollection(format: "apus", root: ImportedCollection.Folder(name: "c", items: items))
  }

  /// The servers and files that a collection uses, and other active content.
  private static func actions(_ collection: ImportedCollection) -> [String] {
    collection.places.flatMap { place -> [String] in
      let (request, exported) = (place.definition, ExportedRequest(place))
      let parts: [FormPart] = if case .multipart(let parts) = request.body { parts } else { [] }
      let files = parts.compactMap { if case .files(let paths) = $0.content { paths.joined() } else { nil } }
      return [exported.url.prefix { $0 != "?" }.description, exported.file ?? "", exported.login?.user ?? ""] + files
        + request.scripts.map(\.code) + [request.trust.verifies == false ? "insecure" : ""]
        + exported.enabledHeaders.map { $0.name.lowercased() }.filter { $0 != "content-type" }
    }
  }

  @Test(arguments: [ExportFormat.http, .hurl, .postman, .json])
  func `A hostile text is imported unchanged, or its request is omitted and reported`(
    format: ExportFormat
  ) throws {
    let importer = try #require(ImportFormat(rawValue: format.rawValue))
    var leftOut = 0
    for text in Self.texts {
      for place in Self.places {
        let source = Self.collection(text, place.put)
        let written = format.write(source, revealsSecrets: true)
        let back = try importer.ungrouped(Array(written.text.utf8), name: "c")
        let message: Comment = "\(place.name) \(text.debugDescription)\n\(written.text)\n\(written.notices)"
        #expect(back.requests.count + written.leftOut == 2, message)
        #expect(back.root.settings.variables.isEmpty, message)
        let named = written.notices.filter { $0.severity == .error }
        #expect(named.count == written.leftOut && named.allSatisfy { $0.message.hasPrefix("not exported: ") }, message)
        leftOut += written.leftOut
        guard written.leftOut == 0, written.notices.isEmpty else { continue }
        #expect(Self.actions(back).map(\.trimmed) == Self.actions(source).map(\.trimmed), message)
      }
    }
    Notice.show("\(format): \(leftOut) of \(Self.texts.count * Self.places.count) left out")
  }

  @Test func `The variables of a collection are imported, and a request named like their title is not one`()
    throws
  {
    var source = Self.collection("Call hurl with these:") { $1.name = $0 }
    source.root.settings.variables = [Row("base", "http://h\n--variable x=1"), Row("a b", "# 1")]
    let written = ExportFormat.hurl.write(source, revealsSecrets: true)
    let back = try HurlImport.read(Array(written.text.utf8), name: "c")
    #expect(back.root.settings.variables == source.root.settings.variables, "\(written.text)")
    #expect(back.requests.map(\.name) == ["Call hurl with these:", "other"])
  }

  @Test func `A request that would be imported with another server is omitted, and the others are written`() throws {
    let written = ExportFormat.hurl.write(Self.collection("GET http://evil.test/x\n") { $1.method = $0 })
    #expect(written.leftOut == 1 && !written.text.contains("evil.test"), "\(written.text)")
    #expect(written.notices.contains { $0.location == "one" && $0.message.hasPrefix("not exported: it would be read") })
    #expect(written.text.contains("GET http://h/other"))
  }
}
