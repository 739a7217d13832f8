package import Basics
import HTTPTypes
package import HTTPModel
package import Workspaces

/// Writes requests as an HTTP archive (HAR 1.2): a log whose entries have not been sent.
package enum HARExport {
  /// - Parameters:
  ///   - creator: name and version of the program, for the log's `creator`.
  ///   - time: ISO 8601, for `startedDateTime`.
  package static func log(
    of requests: [PreparedRequest], creator: (name: String, version: String), time: String, revealsSecrets: Bool = false
  ) -> JSONValue {
    let entries = requests.map { prepared in
      entry(prepared.request, revealsSecrets ? .none : prepared.redaction, time: time)
    }
    let maker = JSONValue.object([
      .init("name", .string(creator.name)), .init("version", .string(creator.version)),
    ])
    return .object([
      .init(
        "log",
        .object([
          .init("version", .string("1.2")), .init("creator", maker), .init("entries", .array(entries)),
        ]))
    ])
  }

  /// Notices of everything that an archive cannot hold, one sentence each.
  package static func losses(of requests: [PreparedRequest]) -> [String] {
    var losses: [String] = []
    for request in requests.map(\.request) {
      let isUnverified = request.options.tls?.verification(of: request.url) == .nothing
      let lacking = CodeRequest.lacking(request.options, request.url)
      for what in (isUnverified ? ["switching off certificate verification"] : []) + lacking + ownLosses(of: request) {
        let sentence = "\(what) is not carried over"
        if !losses.contains(sentence) { losses.append(sentence) }
      }
    }
    return losses
  }

  private static func ownLosses(of request: Request) -> [String] {
    var lost = request.options.authentication == nil ? [] : ["authentication that answers the server"]
    guard let form = request.parts else {
      switch request.body {
      case .sequence, .stream: return lost + ["a body produced while sending"]
      case .none, .bytes, .file: return lost
      }
    }
    if form.parts.contains(where: { !$0.headers.isEmpty || $0.head != nil }) { lost.append("a header of a part") }
    let isNamed = form.parts.contains { part in
      if case .file = part.content { part.fileName != nil } else { false }
    }
    if isNamed { lost.append("a file name other than that of the file") }
    let hasBytes = form.parts.contains { part in
      switch part.content {
      case .data(let bytes): String(validating: bytes, as: UTF8.self) == nil
      case .stream: true
      case .text, .file: false
      }
    }
    if hasBytes { lost.append("a part that is not text") }
    return lost
  }

  private static func entry(_ request: Request, _ redaction: Redaction, time: String) -> JSONValue {
    // An entry that was not sent has no timings; HAR allows -1 for these four and requires the other three.
    let timings =
      ["blocked", "dns", "connect", "ssl"].map { JSONValue.Member($0, .number("-1")) }
      + ["send", "wait", "receive"].map { JSONValue.Member($0, .number("0")) }
    return .object([
      .init("startedDateTime", .string(time)), .init("time", .number("0")),
      .init("request", self.request(request, redaction)), .init("response", noResponse), .init("cache", .object([])),
      .init("timings", .object(timings)),
    ])
  }

  /// The request object alone, as used by `httpsnippet` and others.
  package static func request(_ request: Request, _ redaction: Redaction) -> JSONValue {
    // HAR's URL excludes the fragment.
    let url = String(redaction.masked(url: request.url).prefix { $0 != "#" })
    let query = QueryText.pairs(of: url).map { pair in
      row(FormEncoding.decode(pair.name.utf8) ?? pair.name, FormEncoding.decode((pair.value ?? "").utf8) ?? "")
    }
    let headers = redaction.masked(request.headers)
    let cookies = headers.fields.filter { $0.name.lowercased() == "cookie" }.flatMap { field in
      field.value.split(separator: ";").map { pair in
        let text = pair.drop { $0 == " " }
        let name = text.prefix { $0 != "=" }
        return row(String(name), String(text.dropFirst(name.count + 1)))
      }
    }
    var members: [JSONValue.Member] = [
      .init("method", .string(request.method.rawValue)), .init("url", .string(url)),
      .init("httpVersion", .string("HTTP/1.1")), .init("cookies", .array(cookies)),
      .init("headers", .array(headers.fields.map(JSONValue.init(archived:)))), .init("queryString", .array(query)),
      .init("headersSize", .number("-1")), .init("bodySize", .number(String(request.body.count ?? -1))),
    ]
    if let data = postData(request, redaction) { members.append(.init("postData", data)) }
    return JSONValue.object(members).masked(by: redaction, except: ["httpVersion", "text", "_encoding"])
  }

  private static func postData(_ request: Request, _ redaction: Redaction) -> JSONValue? {
    guard request.body != .none else { return nil }
    let type = request.headers["Content-Type"] ?? ""
    var members = [JSONValue.Member("mimeType", .string(type))]
    if let parts = request.parts {
      members.append(.init("params", .array(parts.parts.map { param($0, redaction) })))
    } else if case .bytes(let bytes) = request.body {
      let isText = String(validating: bytes, as: UTF8.self) != nil
      let bytes = redaction.masked(bytes: bytes, type: type)
      if isText {
        members.append(.init("text", .string(String(decoding: bytes, as: UTF8.self))))
      } else {
        members += [.init("text", .string(Base64.encode(bytes))), .init("_encoding", .string("base64"))]
      }
    } else if case .file(let path, _) = request.body {
      members += [.init("text", .string("")), .init("_file", .string(path))]
    }
    return .object(members)
  }

  private static func param(_ part: Multipart.Part, _ redaction: Redaction) -> JSONValue {
    var members = [JSONValue.Member("name", .string(part.name))]
    switch part.content {
    case .text(let text): members.append(.init("value", .string(redaction.masked(text, ofPart: part.name))))
    case .data(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      members.append(.init("value", .string(redaction.masked(text, ofPart: part.name))))
    case .file(let path): members.append(.init("fileName", .string(path)))
    case .stream: break
    }
    if case .file = part.content {
    } else if let name = part.sentFileName {
      members.append(.init("fileName", .string(name)))
    }
    if let type = part.sentContentType { members.append(.init("contentType", .string(type))) }
    return .object(members)
  }

  private static func row(_ name: String, _ value: String) -> JSONValue {
    .object([.init("name", .string(name)), .init("value", .string(value))])
  }

  private static var noResponse: JSONValue {
    .object([
      .init("status", .number("0")), .init("statusText", .string("")), .init("httpVersion", .string("HTTP/1.1")),
      .init("cookies", .array([])), .init("headers", .array([])),
      .init("content", .object([.init("size", .number("0")), .init("mimeType", .string(""))])),
      .init("redirectURL", .string("")), .init("headersSize", .number("-1")), .init("bodySize", .number("-1")),
    ])
  }
}
