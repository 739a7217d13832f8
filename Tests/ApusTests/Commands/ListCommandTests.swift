import FoundationEssentials
import TestSupport
import Testing

@Suite struct ListCommandTests {
  @Test("The tree is listed as text, and as the documented JSON")
  func list() async throws {
    let sample = try Sample(
      url: "http://h", requests: ["users/get": Sample.request(), "ping": Sample.request("HEAD", "http://h/")])
    let text = try await sample.program.run("list")
    #expect(text.text == "Sample\n  users/\n    GET   users/get  A request\n  HEAD  ping         A request\n")
    let json = try await sample.program.run("list", sample.folder.path, "--json").json()
    #expect(json["path"].string == sample.folder.path)
    let collection = json["collections"][0]
    #expect(collection["environments"].array == [.string("live"), .string("local")])
    #expect(collection["items"][0]["items"][0]["id"].string == "users/get")
    #expect(collection["items"][1]["method"].string == "HEAD")
    #expect(json["notices"].array.isEmpty)
  }

  @Test("A folder is listed by its path, and so is one request; another workspace by its own")
  func folder() async throws {
    let sample = try Sample(
      url: "http://h",
      requests: ["users/get": Sample.request(), "users/old/x": Sample.request(), "ping": Sample.request()])
    let users = "Sample\n  users/\n    old/\n      GET  users/old/x  A request\n    GET  users/get      A request\n"
    for words in [["users"], ["./users"], ["users", "-w", sample.folder.path]] {
      #expect(try await sample.program.run(["list"] + words).text == users, "\(words)")
    }
    let outside = try await Program().run("list", sample.folder.path + "/users")
    #expect(outside.text == users, "\(outside.error)")
    #expect(try await sample.program.run("list", "ping").text == "Sample\n  GET  ping  A request\n")
    let json = try await sample.program.run("list", "users/old", "--json").json()
    #expect(json["collections"][0]["items"][0]["items"].array.count == 1)
    let none = try await sample.program.run("list", "nothing")
    let words = "no folder and no request is named nothing; `apus list` shows all requests"
    #expect(none.status == 3 && none.error == "apus: \(words)\n")
    try sample.folder.write("later/notes.txt", "")
    let later = try await sample.program.run("run", "later")
    #expect(later.error == "apus: no requests in later; `apus list` shows all requests\n")
  }

  @Test("A folder without requests is listed, by its path too; hidden folders and those of packages are not")
  func emptyFolders() async throws {
    let sample = try Sample(url: "http://h", requests: ["users/get": Sample.request()])
    for name in ["users/later/notes.txt", "new/notes.txt", ".old/x.yml", "node_modules/x.yml"] {
      try sample.folder.write(name, "")
    }
    let program = sample.program
    let users = "  users/\n    later/\n    GET  users/get  A request\n"
    #expect(try await program.run("list").text == "Sample\n  new/\n\(users)")
    #expect(try await program.run("list", "new").text == "Sample\n  new/\n")
    #expect(try await program.run("list", "users").text == "Sample\n\(users)")
  }

  @Test("A name that repeats the name of its file, except for case and ending, is printed once")
  func sameName() async throws {
    let sample = try Sample(
      url: "http://h",
      requests: [
        "users/get": Sample.request(name: "Get"), "health": Sample.request(name: "Health.yml"),
        "ping": Sample.request(name: "Ping it"),
      ])
    let text = try await sample.program.run("list").text
    #expect(text == "Sample\n  users/\n    GET  users/get\n  GET  health\n  GET  ping  Ping it\n")
  }

  @Test("The workspace is named by -w or by the argument")
  func workspace() async throws {
    let sample = try Sample(url: "http://h", requests: ["ping": Sample.request()])
    let program = try Program()
    let named = try await program.run("list", sample.folder.path)
    for words in [["-w", sample.folder.path], ["-w\(sample.folder.path)"], ["--workspace", sample.folder.path]] {
      let listed = try await program.run(["list"] + words)
      #expect(listed.status == 0 && listed.text == named.text && listed.text.contains("ping"), "\(listed.error)")
    }
    let both = try await program.run("list", sample.folder.path, "-w", sample.folder.path)
    #expect(both.text == named.text, "\(both.error)")
  }

  @Test("On a terminal, names are aligned in a column, with wide characters measured as displayed")
  func columns() throws {
    let long = String(repeating: "long", count: 16)
    let sample = try Sample(
      url: "http://h",
      requests: [
        "users/get-one": Sample.request(name: "Get"), "日本": Sample.request("HEAD", name: "Japan"),
        "z": Sample.request("DELETE", name: "Last"), long: Sample.request(name: "Far"),
      ])
    let journey = try Journey(
      [try Program.path(), "list", sample.folder.path], home: try TemporaryDirectory("home"))
    try journey.end()
    let lines = journey.screen.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        "Sample", "  users/", "    GET     users/get-one  Get", "  GET     \(long)  Far",
        "  DELETE  z                Last",
        "  HEAD    日本             Japan",
      ], "\(journey.screen)")
  }

  @Test("A folder without a collection is status 3")
  func nothing() async throws {
    let folder = try TemporaryDirectory()
    let result = try await Program(in: folder.path).run("list", folder.path)
    #expect(result.status == 3)
    #expect(result.error.split(separator: "\n").count == 1)
  }

  @Test("A broken file is listed with its error, or reported on standard error")
  func broken() async throws {
    let sample = try Sample(url: "http://h", requests: ["bad": "info:\n  name: [\n", "good": Sample.request()])
    let result = try await sample.program.run("list")
    #expect(result.status == 0)
    #expect(result.text.contains("good"))
    #expect((result.text + result.error).contains("bad"))
  }

  #if os(Linux)
  @Test("A file whose name is not UTF-8 is listed with advice")
  func misnamed() async throws {
    let sample = try Sample(url: "http://h", requests: ["good": Sample.request()])
    #expect(try await sample.program.shell("cp good.yml \"$(printf 'b\\377.yml')\"").status == 0)
    let result = try await sample.program.run("list")
    #expect(result.text.contains("if its name is not UTF-8, rename it"), "\(result.text)")
  }
  #endif

  @Test("A name with a line break stays on its line; the JSON contains it unchanged")
  func lineBreaks() async throws {
    let sample = try Sample(
      url: "http://h", requests: ["a": Sample.request(name: "\"one\\ntwo\\tthree\\e[31m\""), "b\nc": Sample.request()])
    let text = try await sample.program.run("list").text
    #expect(text == "Sample\n  GET  a    one␊two␉three␛[31m\n  GET  b␊c  A request\n")
    let items = try await sample.program.run("list", "--json").json()["collections"][0]["items"]
    #expect(items[0]["name"].string == "one\ntwo\tthree\u{1b}[31m" && items[1]["id"].string == "b\nc")
  }

  @Test("The demo workspace is listed from a checkout, without a notice")
  func demo() async throws {
    let json = try await Program().run("list", "--demo", "--json").json()
    #expect(json["workspace"].string == "demo")
    #expect(json["notices"].array.isEmpty)
    #expect(json["collections"][0]["items"].array.count == 10)
  }
}
