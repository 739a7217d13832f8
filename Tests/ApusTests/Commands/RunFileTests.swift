import Foundation
import TestSupport
import Testing

/// `apus run` of a file of Postman, with newman's options.
@Suite("Runs of files of other tools", .scriptEngine) struct RunFileTests {
  private let folder: TemporaryDirectory
  private let program: Program

  init() throws {
    folder = try TemporaryDirectory("run-file")
    try folder.write("tmp/.keep", "")
    var program = Program(in: folder.path)
    program.variables = ["TMPDIR": folder.path("tmp")]
    self.program = program
  }

  private static func event(_ listen: String, _ code: String) -> String {
    "{\"listen\":\"\(listen)\",\"script\":{\"exec\":[\"\(code)\"]}}"
  }

  private static func item(_ name: String, _ url: String, _ events: String...) -> String {
    "{\"name\":\"\(name)\",\"event\":[\(events.joined(separator: ","))],\"request\":{\"method\":\"GET\",\"url\":\"\(url)\"}}"
  }

  private func collection(_ items: String...) throws {
    try folder.write(
      "shop.json",
      """
      {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/c.json"},
       "item":[\(items.joined(separator: ","))]}
      """)
  }

  private func paths(_ server: AnsweringServer) -> [String] {
    server.requests.map { String($0.headText.split(separator: " ")[1]) }
  }

  @Test("A collection is sent without an import, with environment, globals and data from files, and nothing stays")
  func files() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try collection(
      Self.item("One", "{{host}}/one?row={{row}}"),
      "{\"name\":\"Folder\",\"item\":[\(Self.item("Two", "{{host}}/{{path}}"))]}")
    try folder.write(
      "env.json", "{\"name\":\"Dev\",\"values\":[{\"key\":\"host\",\"value\":\"\(server.url)\",\"enabled\":true}]}")
    try folder.write(
      "globals.json", "{\"values\":[{\"key\":\"path\",\"value\":\"two\"}],\"_postman_variable_scope\":\"globals\"}")
    try folder.write("rows.csv", "row\n1\n2\n")
    let result = try await program.run(
      "run", "shop.json", "-e", "env.json", "-g", "globals.json", "-d", "rows.csv", "-n", "3", "--delay-request", "1")
    #expect(result.status == 0, "\(result.text)\(result.error)")
    #expect(paths(server) == ["/one?row=1", "/two", "/one?row=2", "/two", "/one?row=2", "/two"])
    #expect(result.text.contains("6 of 6 requests run, 0 failed"), "\(result.text)")
    #expect(Set(folder.files()) == ["shop.json", "env.json", "globals.json", "rows.csv", "tmp/.keep"])
  }

  @Test("A run removes the temporary folder of a killed run, and keeps that of a running one")
  func leftovers() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try collection(Self.item("One", "\(server.url)/one"), Self.item("Two", "\(server.url)/two"))
    func temporary() -> Set<String> {
      Set(folder.files().filter { $0.hasPrefix("tmp/") }.map { String($0.split(separator: "/")[1]) })
    }
    let waiting = ["run", "shop.json", "--delay-request", "600000"]
    let (killed, running) = (try program.start(waiting), try program.start(waiting))
    _ = await (killed.firstOutput(), running.firstOutput())
    #expect(temporary().count == 3, "\(temporary())")
    killed.kill()
    _ = await killed.result()
    #expect(try await program.run("run", "shop.json").status == 0)
    #expect(temporary().count == 2, "\(temporary())")
    running.kill()
    _ = await running.result()
    #expect(try await program.run("run", "shop.json").status == 0)
    #expect(temporary() == [".keep"])
  }

  @Test("A folder or a request is selected by its name, and variables are given on the command line")
  func selection() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try collection(
      Self.item("One", "{{host}}/one"), Self.item("Three", "{{host}}/three"),
      "{\"name\":\"Folder\",\"item\":[\(Self.item("Two", "{{host}}/{{path}}"))]}")
    let result = try await program.run(
      "run", "shop.json", "--folder", "Folder", "--folder", "One", "--env-var", "host=\(server.url)", "--global-var",
      "path=two")
    #expect(result.status == 0, "\(result.text)\(result.error)")
    #expect(paths(server) == ["/one", "/two"])
    let unknown = try await program.run("run", "shop.json", "--folder", "None")
    #expect(unknown.status == 3 && unknown.error.contains("apus: no folder and no request is named None"))
  }

  @Test("A missing variable is named, without the hint to an environment if one was given")
  func missingVariable() async throws {
    try collection(Self.item("One", "http://127.0.0.1:1/{{path}}"))
    try folder.write("env.json", "{\"name\":\"Dev\",\"values\":[{\"key\":\"host\",\"value\":\"h\"}]}")
    let result = try await program.run("run", "shop.json", "-e", "env.json")
    #expect(result.status == 4 && result.text.contains("path"), "\(result.text)")
    #expect(!result.text.contains("choose an environment"), "\(result.text)")
    #expect(try await program.run("run", "shop.json").text.contains("or choose an environment with --env"))
  }

  @Test("Reports have newman's names")
  func reports() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try collection(Self.item("One", "\(server.url)/one"))
    let result = try await program.run(
      "run", "shop.json", "-r", "cli,junit,json", "--reporter-junit-export", "out.xml", "--reporter-json-export",
      "out.json")
    #expect(result.status == 0 && result.text.contains("1 of 1 requests run"), "\(result.text)\(result.error)")
    #expect(try folder.readText("out.xml").contains("<testsuite name=\"One\" tests=\"1\" failures=\"0\""))
    #expect(try folder.readText("out.json").contains("\"requests\": 1"))
  }

  @Test("A file that is no collection is named, and a failed request has the status of a run")
  func faults() async throws {
    try folder.write("other.json", "{\"a\":1}")
    let other = try await program.run("run", "other.json")
    #expect(other.status == 3 && other.error.contains("other.json: none of the formats"), "\(other.error)")
    try collection(Self.item("One", "http://127.0.0.1:1/"))
    #expect(try await program.run("run", "shop.json", "--timeout-request", "5000").status == 5)
    #expect(folder.files().filter { $0.hasPrefix("tmp/") } == ["tmp/.keep"])
  }

  @Test(
    "A missing file is named with the error of the system, in a workspace and outside",
    arguments: [
      (["run", "no.postman_collection.json"], "no.postman_collection.json"),
      (["run", "shop.json", "-e", "no.json"], "no.json"), (["run", "shop.json", "-e", "envs/dev"], "envs/dev"),
      (["run", "shop.json", "-g", "no.json"], "no.json"),
    ])
  func missingFile(words: [String], name: String) async throws {
    try collection(Self.item("One", "http://127.0.0.1:1/"))
    for _ in 1...2 {
      let result = try await program.run(words)
      #expect(result.status == 3, "\(result.text)")
      #expect(result.error == "apus: cannot read \(name): No such file or directory\n")
      try folder.write("opencollection.yml", "info: {name: Shop}\n")
      try folder.write("get.yml", Sample.request("GET", "http://127.0.0.1:1/"))
    }
  }

  @Test("A script that runs longer than --timeout-script is ended and counts as a failed test")
  func scriptTimeout() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try collection(Self.item("One", "\(server.url)/one", Self.event("test", "for (;;) {}")))
    let result = try await program.run("run", "shop.json", "--timeout-script", "200")
    #expect(result.status == 1 && result.text.contains("ran 200 ms without an end"), "\(result.text)\(result.error)")
    let wrong = try await program.run("run", "shop.json", "--timeout-script", "600001")
    #expect(wrong.status == 2 && wrong.error.contains("0 to 600000"), "\(wrong.error)")
  }

  #if os(Linux)
  @Test("Without the engine of scripts, a run sends nothing, names the package and has status 4")
  func missingEngine() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try collection(
      Self.item("One", "\(server.url)/one"), Self.item("Two", "\(server.url)/two", Self.event("test", "1")))
    // The linker takes the first file of this name, and it is no library.
    for name in ["6.0.so.1", "4.1.so.0", "4.0.so.18"] { try folder.write("lib/libjavascriptcoregtk-\(name)", "") }
    var program = program
    program.variables["LD_LIBRARY_PATH"] = folder.path("lib")
    let result = try await program.run("run", "shop.json")
    #expect(result.status == 4 && server.requests.isEmpty, "\(result.text)\(result.error)")
    #expect(result.error.contains("install libjavascriptcoregtk-4.1-0"), "\(result.error)")
    #expect(try await program.run("run", "shop.json", "--no-scripts").status == 0)
    #expect(paths(server) == ["/one", "/two"])
    let other = try await program.run("run", "shop.json", "--folder", "One")
    #expect(other.status == 0, "\(other.error)")
  }
  #endif

  @Test("Tests of scripts are cases of the reports, a failed one is status 1, and scripts choose the order")
  func scripts() async throws {
    let server = try AnsweringServer { _ in Answer.json("{\"id\":7}") }
    defer { server.stop() }
    let url = server.url
    try collection(
      Self.item(
        "One", "\(url)/one", Self.event("prerequest", "pm.environment.set('id', 7)"),
        Self.event("test", "pm.test('id is 7', () => pm.expect(pm.response.json().id).to.eql(7)); console.log('hi');"),
        Self.event("test", "pm.execution.setNextRequest('Three')")),
      Self.item("Two", "\(url)/two"),
      Self.item(
        "Three", "\(url)/three?id={{id}}", Self.event("test", "pm.test('id is 8', () => pm.expect(7).to.eql(8))")),
      Self.item("Four", "\(url)/four", Self.event("prerequest", "pm.execution.skipRequest()")))
    let result = try await program.run(
      "run", "shop.json", "-r", "junit,json", "--reporter-junit-export", "out.xml", "--reporter-json-export",
      "out.json",
      "--report", "tap=out.tap")
    #expect(result.status == 1, "\(result.text)\(result.error)")
    #expect(paths(server) == ["/one", "/three?id=7"])
    #expect(result.text.contains("log: hi") && result.text.contains("id is 8: expected 7 to deeply equal 8"))
    let junit = try folder.readText("out.xml")
    #expect(junit.contains("<testcase name=\"id is 7\" classname=\"One\""), "\(junit)")
    #expect(junit.contains("<failure message=\"expected 7 to deeply equal 8\"/>"))
    #expect(junit.contains("<skipped message=\"a script skipped it\"/>"))
    #expect(try folder.readText("out.tap").contains("ok 2 - One: id is 7\n"))
    #expect(try folder.readText("out.json").contains("\"name\": \"id is 8\""))
  }

  @Test("Scripts send to servers in values that the user gave, and a refusal names the option that allows another")
  func scriptOrigins() async throws {
    let (server, other) = (try AnsweringServer(), try AnsweringServer())
    defer {
      server.stop()
      other.stop()
    }
    let send = Self.event("prerequest", "await pm.sendRequest(pm.variables.get('authUrl') + '/token')")
    try collection(Self.item("One", "\(server.url)/one", send))
    try folder.write("env.json", "{\"name\":\"Dev\",\"values\":[{\"key\":\"authUrl\",\"value\":\"\(other.url)\"}]}")
    for option in [["-e", "env.json"], ["-g", "env.json"], ["--env-var", "authUrl=\(other.url)"]] {
      let result = try await program.run(["run", "shop.json"] + option)
      #expect(result.status == 0, "\(option): \(result.text)\(result.error)")
    }
    #expect(paths(other) == ["/token", "/token", "/token"])
    let fixed = Self.event("prerequest", "await pm.sendRequest('\(other.url)/fixed')")
    try collection(Self.item("One", "\(server.url)/one", fixed))
    let refused = try await program.run("run", "shop.json")
    let option = "--allow-script-origin \(other.url)"
    #expect(refused.status == 4 && refused.text.contains("allow it with: apus run … \(option)"), "\(refused.text)")
    #expect(!"\(refused.text)\(refused.error)".contains("apus-run-"), "\(refused.text)\(refused.error)")
    let allowed = try await program.run("run", "shop.json", "--allow-script-origin", other.url)
    #expect(allowed.status == 0 && paths(other).last == "/fixed", "\(allowed.text)\(allowed.error)")
  }

  @Test("Scripts know requests by the ids of the file")
  func ids() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    func item(_ id: String, _ name: String, _ code: String) -> String {
      let item = Self.item(name, "\(server.url)/\(name)?id={{id}}", Self.event("prerequest", code))
      return "{\"id\":\"\(id)\",\(item.dropFirst())"
    }
    let setID = "pm.variables.set('id', pm.info.requestId)"
    try collection(
      item("a-1", "one", "\(setID); pm.execution.setNextRequest('c-3')"), item("b-2", "two", setID),
      "{\"name\":\"Folder\",\"item\":[\(item("c-3", "three", setID))]}")
    let result = try await program.run("run", "shop.json")
    #expect(result.status == 0, "\(result.text)\(result.error)")
    #expect(paths(server) == ["/one?id=a-1", "/three?id=c-3"])
  }

  @Test("Reports name requests with their folders, and the file of the collection in place of temporary ones")
  func names() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let item = Self.item("GET /users", "\(server.url)/users", Self.event("test", "pm.test('fails', () => { throw 1 })"))
    let broken = Self.item("Broken", "\(server.url)/broken", Self.event("test", "missing()"))
    try collection("{\"name\":\"Users\",\"item\":[\(item),\(broken)]}")
    let result = try await program.run(
      "run", "shop.json", "-r", "junit,json", "--reporter-junit-export", "out.xml", "--reporter-json-export",
      "out.json", "--report", "tap=out.tap,github=out.txt")
    #expect(result.status == 1 && result.text.contains("Users / GET /users\n"), "\(result.text)\(result.error)")
    let junit = try folder.readText("out.xml")
    #expect(junit.contains("<testsuite name=\"Users / GET /users\""), "\(junit)")
    #expect(junit.contains("name=\"fails\" classname=\"Users / GET /users\""), "\(junit)")
    #expect(try folder.readText("out.tap").contains(" - Users / GET /users: fails"))
    #expect(try folder.readText("out.txt").contains("::error file=shop.json,title=Users / GET /users::"))
    #expect(try folder.readText("out.json").contains("tests of shop.json, Users / Broken:1"))
    let reports = try ["out.tap", "out.txt", "out.json"].map { try folder.readText($0) }
    for text in [result.text, result.error, junit] + reports {
      #expect(!text.contains("apus-run-") && !text.contains(".yml"), "\(text)")
    }
  }

  @Test("The tests that passed or were skipped have a line on demand")
  func tests() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let code = "pm.test('passes', () => {}); pm.test('fails', () => { throw 1 }); pm.test.skip('waits', () => {});"
    try collection(Self.item("One", "\(server.url)/one", Self.event("test", code)))
    for option in ["--verbose", "-v"] {
      let result = try await program.run("run", "shop.json", option)
      let lines = result.lines.filter { $0.hasPrefix("    ") }.map { $0.split(separator: " ").map(String.init) }
      #expect(result.status == 1 && lines.map(\.last).prefix(2) == ["passes", "waits"], "\(result.text)")
      #expect(lines.count { $0.joined(separator: " ").contains("fails") } == 1 && result.error.isEmpty)
    }
    let plain = try await program.run("run", "shop.json")
    #expect(!plain.text.contains("passes") && !plain.text.contains("waits"), "\(plain.text)")
  }

  @Test("Options that change only newman's output are accepted, and failures can leave the status at 0")
  func look() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    try collection(
      Self.item("One", "\(server.url)/one", Self.event("test", "pm.test('fails', () => { throw 1 })")))
    let options = ["--disable-unicode", "--color", "on", "--reporter-cli-no-banner", "--timeout", "60000"]
    let result = try await program.run(["run", "shop.json"] + options)
    #expect(result.status == 1, "\(result.text)\(result.error)")
    #expect(result.error.contains("--disable-unicode, --reporter-cli-no-banner"), "\(result.error)")
    #expect(try await program.run("run", "shop.json", "--no-color", "--suppress-exit-code").status == 0)
  }
}
