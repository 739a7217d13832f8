import Foundation
import TestSupport
import Testing

/// Requests are exported from the screen in formats of other tools.
@Suite("Journeys: exporting", .serialized) struct ExportJourneys {
  private let sample: Sample
  private let home: TemporaryDirectory
  private let out: TemporaryDirectory

  init() throws {
    let assertion = "  assertions:\n    - {expression: res.status, operator: eq, value: '200'}\n"
    sample = try Sample(
      url: "http://127.0.0.1:1",
      requests: [
        "echo": Sample.request(
          headers: [("Authorization", "Bearer s3cr3t-of-mine")], runtime: assertion, name: "Echo"),
        "things/list": Sample.request("GET", "{{base_url}}/things", name: "List things"),
        "things/add": Sample.request("POST", "{{base_url}}/things", body: "{\"a\": 1}", name: "Add thing"),
      ])
    home = try TemporaryDirectory("home")
    out = try TemporaryDirectory("out")
  }

  @Test("A request is exported like with apus export, with a question before replacing, and copied")
  func request() async throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    let path = out.path("echo.http")
    try journey.type("X.http\r", see: "echo.http")
    try journey.type("\u{15}\(path)\r", see: "Exported")
    try journey.see("secrets masked")
    let exported = try await sample.program.run("export", "http", "echo", "-e", "local")
    #expect(exported.status == 0, "\(exported.error)")
    #expect(try out.readText("echo.http") == exported.text)
    #expect(!exported.text.contains("s3cr3t-of-mine"))

    try out.write("echo.http", "mine")
    try journey.type("X.http\r", see: "Export Echo as .http")
    try journey.type("\u{15}\(path)\r", see: "exists. Replace it?")
    try journey.type("n")
    try journey.seeGone("Replace it?")
    #expect(try out.readText("echo.http") == "mine")
    try journey.type("X.http\r", see: "Export Echo as .http")
    try journey.type("\u{15}\(path)\r", see: "exists. Replace it?")
    try journey.type("y", see: "Exported")
    #expect(try out.readText("echo.http") == exported.text)

    try journey.type("y", see: "Export to a file")
    try journey.type("Hurl\r", see: "Copied")
    let hurl = try await sample.program.run("export", "hurl", "echo", "-e", "local")
    #expect(journey.copied == hurl.text)
    #expect(try journey.quit() == 0)
    #expect(out.files() == ["echo.http"])
  }

  @Test("A folder is exported to one file, and unsupported features are reported")
  func folder() async throws {
    let journey = try Journey(sample, home: home)
    try journey.see("things")
    try journey.type("/things\r", see: "List things")
    try journey.type("gj")
    try journey.type("Xpostman\r", see: "things.postman_collection.json")
    try journey.type("\u{15}\(out.path("things.json"))\r", see: "Exported")
    let text = try out.readText("things.json")
    #expect(text.contains("List things") && text.contains("Add thing") && !text.contains("\"Echo\""))
    try journey.type("XcURL\r", see: "A file for each request")
    try journey.type("\r", see: "things.sh")
    try journey.type("\u{15}\(out.path("things.sh"))\r", see: "Exported")
    let script = try await sample.program.run("export", "curl", "things", "-e", "local")
    #expect(try out.readText("things.sh") == script.text && script.text.contains("# things/add"))
    try journey.quit()
  }

  @Test("A folder is exported as a program per request, with a question before replacing")
  func programs() async throws {
    let journey = try Journey(sample, home: home)
    try journey.see("things")
    try journey.type("/things\r", see: "List things")
    try journey.type("gj")
    try journey.type("Xgo\r", see: "A file for each request")
    try journey.type("\r", see: "to the folder")
    try journey.type("\u{15}\(out.path("screen"))\r", see: "Exported 2 files")
    let result = try await sample.program.run(
      "export", "code", "things", "--lang", "go", "-e", "local", "-o", out.path("command"))
    #expect(result.status == 0, "\(result.error)")
    for name in ["list-things.go", "add-thing.go"] {
      #expect(try out.readText("screen/\(name)") == out.readText("command/\(name)"))
    }
    try out.write("screen/add-thing.go", "mine")
    try journey.type("Xgo\r", see: "A file for each request")
    try journey.type("\r", see: "to the folder")
    // Where the line breaks depends on the folder's name; a word is never cut.
    try journey.type("\u{15}\(out.path("screen"))\r", see: "Replace")
    try journey.type("n")
    try journey.seeGone("Replace")
    #expect(try out.readText("screen/add-thing.go") == "mine")
    try journey.quit()
  }

  @Test("An unwritable path is explained and leaves nothing behind")
  func refused() throws {
    let journey = try Journey(sample, home: home)
    try journey.open("Echo", see: "{{base_url}}/echo")
    try journey.type("Xhurl\r", see: "Export Echo as Hurl")
    try journey.type("\u{15}\(out.path("no/such/folder.hurl"))\r", see: "Not exported:")
    #expect(out.files().isEmpty)
    try journey.quit()
  }
}
