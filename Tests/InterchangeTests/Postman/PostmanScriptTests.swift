import Testing
import Workspaces

@testable import Interchange

/// Scripts of Postman and Insomnia keep their level and phase, and run as there.
@Suite("Scripts of Postman and Insomnia")
struct PostmanScriptTests {
  private func event(_ listen: String, _ code: String, _ more: String = "") -> String {
    "{\"listen\":\"\(listen)\"\(more),\"script\":{\"exec\":[\"\(code)\"]}}"
  }

  private func events(_ level: String) -> String {
    "\"event\":[\(event("prerequest", "before \(level)")),\(event("test", "test \(level)"))]"
  }

  private func collection(schema: String = "v2.1.0") -> String {
    let request = "{\"name\":\"R\",\(events("request")),\"request\":{\"method\":\"GET\",\"url\":\"http://h/\"}}"
    let folder = "{\"name\":\"F\",\(events("folder")),\"item\":[\(request)]}"
    let info = "\"info\":{\"name\":\"C\",\"schema\":\"https://schema.getpostman.com/json/collection/\(schema)/c.json\"}"
    return "{\(info),\(events("collection")),\"item\":[\(folder)]}"
  }

  private func scripts(of level: String) -> [Script] {
    [Script(phase: "before-request", code: "before \(level)"), Script(phase: "tests", code: "test \(level)")]
  }

  private func firstFolder(of imported: ImportedCollection) -> ImportedCollection.Folder? {
    if case .folder(let folder)? = imported.root.items.first { folder } else { nil }
  }

  private func check(_ imported: ImportedCollection) throws {
    #expect(imported.root.settings.scripts == scripts(of: "collection"))
    let folder = try #require(firstFolder(of: imported))
    #expect(folder.settings.scripts == scripts(of: "folder"))
    #expect(imported.requests.map(\.scripts) == [scripts(of: "request")])
    #expect(imported.root.settings.scripting == ScriptSettings(rules: .postman, flow: .sequential))
  }

  @Test(
    "Scripts of collection, folder and request keep their phase, also through an export",
    arguments: ["v2.0.0", "v2.1.0"])
  func levels(schema: String) throws {
    let imported = try ImportFormat.postman.read(Array(collection(schema: schema).utf8), name: "x")
    try check(imported)
    #expect(imported.notices.map(\.description) == ["C: 6 scripts; they run once allowed"])
    let written = ExportFormat.postman.write(imported)
    #expect(written.notices.isEmpty)
    try check(try PostmanImport.read(Array(written.text.utf8), name: "x"))
  }

  @Test("Scripts of format 1 keep their level and phase")
  func format1() throws {
    func code(_ level: String) -> String { "\"preRequestScript\":\"before \(level)\",\"tests\":\"test \(level)\"" }
    let text = """
      {"id":"c","name":"C","order":[],"folders_order":["f"],\(code("collection")),
       "folders":[{"id":"f","name":"F","order":["r"],\(code("folder"))}],
       "requests":[{"id":"r","name":"R","method":"GET","url":"http://h/",\(code("request"))}]}
      """
    let imported = try PostmanImport.read(Array(text.utf8), name: "x")
    try check(imported)
    #expect(imported.notices.isEmpty, "\(imported.notices)")
  }

  @Test("Disabled scripts, scripts of other events and scripts in other files are named and left out")
  func losses() throws {
    let file = "{\"listen\":\"test\",\"script\":{\"src\":\"http://h/a.js\"}}"
    let events = [event("test", "a", ",\"disabled\":true"), event("other", "b"), file].joined(separator: ",")
    let text = """
      {"info":{"name":"C","schema":"https://schema.getpostman.com/json/collection/v2.1.0/c.json"},
       "item":[{"name":"R","event":[\(events)],"request":"http://h/"}]}
      """
    let imported = try PostmanImport.read(Array(text.utf8), name: "x")
    #expect(imported.requests.map(\.scripts) == [[]])
    #expect(imported.root.settings.scripting == ScriptSettings())
    #expect(
      imported.notices.map(\.message) == [
        "a disabled script is not carried over: test", "a script for another event is not carried over: other",
        "a script in another file is not carried over: http://h/a.js",
      ])
  }

  @Test("Scripts of Insomnia keep their phase in both formats and run as in Postman")
  func insomnia() throws {
    let four = """
      {"__export_format":4,"resources":[
       {"_id":"w","_type":"workspace","name":"C"},
       {"_id":"g","_type":"request_group","parentId":"w","name":"F","preRequestScript":"a","afterResponseScript":"b"},
       {"_id":"r","_type":"request","parentId":"g","name":"R","url":"http://h/","preRequestScript":"c"}]}
      """
    let five = """
      type: collection.insomnia.rest/5.0
      name: C
      collection:
        - name: F
          scripts: {preRequest: a, afterResponse: b}
          children:
            - {name: R, url: "http://h/", method: GET, scripts: {preRequest: c}}
      """
    for text in [four, five] {
      let imported = try ImportFormat.insomnia.read(Array(text.utf8), name: "x")
      let folder = try #require(firstFolder(of: imported))
      #expect(
        folder.settings.scripts == [
          Script(phase: "before-request", code: "a"), Script(phase: "after-response", code: "b"),
        ])
      #expect(imported.requests.map(\.scripts) == [[Script(phase: "before-request", code: "c")]])
      #expect(imported.root.settings.scripting == ScriptSettings(rules: .postman, flow: .sequential))
      #expect(imported.notices.map(\.description) == ["C: 3 scripts; they run once allowed"])
    }
  }
}
