import Testing
import Workspaces

@testable import Interchange

@Suite("Postman collections of format 1")
struct PostmanFormat1Tests {
  private static let text = #"""
    {"id":"c","name":"Old","description":"about","order":["r2"],"folders_order":["f1"],
     "variables":[{"key":"host","value":"h"},{"key":"off","value":"x","enabled":false}],
     "folders":[{"id":"f1","name":"F","order":["r1"],"folders_order":["f2"]},
      {"id":"f2","name":"Inner","folder":"f1","order":["r3"]}],
     "requests":[
      {"id":"r1","name":"Form","method":"POST","url":"http://{{host}}/a?x=1","headers":"A: b\n//C: d\n",
       "queryParams":[{"key":"x","value":"1","enabled":true},{"key":"y","value":"2","enabled":false}],
       "dataMode":"urlencoded","data":[{"key":"k","value":"v","enabled":true}],
       "currentHelper":"basicAuth","helperAttributes":{"id":"basic","username":"u","password":"p"},
       "tests":"a();","preRequestScript":"b();",
       "responses":[{"name":"Made","responseCode":{"code":201,"name":"Created"},"headers":[{"key":"X","value":"y"}],
        "text":"{}","language":"json"}]},
      {"id":"r2","name":"Raw","method":"PUT","url":"http://h/:id","pathVariables":{"id":"7"},
       "headerData":[{"key":"A","value":"b","enabled":false}],"dataMode":"raw","rawModeData":"{}",
       "dataOptions":{"raw":{"language":"json"}},"auth":{"type":"bearer","bearer":[{"key":"token","value":"T"}]}},
      {"id":"r3","name":"Upload","method":"POST","url":"http://h/","dataMode":"params",
       "data":[{"key":"f","type":"file","value":"a.csv"},{"key":"t","type":"text","value":"x"}],"novel":"kept-by-name"},
      {"id":"r4","name":"Lost","method":"GET","url":"http://h/4","dataMode":"raw","rawModeData":null}]}
    """#

  private func names(_ folder: ImportedCollection.Folder, _ path: String = "") -> [String] {
    folder.items.flatMap { item -> [String] in
      switch item {
      case .folder(let inner): names(inner, path + inner.name + "/")
      case .request(let request, _): [path + request.name]
      }
    }
  }

  @Test("Folders, order, rows, bodies, logins, scripts and saved responses are imported")
  func whole() throws {
    #expect(ImportFormat.detect(Array(Self.text.utf8)) == .postman)
    let made = try ImportFormat.postman.read(Array(Self.text.utf8), name: "x")
    #expect(made.format == "postman-1" && made.root.name == "Old" && made.root.settings.docs == "about")
    #expect(made.root.settings.variables == [Row("host", "h"), Row("off", "x", isEnabled: false)])
    #expect(names(made.root) == ["F/Inner/Upload", "F/Form", "Raw", "Lost"])
    let (upload, form, raw) = (made.requests[0], made.requests[1], made.requests[2])
    #expect(form.url == "http://{{host}}/a?x=1" && form.body == .form([Row("k", "v")]))
    #expect(form.params == [Parameter(.query, Row("x", "1")), Parameter(.query, Row("y", "2", isEnabled: false))])
    #expect(form.headers == [Row("A", "b"), Row("C", "d", isEnabled: false)])
    #expect(form.authentication == Authentication(.basic, [.init("username", "u"), .init("password", "p")]))
    #expect(form.scripts.map(\.phase) == ["before-request", "tests"])
    #expect(form.examples.map(\.answer.status) == [201] && form.examples.first?.answer.headers == [Row("X", "y")])
    #expect(raw.body == .text(.json, "{}") && raw.params == [Parameter(.path, Row("id", "7"))])
    #expect(raw.headers == [Row("A", "b", isEnabled: false)] && raw.authentication["token"] == "T")
    #expect(
      upload.body
        == .multipart([FormPart("f", .files(["a.csv"]), contentType: "text/csv"), FormPart("t", .text("x"))]))
    #expect(made.requests[3].body == .none)
    #expect(made.notices.map(\.message).contains("not carried over: novel"), "\(made.notices)")
  }

  @Test("Folders that contain each other are imported once", .timeLimit(.minutes(1)))
  func circles() throws {
    let text = #"""
      {"id":"c","name":"C","order":[],"folders":[{"id":"a","name":"A","folders_order":["b"],"folder":"b","order":["r","r"]},
       {"id":"b","name":"B","folders_order":["a","b"],"folder":"a","order":["r"]}],
       "requests":[{"id":"r","name":"R","url":"http://h/"}]}
      """#
    let made = try ImportFormat.postman.read(Array(text.utf8), name: "x")
    #expect(made.requests.map(\.name) == ["R"])
  }
}
