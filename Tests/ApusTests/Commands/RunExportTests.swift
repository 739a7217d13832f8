import Basics
import Foundation
import TestSupport
import Testing

/// newman's `--export-environment`, `--export-globals` and `--export-collection` of `apus run`.
@Suite("Variables of a run in Postman's format", .scriptEngine) struct RunExportTests {
  private func json(_ name: String, in folder: TemporaryDirectory) throws -> Basics.JSONValue {
    try Basics.JSONValue(parsing: Array(try folder.readText(name).utf8))
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(
    "The values at the end of the run are written as Postman does, for the user alone, and read back by --env",
    arguments: [[], ["--parallel", "2"]])
  func file(options: [String]) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory("run-export")
    let code = "pm.environment.set('id', 7); pm.environment.unset('gone'); pm.globals.set('region', 'us')"
    try folder.write(
      "shop.json",
      """
      {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/c.json"},
       "item":[{"name":"One","event":[{"listen":"test","script":{"exec":["\(code)"]}}],
                "request":{"method":"GET","url":"{{host}}/one?id={{id}}"}}]}
      """)
    try folder.write(
      "env.json",
      """
      {"name":"Dev","values":[{"key":"host","value":"\(server.url)","enabled":true},
       {"key":"id","value":"1","enabled":true},{"key":"kept","value":[1],"enabled":true},
       {"key":"gone","value":"x","enabled":true},
       {"key":"off","value":"y","enabled":false}]}
      """)
    try folder.write("globals.json", "{\"values\":[{\"key\":\"region\",\"value\":\"eu\"}]}")
    try folder.write("out.json", "old")
    let words = ["run", "shop.json", "-e", "env.json", "-g", "globals.json"]
    let result = try await Program(in: folder.path).run(
      words + ["--export-environment", "out.json", "--export-globals", "all.json"] + options)
    #expect(result.status == 0, "\(result.text)\(result.error)")
    let environment = try json("out.json", in: folder)
    let expected: Basics.JSONValue = [
      "name": "Dev",
      "values": [
        ["key": "host", "value": .string(server.url), "type": "default", "enabled": true],
        ["key": "id", "value": 7, "type": "any", "enabled": true],
        ["key": "kept", "value": [1], "type": "any", "enabled": true],
        ["key": "off", "value": "y", "type": "default", "enabled": false],
      ],
      "_postman_variable_scope": "environment",
    ]
    #expect(environment == expected, "\(environment.text)")
    let globals = try json("all.json", in: folder)
    #expect(globals["_postman_variable_scope"]?.string == "globals")
    #expect(globals["values"]?.array?.map { $0["value"]?.string } == ["us"], "\(globals.text)")
    for name in ["out.json", "all.json"] { #expect(try mode(of: folder.path(name)) == 0o600, "\(name)") }
    let again = try await Program(in: folder.path).run("run", "shop.json", "--no-scripts", "-e", "out.json")
    #expect(again.status == 0 && server.requests.last?.target == "/one?id=7", "\(again.text)\(again.error)")
  }

  @Test("An environment of a collection is exported with its secrets, also after a failed test")
  func collection() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let scripts = "  scripts:\n    - {type: tests, code: 'pm.environment.set(\"token\", \"t0ken\"); nothing()'}\n"
    let sample = try Sample(url: server.url, requests: ["get": Sample.request(runtime: scripts)])
    let words = ["run", "get", "--env", "local", "--allow-scripts", "--export-environment", "out.json"]
    let result = try await sample.program.run(words)
    #expect(result.status == 1, "\(result.text)\(result.error)")
    let token: Basics.JSONValue = ["key": "token", "value": "t0ken", "type": "secret", "enabled": true]
    #expect(try json("out.json", in: sample.folder)["values"]?.array?.last == token)
    #expect(try !sample.folder.readText("environments/local.yml").contains("t0ken"))
  }

  /// Sets a number and a secret, removes a variable, enables one and adds one.
  private let setting = """
    pm.collectionVariables.set('count', 2); pm.collectionVariables.unset('gone'); \
    pm.collectionVariables.set('off', 'on'); pm.collectionVariables.set('token', 't0ken'); \
    pm.collectionVariables.set('key', 'k2')
    """

  private func write(_ version: String, _ server: AnsweringServer, to folder: TemporaryDirectory) throws {
    try folder.write(
      "shop.json",
      """
      {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/\(version)/collection.json"},
       "item":[{"id":"i1","name":"One","event":[{"listen":"test","script":{"exec":["\(setting)"]}}],
                "request":{"method":"GET","url":"{{host}}/one?count={{count}}"}}],
       "variable":[{"key":"host","value":"\(server.url)","description":"where"},{"key":"gone","value":"x"},
                   {"key":"count","value":"1","type":"string"},{"key":"off","value":"y","disabled":true},
                   {"key":"key","value":"k1","type":"secret"}]}
      """)
  }

  /// The folder of a run that wrote `out.json`, which has run again.
  private func exported(_ version: String, _ server: AnsweringServer) async throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory("run-export")
    try write(version, server, to: folder)
    let result = try await Program(in: folder.path).run("run", "shop.json", "--export-collection", "out.json")
    #expect(result.status == 0, "\(result.text)\(result.error)")
    let again = try await Program(in: folder.path).run("run", "out.json", "--no-scripts")
    #expect(again.status == 0 && server.requests.last?.target == "/one?count=2", "\(again.text)\(again.error)")
    return folder
  }

  @Test("The collection of a Postman file has its variables as scripts left them, and runs again")
  func postman() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try await exported("v2.1.0", server)
    var expected = try json("shop.json", in: folder)
    expected["variable"] = [
      ["key": "host", "value": .string(server.url), "description": "where"],
      ["key": "count", "value": 2, "type": "any"], ["key": "off", "value": "on", "type": "string"],
      ["key": "key", "value": "k2", "type": "secret"], ["key": "token", "value": "t0ken", "type": "string"],
    ]
    let written = try json("out.json", in: folder)
    #expect(written == expected, "\(written.text)")
    #expect(try mode(of: folder.path("out.json")) == 0o600)
  }

  @Test("A collection of an older format is written in format 2.1")
  func older() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let written = try json("out.json", in: await exported("v2.0.0", server))
    #expect(written["info"]?["schema"]?.string?.contains("v2.1.0") == true, "\(written.text)")
    #expect(written["variable"]?.array?.map { $0["key"]?.string } == ["host", "count", "off", "key", "token"])
    #expect(written["variable"]?.array?[1]["value"] == 2)
  }

  @Test(
    "A collection that is not Postman's is not exported by a run, and nothing is sent", arguments: ["get", "x.http"])
  func notPostman(path: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["get": Sample.request()])
    try sample.folder.write("x.http", "GET \(server.url)/\n")
    let result = try await sample.program.run("run", path, "--export-collection", "out.json")
    let line = "--export-collection needs a file of Postman; `apus export postman` writes a collection of Apus"
    #expect(result.status == 2 && result.error.contains(line), "\(result.text)\(result.error)")
    #expect(server.requests.isEmpty && !sample.folder.files().contains("out.json"))
  }

  @Test("One file holds the variables of one collection, and a file that cannot be written is named before the run")
  func refused() async throws {
    let folder = try TemporaryDirectory("run-export")
    for name in ["a", "b"] {
      try folder.write("\(name)/opencollection.yml", "info: {name: \(name)}\n")
      try folder.write("\(name)/get.yml", Sample.request("GET", "http://127.0.0.1:1/"))
    }
    let program = Program(in: folder.path)
    let several = try await program.run("run", "--export-globals", "out.json")
    #expect(several.status == 2 && several.error.contains("--export-globals needs one collection"), "\(several.error)")
    let missing = try await program.run("run", "a", "--export-environment", "no/out.json")
    #expect(missing.status == 3 && missing.error.contains("cannot write no/out.json"), "\(missing.error)")
    #expect(!folder.files().contains { $0.hasSuffix("out.json") })
  }

  private func inputs(_ server: AnsweringServer, to folder: TemporaryDirectory) throws {
    try write("v2.1.0", server, to: folder)
    try folder.write("env.json", "{\"name\":\"Dev\",\"values\":[]}")
    try folder.write("all.json", "{\"values\":[],\"_postman_variable_scope\":\"globals\"}")
    try folder.write("rows.csv", "row\n1\n")
    try FileManager.default.createSymbolicLink(atPath: folder.path("soft.json"), withDestinationPath: "shop.json")
    try FileManager.default.linkItem(atPath: folder.path("shop.json"), toPath: folder.path("hard.json"))
  }

  private let command = ["run", "shop.json", "-e", "env.json", "-g", "all.json", "-d", "rows.csv"]

  @Test(
    "No output replaces a file that the run reads, or another output, and nothing is sent",
    arguments: [
      ("--export-environment shop.json", "--export-environment would replace shop.json, the collection of the run"),
      ("--export-globals ./env.json", "--export-globals would replace ./env.json, the environment of the run"),
      ("--export-collection soft.json", "--export-collection would replace soft.json, the collection of the run"),
      ("--export-environment hard.json", "--export-environment would replace hard.json, the collection of the run"),
      ("-r json --reporter-json-export all.json", "the report json would replace all.json, the globals of the run"),
      ("--report html=rows.csv", "the report html would replace rows.csv, the data file of the run"),
      (
        "--export-environment new.json --export-globals ./new.json",
        "--export-environment and --export-globals would write the same file, ./new.json"
      ),
      (
        "-r junit --reporter-junit-export env.json --export-environment env.json",
        "the report junit would replace env.json, the environment of the run"
      ),
      ("--report tap=new,json=new", "the report tap and the report json would write the same file, new"),
    ])
  func overwriting(words: String, line: String) async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory("run-export")
    try inputs(server, to: folder)
    let names = ["shop.json", "env.json", "all.json", "rows.csv"]
    let before = try names.map { try folder.readText($0) }
    let result = try await Program(in: folder.path).run(command + words.split(separator: " ").map(String.init))
    #expect(result.status == 2 && result.error.hasPrefix("apus: \(line); name "), "\(result.error)")
    #expect(result.error.count { $0 == "\n" } == 1 && server.requests.isEmpty, "\(result.error)")
    #expect(try names.map { try folder.readText($0) } == before)
    #expect(Set(folder.files()).isDisjoint(with: ["new", "new.json"]))
  }

  @Test("A run may update its environment and its globals in place, and a device takes several outputs")
  func inPlace() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let folder = try TemporaryDirectory("run-export")
    try inputs(server, to: folder)
    let result = try await Program(in: folder.path).run(
      command + [
        "--export-environment", "env.json", "--export-globals", "./all.json", "--env-var", "id=7", "--global-var",
        "region=eu", "--report", "tap=/dev/null,json=/dev/null",
      ])
    #expect(result.status == 0, "\(result.text)\(result.error)")
    #expect(try json("env.json", in: folder)["values"]?.array?.map { $0["value"]?.string } == ["7"])
    #expect(try json("all.json", in: folder)["values"]?.array?.map { $0["value"]?.string } == ["eu"])
  }
}
