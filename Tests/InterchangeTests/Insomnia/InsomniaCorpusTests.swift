import Foundation
import Interchange
import TestSupport
import Testing
import Workspaces

@Suite("Insomnia exports")
struct InsomniaCorpusTests {
  private func names(_ folder: ImportedCollection.Folder, path: String = "") -> [String] {
    folder.items.flatMap { item -> [String] in
      switch item {
      case .folder(let inner): ["\(path)/\(inner.name)"] + names(inner, path: "\(path)/\(inner.name)")
      case .request(let request, _): ["\(path)/\(request.method) \(request.name)"]
      }
    }
  }

  /// The same list from the resources of format 4, without the importer.
  private func extract(_ resources: [[String: NSObject]]) -> [String] {
    func below(_ id: String, _ path: String) -> [String] {
      let children = resources.filter { $0["parentId"] as? String == id }.sorted {
        ($0["metaSortKey"] as? Double ?? 0) < ($1["metaSortKey"] as? Double ?? 0)
      }
      return children.flatMap { node -> [String] in
        let name = node["name"] as? String ?? ""
        switch node["_type"] as? String {
        case "request": return ["\(path)/\(node["method"] as? String ?? "GET") \(name)"]
        case "request_group": return ["\(path)/\(name)"] + below(node["_id"] as? String ?? "", "\(path)/\(name)")
        default: return []
        }
      }
    }
    let ids = Set(resources.compactMap { $0["_id"] as? String })
    let parents = Set(resources.compactMap { $0["parentId"] as? String }).subtracting(ids).sorted()
    let tops = resources.filter { $0["_type"] as? String == "workspace" }.compactMap { $0["_id"] as? String }
    return (tops + parents).flatMap { below($0, "") }
  }

  @Test(
    "Every export of the corpus gives its tree, and broken or older ones are rejected with a reason",
    .corpora("insomnia"))
  func corpus() throws {
    let files = try Corpora.files("insomnia", extensions: ["json", "yaml"])
    var (passed, refused) = (0, 0)
    for file in files {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
      do {
        let imported = try InsomniaImport.read(bytes, name: "x")
        #expect(!file.contains("malformed") && !file.contains("invalid"), "\(file)")
        #expect(ImportFormat.detect(bytes) == .insomnia, "\(file)")
        let text = String(decoding: bytes, as: UTF8.self)
        let isEmpty = !text.contains("method: ") && !text.contains("\"method\": ")
        #expect(imported.requests.isEmpty == isEmpty, "\(file)")
        let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: NSObject]
        // There is no second reader for YAML exports; their trees are checked explicitly below.
        if let resources = object?["resources"] as? [[String: NSObject]] {
          #expect(names(imported.root) == extract(resources), "\(file)")
        }
        passed += 1
      } catch {
        let isOld = error.message.contains("format 1") || error.message.contains("format 2")
        #expect(isOld || file.contains("malformed") || file.contains("invalid"), "\(file): \(error)")
        refused += 1
      }
    }
    Notice.show("insomnia: \(passed) of \(files.count) read, \(refused) refused with a reason")
  }

  @Test("Requests, authentication, nested environments and template tags of format 5 are imported")
  func details() throws {
    let text = """
      type: collection.insomnia.rest/5.0
      name: C
      collection:
        - name: F
          meta: {id: fld_1, sortKey: 2}
          authentication: {type: bearer, token: "{{ _.t }}"}
          children:
            - {name: B, method: POST, url: "{{ _.base.url }}/b", meta: {id: req_2, sortKey: 1}, body: {mimeType: application/json, text: "{}"}, headers: [{name: X, value: "{% hash 'md5' %}"}, {name: Off, value: a, disabled: true}]}
        - {name: A, method: GET, url: "http://a?x=1", meta: {id: req_1, sortKey: 1}, parameters: [{name: y, value: 2}, {name: z, value: "3", disabled: true}]}
      environments:
        name: Base
        data: {base: {url: http://h}, n: 3}
        subEnvironments: [{name: Dev, data: {t: abc}}]
      """
    let imported = try InsomniaImport.read(Array(text.utf8), name: "x")
    #expect(names(imported.root) == ["/GET A", "/F", "/F/POST B"])
    let number = Row("n", VariableValue("3", type: .number))
    #expect(imported.root.settings.variables == [Row("base.url", "http://h"), number])
    #expect(imported.environments.map(\.name) == ["Dev"])
    #expect(imported.requests[0].url == "http://a?x=1&y=2" && imported.requests[0].params.count == 3)
    #expect(imported.requests[1].url == "{{base.url}}/b" && imported.requests[1].body == .text(.json, "{}"))
    #expect(imported.requests[1].headers.map(\.isEnabled) == [true, false, true])
    #expect(imported.notices.count == 1)
  }
}
