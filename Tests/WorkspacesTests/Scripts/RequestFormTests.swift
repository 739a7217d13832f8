import Basics
import Testing

@testable import Workspaces

@Suite("The form of a request for scripts") struct RequestFormTests {
  private static let samples: [BodyDefinition] = [
    .none, .text(.json, "{\"a\": 1}"), .text(.xml, "<a/>"), .form([Row("a", "1"), Row("b", "2", isEnabled: false)]),
    .multipart([
      FormPart("t", .text("x"), contentType: "text/plain"), FormPart("f", .files(["a.txt", "b.txt"]), note: "two"),
      FormPart("g", .files(["c.txt"])),
    ]), .file([BodyDefinition.FileChoice(path: "a.bin")]), .graphql(query: "{a}", variables: "{}"),
  ]

  private func context(_ headers: [Row] = []) -> SendContext {
    var settings = SharedSettings(headers: headers)
    settings.authentication = Authentication(.bearer, [Authentication.Field("token", "{{t}}")])
    return SendContext(layers: [SendContext.Layer(path: "/c", name: "C", settings: settings)], folder: "/c")
  }

  private func changed(
    _ definition: RequestDefinition, in context: SendContext, _ change: (inout JSONValue) -> Void
  ) -> RequestDefinition {
    let form = RequestForm(definition, in: context)
    let json = form.json(id: "x")
    var other = json
    change(&other)
    return RequestForm.changed(definition, from: json, to: other, inherited: form.inherited)
  }

  @Test("An unchanged form leaves the request as it is", arguments: samples)
  func unchanged(_ body: BodyDefinition) {
    let definition = RequestDefinition(name: "x", url: "https://{{h}}/:id?a=1", headers: [Row("A", "1")], body: body)
    #expect(changed(definition, in: context([Row("I", "2")])) { _ in } == definition)
  }

  @Test("A body is read as it was written", arguments: samples)
  func bodies(_ body: BodyDefinition) {
    let definition = RequestDefinition(name: "x", body: body)
    let json = RequestForm(definition, in: context()).json(id: nil)
    var empty = definition
    empty.body = .none
    let read = RequestForm.changed(empty, from: .object([]), to: .object(["body": json["body"]]), inherited: [])
    let form = RequestForm(read, in: context()).json(id: nil)
    #expect(form["body"] == json["body"])
  }

  @Test("Parts that a form lacks stay as they were")
  func lacking() {
    var definition = RequestDefinition(name: "x", tags: ["t"], url: "https://a/:id")
    definition.params = [Parameter(.path, Row("id", "1"))]
    definition.settings = RequestSettings(timeout: 250, followRedirects: false, maxRedirects: 2)
    let made = changed(definition, in: context()) { json in
      for name in ["timeout", "followRedirects", "maxRedirects", "pathVariables", "tags", "name", "body", "auth"] {
        json[name] = nil
      }
      json["method"] = "POST"
    }
    definition.method = "POST"
    #expect(made == definition)
  }

  @Test("Method, URL, timeout and path variables are taken over")
  func fields() {
    var definition = RequestDefinition(name: "x", url: "https://a/:id?q=1")
    definition.params = [Parameter(.query, Row("q", "1")), Parameter(.path, Row("id", "7"))]
    let made = changed(definition, in: context()) { json in
      json["method"] = "POST"
      json["url"] = "https://b/:id"
      json["timeout"] = 250
      json["pathVariables"] = [["key": "id", "value": 8]]
    }
    #expect(made.method == "POST" && made.url == "https://b/:id" && made.settings.timeout == 250)
    #expect(made.params == [Parameter(.path, Row("id", "8"))])
  }

  @Test("An inherited header stays inherited, is overridden if changed, and omitted if removed")
  func headers() {
    let definition = RequestDefinition(name: "x", headers: [Row("Own", "1", note: "kept")])
    let context = context([Row("A", "1"), Row("B", "2"), Row("C", "3")])
    let made = changed(definition, in: context) { json in
      json["headers"] = [
        ["key": "A", "value": "1"], ["key": "B", "value": "changed"], ["key": "Own", "value": "1"],
        ["key": "New", "value": "4"],
      ]
    }
    #expect(
      made.headers == [
        Row("B", "changed"), Row("Own", "1", note: "kept"), Row("New", "4"),
        Row("C", isEnabled: false, omitsInherited: true),
      ])
  }

  @Test("The inherited login is shown, and replaced only if it changes")
  func authentication() {
    let definition = RequestDefinition(name: "x")
    let json = RequestForm(definition, in: context()).json(id: nil)
    #expect(json["auth"]?["bearer"]?.array?.first?["value"] == "{{t}}")
    #expect(changed(definition, in: context()) { $0["method"] = "PUT" }.authentication == .inherit)
    let made = changed(definition, in: context()) { json in
      json["auth"] = ["type": "apikey", "apikey": [["key": "key", "value": "X"], ["key": "in", "value": "query"]]]
    }
    #expect(made.authentication.scheme.word == "apikey" && made.authentication["placement"] == "query")
    #expect(changed(definition, in: context()) { $0["auth"] = .null }.authentication == .none)
  }
}
