import Basics
import Workspaces

/// A saved response of a Postman item, and the equivalent example of ours.
enum PostmanExample {
  /// - Parameter request: the item's own, used if the response has none.
  static func read(
    _ node: JSONValue, of request: RequestDefinition, at place: String, notices: inout [Notice]
  ) -> RequestExample {
    let original = node["originalRequest"].map { PostmanReader.asked($0) } ?? request
    let headers = PostmanReader.headers(node["header"])
    var example = RequestExample(
      name: ForeignText.scalar(node["name"]), note: PostmanReader.text(node["description"]), method: original.method,
      url: original.url, params: original.params, headers: original.headers, body: original.body)
    example.answer = RequestExample.Answer(
      status: node["code"]?.int, statusText: ForeignText.scalar(node["status"]), headers: headers,
      type: kind(node["_postman_previewlanguage"]?.string, headers), body: ForeignText.scalar(node["body"]))
    let isEmpty = { (name: String) in node[name]?.array?.isEmpty ?? true }
    if !isEmpty("cookie") {
      notices.append(Notice(.warning, place, "the cookies of a saved response are not carried over: \(example.name)"))
    }
    if original.authentication != .inherit, original.authentication != request.authentication {
      notices.append(Notice(.warning, place, "the login of a saved response is not carried over: \(example.name)"))
    }
    return example
  }

  private static func kind(_ language: String?, _ headers: [Row]) -> String {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
    return ["json", "html", "xml"].first { language?.lowercased() == $0 || language == nil && type.contains($0) }
      ?? "text"
  }

  /// - Parameter request: the answered request, as written by the request writer.
  static func node(_ example: RequestExample, request: JSONValue) -> JSONValue {
    var members: [JSONValue.Member] = [.init("name", .string(example.name)), .init("originalRequest", request)]
    if !example.note.isEmpty { members.append(.init("description", .string(example.note))) }
    if !example.answer.statusText.isEmpty { members.append(.init("status", .string(example.answer.statusText))) }
    if let status = example.answer.status { members.append(.init("code", .number(String(status)))) }
    members += [
      .init("_postman_previewlanguage", .string(example.answer.type)),
      .init("header", .array(example.answer.headers.map(PostmanExport.row))), .init("cookie", .array([])),
      .init("body", .string(example.answer.body)),
    ]
    return .object(members)
  }
}
