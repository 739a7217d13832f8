import Basics
import Testing
import Workspaces

@testable import Interchange

@Suite("Insomnia exports of several workspaces")
struct InsomniaWorkspaceTests {
  private static let text = """
    {"_type":"export","__export_format":4,"resources":[
     {"_id":"wrk_1","_type":"workspace","name":"One","description":"first"},
     {"_id":"wrk_2","_type":"workspace","name":"Two"},
     {"_id":"env_1","_type":"environment","parentId":"wrk_1","name":"Base","data":{"a":"1"}},
     {"_id":"env_2","_type":"environment","parentId":"wrk_2","name":"Base","data":{"a":"2"}},
     {"_id":"env_3","_type":"environment","parentId":"env_1","name":"Dev","data":{"b":"3"}},
     {"_id":"env_4","_type":"environment","parentId":"env_2","name":"Dev","data":{"b":"4"}},
     {"_id":"req_1","_type":"request","parentId":"wrk_1","name":"A","method":"GET","url":"http://h/1","metaSortKey":3},
     {"_id":"fld_1","_type":"request_group","parentId":"wrk_1","name":"F","metaSortKey":2},
     {"_id":"req_2","_type":"request","parentId":"fld_1","name":"B","method":"GET","url":"http://h/2"},
     {"_id":"req_3","_type":"request","parentId":"wrk_1","name":"C","method":"GET","url":"http://h/3","metaSortKey":1},
     {"_id":"req_4","_type":"request","parentId":"wrk_2","name":"D","method":"GET","url":"http://h/4"},
     {"_id":"jar_1","_type":"cookie_jar","parentId":"wrk_1","name":"Jar","cookies":[
      {"key":"sid","value":"x","domain":"h"},{"key":"theme","value":"y","domain":"h"}]},
     {"_id":"jar_2","_type":"cookie_jar","parentId":"wrk_2","name":"Empty","cookies":[]},
     {"_id":"spc_1","_type":"api_spec","parentId":"wrk_1","fileName":"shop.yaml","contents":"openapi: 3.0.0"}]}
    """

  private func names(_ folder: ImportedCollection.Folder, _ path: String = "") -> [String] {
    folder.items.flatMap { item -> [String] in
      switch item {
      case .folder(let inner): ["\(path)/\(inner.name)/"] + names(inner, "\(path)/\(inner.name)")
      case .request(let request, _): ["\(path)/\(request.name)"]
      }
    }
  }

  @Test("Each workspace is a folder with its own documentation, variables and environments, in the order of the export")
  func workspaces() throws {
    let made = try ImportFormat.insomnia.read(Array(Self.text.utf8), name: "both")
    #expect(made.root.name == "both" && made.root.settings == SharedSettings())
    #expect(names(made.root) == ["/One/", "/One/C", "/One/F/", "/One/F/B", "/One/A", "/Two/", "/Two/D"])
    guard case .folder(let one) = made.root.items[0], case .folder(let two) = made.root.items[1] else {
      Issue.record("no folders")
      return
    }
    #expect(one.settings.docs == "first" && one.settings.variables == [Row("a", "1")])
    #expect(two.settings.variables == [Row("a", "2")])
    #expect(made.environments.map(\.name) == ["Dev", "Dev (Two)"])
    #expect(made.environments.map { $0.variables.map(\.row.value) } == [["3"], ["4"]])
  }

  @Test("The values of an environment keep their types")
  func types() throws {
    let text = Self.text.replacing(#"{"b":"3"}"#, with: #"{"n":3,"t":"3","l":[1],"z":null,"o":{"in":true}}"#)
    let made = try ImportFormat.insomnia.read(Array(text.utf8), name: "both")
    let rows = made.environments[0].variables.map(\.row)
    #expect(rows.map(\.name) == ["n", "t", "l", "z", "o.in"] && rows.map(\.value) == ["3", "3", "[1]", "", "true"])
    #expect(rows.map(\.typedValue.json) == [3, nil, [1], .null, true])
  }

  @Test("Folders in a cycle, without a parent or nested too deep are kept in the root and reported")
  func misplaced() throws {
    func group(_ id: String, in parent: String?) -> String {
      let above = parent.map { #","parentId":"\#($0)""# } ?? ""
      return #"{"_id":"\#(id)","_type":"request_group","name":"\#(id)"\#(above)}"#
    }
    func request(_ name: String, in parent: String?) -> String {
      let above = parent.map { #","parentId":"\#($0)""# } ?? ""
      return #"{"_id":"r\#(name)","_type":"request","name":"\#(name)","method":"GET","url":"http://h/"\#(above)}"#
    }
    func read(_ resources: [String]) throws -> ImportedCollection {
      let all = [#"{"_id":"w","_type":"workspace","name":"W"}"#] + resources
      let text = #"{"_type":"export","__export_format":4,"resources":[\#(all.joined(separator: ","))]}"#
      return try ImportFormat.insomnia.read(Array(text.utf8), name: "x")
    }
    // The parent of `c` is in the cycle of `a` and `b`; `d` contains itself.
    let circles = try read([
      group("a", in: "b"), group("b", in: "a"), group("c", in: "b"), group("d", in: "d"), request("1", in: "a"),
      request("2", in: "b"), request("3", in: "c"), request("4", in: "d"), request("5", in: "w"),
    ])
    #expect(circles.requests.map(\.name).sorted() == ["1", "2", "3", "4", "5"])
    #expect(names(circles.root) == ["/5", "/a/", "/a/b/", "/a/1", "/c/", "/c/3", "/2", "/d/", "/4"])
    #expect(
      circles.notices.map(\.description) == [
        "a, d: content outside all folders is placed in the collection itself in 2 places"
      ], "\(circles.notices)")

    let lost = try read([request("1", in: nil), request("2", in: "r1"), group("g", in: "r1"), request("3", in: "g")])
    #expect(names(lost.root) == ["/1", "/2", "/g/", "/g/3"])
    #expect(lost.notices.map(\.message).allSatisfy { $0.contains("outside all folders") } && !lost.notices.isEmpty)

    var chain = (0..<200).map { group("g\($0)", in: $0 == 0 ? "w" : "g\($0 - 1)") }
    chain.append(request("deepest", in: "g199"))
    let deep = try read(chain.reversed())
    #expect(deep.requests.map(\.name) == ["deepest"])
    #expect(names(deep.root).count == 201)
    #expect(deep.notices.allSatisfy { $0.message.contains("outside all folders") }, "\(deep.notices)")
    #expect(!deep.notices.isEmpty)
  }

  @Test("Items nested too deep in format 5 are left out and reported")
  func nestedTooDeep() throws {
    var node = #"{"name":"deepest","url":"http://h/","method":"GET"}"#
    for index in (0..<80).reversed() { node = #"{"name":"g\#(index)","children":[\#(node)]}"# }
    let text = #"{"type":"collection.insomnia.rest/5.0","name":"N","collection":[\#(node)]}"#
    let made = try ImportFormat.insomnia.read(Array(text.utf8), name: "x")
    #expect(made.requests.isEmpty && names(made.root).count == 60)
    #expect(
      made.notices.map(\.description) == ["g59: folders are nested more than 60 deep: the rest is left out"],
      "\(made.notices)")
  }

  @Test("Cookies and specifications are reported with their jar and file")
  func losses() throws {
    let made = try ImportFormat.insomnia.read(Array(Self.text.utf8), name: "both")
    #expect(
      made.notices.map(\.description) == [
        "Jar: cookies are not carried over: sid (h), theme (h)",
        "shop.yaml: a specification is left out; import it from a separate file",
      ])
  }
}
