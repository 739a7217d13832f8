import Foundation
import TestSupport
import Testing

@Suite("Imported names that are invalid file names") struct ImportNamesTests {
  static let names = [
    "/", "a/b", "/etc/passwd", "..", "../../outside", "..\\..\\outside", ".hidden", ".git", ".apus", "-rf", "a\nb",
    "a\r\nb",
    "a\u{0}b", "\u{1B}[31mred", "\u{202E}lmy.exe", "🦉", "名前", "CON", "nul.txt", "folder", "collection", "environments",
    "opencollection.yml", "node_modules", "same", "same", "SAME", " ", "", String(repeating: "x", count: 300),
    String(repeating: "🦉", count: 300), String(repeating: "../", count: 100),
  ]

  static let formats = ["postman", "insomnia", "openapi", "har", "json", "http", "hurl", "curl"]

  /// The text as a JSON string.
  private static func quoted(_ text: String) throws -> String {
    String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
  }

  /// A document that uses every name for a request, and for folders and environments if the format has them.
  private static func document(_ format: String) throws -> String {
    let quoted = try names.map(quoted)
    let path = quoted.map { $0.dropFirst().dropLast() }
    func all(_ make: (Int, String) -> String) -> String {
      quoted.enumerated().map { make($0.offset, $0.element) }.joined(separator: ",")
    }
    switch format {
    case "postman":
      let items = all { _, name in
        "{\"name\": \(name), \"item\": [{\"name\": \(name), \"request\": {\"method\": \"GET\", \"url\": \"http://h/\"}}]},"
          + "{\"name\": \(name), \"request\": {\"method\": \"GET\", \"url\": \"http://h/\"}}"
      }
      return
        "{\"info\": {\"name\": \"../../up\", \"schema\": \"https://schema.getpostman.com/json/collection/v2.1.0/\"},"
        + "\"item\": [\(items)]}"
    case "insomnia":
      let items = all { number, name in
        "{\"_id\": \"fld_\(number)\", \"_type\": \"request_group\", \"parentId\": \"wrk_1\", \"name\": \(name)},"
          + "{\"_id\": \"req_\(number)\", \"_type\": \"request\", \"parentId\": \"fld_\(number)\", \"name\": \(name),"
          + "\"method\": \"GET\", \"url\": \"http://h/\"},"
          + "{\"_id\": \"env_\(number)\", \"_type\": \"environment\", \"parentId\": \"env_base\", \"name\": \(name),"
          + "\"data\": {\"a\": \"b\"}}"
      }
      return
        "{\"_type\": \"export\", \"__export_format\": 4, \"resources\": [{\"_id\": \"wrk_1\", \"_type\": \"workspace\","
        + "\"name\": \"../../up\"}, {\"_id\": \"env_base\", \"_type\": \"environment\", \"parentId\": \"wrk_1\","
        + "\"name\": \"Base\", \"data\": {}}, \(items)]}"
    case "openapi":
      let items = all { number, name in
        "\"/p\(number)\": {\"get\": {\"summary\": \(name), \"tags\": [\(name)], \"responses\": {}}}"
      }
      return "{\"openapi\": \"3.0.0\", \"info\": {\"title\": \"../../up\", \"version\": \"1\"}, \"paths\": {\(items)}}"
    case "har":
      let items = all { number, name in
        "{\"request\": {\"method\": \"GET\", \"url\": \"http://h/\(path[number])\", \"headers\": []}, \"comment\": \(name)}"
      }
      return
        "{\"log\": {\"version\": \"1.2\", \"creator\": {\"name\": \"x\", \"version\": \"1\"}, \"entries\": [\(items)]}}"
    case "json":
      let items = all { _, name in
        "{\"type\": \"folder\", \"name\": \(name), \"items\": [{\"type\": \"http\", \"name\": \(name), \"method\": \"GET\","
          + "\"url\": \"http://h/\"}]}"
      }
      let environments = all { _, name in "{\"name\": \(name), \"variables\": [{\"name\": \"a\", \"value\": \"b\"}]}" }
      return
        "{\"format\": \"json\", \"name\": \"../../up\", \"items\": [\(items)], \"environments\": [\(environments)]}"
    case "http": return lines.map { "### \($0)\nGET http://h/\n\n" }.joined()
    case "hurl": return lines.map { "# \($0)\nGET http://h/x\nHTTP 200\n\n" }.joined()
    default: return lines.map { "curl 'http://h/\($0)'\n" }.joined()
    }
  }

  /// The names that fit on one line.
  private static var lines: [String] {
    names.filter { !$0.contains { $0.isNewline || $0 == "\0" } }
  }

  @Test(
    "Every imported request becomes a listed, sendable file inside the collection",
    arguments: formats)
  func names(format: String) async throws {
    let folder = try TemporaryDirectory("names")
    try folder.write("w/c/opencollection.yml", "info:\n  name: C\n")
    try folder.write("outside.yml", "untouched")
    let program = Program(in: folder.path("w"))
    let input = Array(try Self.document(format).utf8)
    let model = try await program.run(["import", "-", "--from", format, "--list"], input: input)
    #expect(model.status == 0, "\(model.error)")
    let count = model.lines.count
    // A command with brackets is rejected, as in curl.
    #expect(count >= Self.lines.count - (format == "curl" ? 2 : 0), "\(count)")
    for into in [["--into", "c"], []] {
      let made = try await program.run(["import", "-", "--from", format] + into, input: input)
      #expect(made.status == 0, "\(made.error)")
      // Paths must not contain line breaks, so that each line is one path.
      #expect(made.lines.count == count && Set(made.lines).count == count)
      for path in made.lines {
        #expect(path.hasPrefix(folder.path("w") + "/") && !path.contains("/../") && !path.contains("/."), "\(path)")
      }
    }
    #expect(folder.files().allSatisfy { $0.hasPrefix("w/") || $0 == "outside.yml" })
    #expect(try folder.readText("outside.yml") == "untouched")
    let listed = try await program.run("list", "--json").json()
    let collections = listed["collections"].array
    #expect(collections.count == 2)
    for collection in collections { #expect(Self.count(collection) == count) }
    #expect(!listed["notices"].array.contains { $0["severity"].string == "error" })
  }

  private static func count(_ node: JSONValue) -> Int {
    node["items"].array.reduce(0) { $0 + ($1["items"].array.isEmpty && $1["method"].string != nil ? 1 : count($1)) }
  }

  @Test("Folders and environments get the nearest valid name, and changes are reported")
  func environments() async throws {
    let folder = try TemporaryDirectory("names")
    let program = Program(in: folder.path)
    let made = try await program.run(
      ["import", "-", "--from", "json"], input: Array(try Self.document("json").utf8))
    #expect(made.status == 0)
    let names = try await program.run(
      "env", "list", "-w", try #require(folder.files().first?.split(separator: "/").first.map(String.init)))
    #expect(names.lines.contains("a-b") && names.lines.contains("🦉") && names.lines.contains("CON environment"))
    #expect(made.error.contains("a/b: not a valid file name; the environment is a-b"))
    #expect(made.error.contains("same: not imported: an environment of this name exists"))
  }

  @Test("An incomplete import leaves nothing behind")
  func whole() async throws {
    let folder = try TemporaryDirectory("names")
    try folder.write("c/opencollection.yml", "info:\n  name: C\n")
    let before = folder.files()
    // Nested deeper than the longest possible path.
    let name = String(repeating: "n", count: 250)
    let deep = (0..<20).reduce("{\"type\": \"http\", \"name\": \"r\", \"method\": \"GET\", \"url\": \"u\"}") {
      inner, _ in
      "{\"type\": \"folder\", \"name\": \"\(name)\", \"items\": [\(inner)]}"
    }
    let first = "{\"type\": \"http\", \"name\": \"first\", \"method\": \"GET\", \"url\": \"u\"}"
    let text = "{\"format\": \"json\", \"name\": \"N\", \"items\": [\(first), \(deep)]}"
    for into in [["--into", "c"], []] {
      let made = try await Program(in: folder.path).run(["import", "-"] + into, input: Array(text.utf8))
      #expect(made.status == 3 && made.lines.isEmpty, "\(made.error)")
      #expect(folder.files() == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["c"])
    }
  }
}
