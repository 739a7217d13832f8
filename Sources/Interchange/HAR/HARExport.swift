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
    let maker: JSONValue = ["name": .string(creator.name), "version": .string(creator.version)]
    return ["log": ["version": "1.2", "creator": maker, "entries": .array(entries)]]
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
    let timings: JSONValue = [
      "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 0, "receive": 0,
    ]
    return [
      "startedDateTime": .string(time), "time": 0, "request": self.request(request, redaction), "response": noResponse,
      "cache": [:], "timings": timings,
    ]
  }

  /// The request object alone, as used by `httpsnippet` and others.
  package static func request(_ request: Request, _ redaction: Redaction) -> JSONValue {
    // HAR's URL excludes the fragment.
    let url = String(redaction.masked(url: request.url).prefix { $0 != "#" })
    let headers = redaction.masked(request.headers)
    return JSONValue.object([
      "method": .string(request.method.rawValue), "url": .string(url), "httpVersion": "HTTP/1.1",
      "cookies": HARText.cookies(sent: headers), "headers": .array(headers.fields.map(JSONValue.init(archived:))),
      "queryString": HARText.query(of: url), "headersSize": -1, "bodySize": .int(request.body.count ?? -1),
      "postData": postData(request, redaction),
    ]).masked(by: redaction, except: ["httpVersion", "text", "_encoding"])
  }

  private static func postData(_ request: Request, _ redaction: Redaction) -> JSONValue? {
    guard request.body != .none else { return nil }
    let type = request.headers["Content-Type"] ?? ""
    var data: JSONValue = ["mimeType": .string(type)]
    if let parts = request.parts {
      data["params"] = .array(parts.parts.map { param($0, redaction) })
    } else if case .bytes(let bytes) = request.body {
      let isText = String(validating: bytes, as: UTF8.self) != nil
      let bytes = redaction.masked(bytes: bytes, type: type)
      data["text"] = .string(isText ? String(decoding: bytes, as: UTF8.self) : Base64.encode(bytes))
      if !isText { data["_encoding"] = "base64" }
    } else if case .file(let path, _) = request.body {
      (data["text"], data["_file"]) = ("", .string(path))
    }
    return data
  }

  private static func param(_ part: Multipart.Part, _ redaction: Redaction) -> JSONValue {
    var (text, fileName): (String?, String?) = (nil, part.sentFileName)
    switch part.content {
    case .text(let content): text = content
    case .data(let bytes): text = String(decoding: bytes, as: UTF8.self)
    case .file(let path): fileName = path
    case .stream: break
    }
    return .object([
      "name": .string(part.name), "value": .text(text.map { redaction.masked($0, ofPart: part.name) }),
      "fileName": .text(fileName), "contentType": .text(part.sentContentType),
    ])
  }

  private static let noResponse: JSONValue = [
    "status": 0, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
    "content": ["size": 0, "mimeType": ""], "redirectURL": "", "headersSize": -1, "bodySize": -1,
  ]
}
