import TestSupport
import Testing

@Suite("apus script check") struct ScriptCommandTests {
  private static func scripts(_ code: String) -> String {
    "  scripts:\n    - type: tests\n      code: |\n        \(code)\n"
  }

  @Test func `Unknown names are listed with file, line and column, and the status is 1.`() async throws {
    let sample = try Sample(
      url: "http://h",
      requests: [
        "users/get": Sample.request(runtime: Self.scripts("pm.vault.get('x'); bru.getVer('y')")),
        "ping": Sample.request(runtime: Self.scripts("pm.response.json()")),
      ])
    let result = try await sample.program.run("script", "check")
    #expect(result.status == 1)
    let line = Sample.request(runtime: Self.scripts("")).split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(
      result.lines == [
        "users/get.yml:\(line - 1):9: pm.vault is not provided: secrets of Apus are read as variables",
        "users/get.yml:\(line - 1):28: bru.getVer is not provided: did you mean getVar?",
      ])
    #expect(result.error == "apus: 2 scripts with 2 names not provided\n")
    let json = try await sample.program.run("script", "check", "users/get", "--json")
    #expect(json.lines.count == 2 && json.lines[0].contains("\"name\":\"pm.vault\"") && json.status == 1)
    let clean = try await sample.program.run("script", "check", "ping")
    #expect(clean.status == 0 && clean.error.isEmpty)
    #expect(clean.text == "1 script checked; every name is provided\n")
  }

  @Test func `A syntax error is listed with its place in the file, and the status is 1.`() async throws {
    let sample = try Sample(
      url: "http://h", requests: ["get": Sample.request(runtime: Self.scripts("test('x', () => {"))])
    let result = try await sample.program.run("script", "check")
    let line = Sample.request(runtime: Self.scripts("")).split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(result.lines == ["get.yml:\(line - 1):25: syntax error: Unexpected end of script"])
    #expect(result.status == 1 && result.error == "apus: 1 script with 1 syntax error\n")
    let json = try await sample.program.run("script", "check", "--json")
    #expect(json.text.contains("\"message\":\"syntax error: Unexpected end of script\""), "\(json.text)")
  }

  @Test func `Scripts of folders and collections are checked once.`() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/get": Sample.request(), "users/put": Sample.request()])
    try sample.folder.write("users/folder.yml", "info:\n  name: F\nrequest:\n\(Self.scripts("bru.nope()"))")
    let result = try await sample.program.run("script", "check", "users")
    #expect(result.status == 1)
    #expect(result.lines == ["users/folder.yml:7:9: bru.nope is not provided"])
  }

  @Test func `Expressions in JavaScript are checked like scripts.`() async throws {
    func check(_ expression: String) -> String {
      "  assertions:\n    - expression: \(expression)\n      operator: eq\n      value: \"1\"\n"
    }
    let sample = try Sample(
      url: "http://h",
      requests: [
        "get": Sample.request(runtime: check("res.body.list.map(bru.nope)")),
        "post": Sample.request(runtime: check("res.body.list.map(x => )")),
        "put": Sample.request(runtime: check("res.getStatus()")),
      ])
    let result = try await sample.program.run("script", "check")
    let text = try sample.folder.readText("get.yml").split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(text.firstIndex { $0.contains("map(") }) + 1
    #expect(
      result.lines == [
        "post.yml:\(line):42: syntax error: Unexpected end of script", "get.yml:\(line):37: bru.nope is not provided",
      ], "\(result.text)")
    #expect(result.error == "apus: 2 scripts with 1 syntax error and 1 name not provided\n", "\(result.error)")
  }

  @Test func `A file of another tool is checked without an import, and nothing stays.`() async throws {
    func event(_ listen: String, _ code: String) -> String {
      "{\"listen\":\"\(listen)\",\"script\":{\"exec\":[\"const x = 1;\",\"\(code)\"]}}"
    }
    let folder = try TemporaryDirectory("script-check")
    try folder.write("tmp/.keep", "")
    try folder.write(
      "shop.json",
      """
      {"info":{"name":"Shop","schema":"https://schema.getpostman.com/json/collection/v2.1.0/c.json"},
       "event":[\(event("prerequest", "require('fs')"))],
       "item":[{"name":"Users","item":[{"name":"One","event":[\(event("test", "pm.vault.get('x')"))],
                "request":{"method":"GET","url":"http://h/one"}}]}]}
      """)
    var program = Program(in: folder.path)
    program.variables = ["TMPDIR": folder.path("tmp")]
    let result = try await program.run("script", "check", "shop.json")
    #expect(result.status == 1 && result.lines.count == 2, "\(result.text)\(result.error)")
    #expect(result.lines.first?.hasPrefix("shop.json:2:1: require(\"fs\") is not provided") == true, "\(result.text)")
    let hint = "pm.vault is not provided: secrets of Apus are read as variables"
    #expect(result.lines.last == "shop.json, Users / One:2:1: \(hint)", "\(result.text)")
    #expect(result.error == "apus: 2 scripts with 2 names not provided\n")
    #expect(Set(folder.files()) == ["shop.json", "tmp/.keep"])
    let missing = try await program.run("script", "check", "no.json")
    #expect(missing.status == 3 && missing.error == "apus: cannot read no.json: No such file or directory\n")
  }

  @Test func `Allowed scripts are listed by phase and place, those that are gone by their digest.`() async throws {
    let sample = try Sample(url: "http://h", requests: ["get": Sample.request(runtime: Self.scripts("one()"))])
    let allowed = try await sample.program.run("allow", "--scripts", "--yes")
    #expect(allowed.status == 0, "\(allowed.error)")
    let listed = try await sample.program.run("allow", "--list")
    #expect(listed.text.hasPrefix("script  tests of get.yml:"), "\(listed.text)")
    try sample.folder.write("get.yml", Sample.request(runtime: Self.scripts("two()")))
    let changed = try await sample.program.run("allow", "--list")
    #expect(changed.lines.count == 1 && !changed.text.contains("get.yml"), "\(changed.text)")
  }

  @Test func `A missing path and an unreadable file have status 3.`() async throws {
    let sample = try Sample(url: "http://h", requests: ["good": Sample.request(), "bad": "info:\n  name: [\n"])
    let missing = try await sample.program.run("script", "check", "nothing")
    #expect(missing.status == 3 && missing.error.contains("no folder and no request is named nothing"))
    let broken = try await sample.program.run("script", "check")
    #expect(broken.status == 3 && broken.error.contains("bad.yml"), "\(broken.error)")
    #expect(try await sample.program.run("script", "check", "--nope").status == 2)
  }
}
