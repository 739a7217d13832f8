import Basics
import Networking
import Workspaces

extension CurlRequestBuilder {
  /// In bytes: before a body of this size or more, curl sends `Expect`.
  private static let expectThreshold = 1 << 20

  mutating func setBody(
    of imported: inout CurlImport.Imported, upload: CurlArgument?, data: CurlData, headers: inout CurlHeaders
  ) {
    var sent = CurlHeaders.Sent.nothing
    defer { headers.addRange(operation, of: sent, notices: &notices) }
    let mayAsk = imported.options.httpVersion != .http10
    if let upload {
      sent = .data(count: rangedCount(of: upload.text))
      setUpload(upload, of: &imported)
      if headers["Content-Type"] == nil { imported.extras.suppressedHeaders.insert("Content-Type") }
      if mayAsk { headers.addExpect() }
    } else if CurlFormReader.isUsed(by: operation) {
      sent = .form
      setForm(of: &imported, headers: &headers)
    } else if !operation.isOn("get"), CurlData.isUsed(by: operation) {
      sent = .data(count: data.wholeFile.map { rangedCount(of: $0) ?? 0 } ?? data.count)
      setData(data, of: &imported, headers: &headers)
      if mayAsk, data.count > Self.expectThreshold { headers.addExpect() }
      if mayAsk, !headers.suppresses("Expect") { imported.extras.asksFirstFrom = Self.expectThreshold }
    }
  }

  private mutating func setForm(of imported: inout CurlImport.Imported, headers: inout CurlHeaders) {
    let given = headers["Content-Type"] ?? (headers.suppresses("Content-Type") ? "" : nil)
    let isForm = given.map { CurlMimePart.isType($0, "multipart/form-data") } ?? true
    var writer = CurlFormWriter(input: input, escapesNames: operation.isOn("form-escape"))
    let read = CurlFormReader.parts(operation, input: input, notices: &notices).flatMap { writer.separated($0) }
    let parts = read.compactMap { writer.part($0, disposition: isForm ? "form-data" : nil) }
    notices += writer.notices
    imported.request.body = .multipart(parts.map(\.part))
    headers.writeFormType(boundary: CurlFormWriter.boundary(for: parts.map { Array("\($0.part)".utf8) }))
    for (index, part) in parts.enumerated() {
      imported.extras.partHeads[index] = part.head
      imported.extras.partEncodings[index] = part.encoding
      if part.part.isBlank { imported.extras.blankParts.append(index) }
    }
    guard imported.options.httpVersion != .http10, headers["Expect"] == nil, !headers.suppresses("Expect") else {
      return
    }
    // curl sends `Expect` if the length is unknown or the body is large.
    if parts.contains(where: { $0.encoding.map { !$0.hasLength } ?? false }) { headers.addExpect() }
    imported.extras.asksFirstFrom = Self.expectThreshold
  }

  /// The size of a file, if a range needs it.
  private func rangedCount(of path: String) -> Int? {
    guard path != "-", path != ".", operation.last("range") != nil else { return nil }
    return input.read(.file(path))?.count
  }

  private mutating func setUpload(_ upload: CurlArgument, of imported: inout CurlImport.Imported) {
    guard upload.text == "-" || upload.text == "." else {
      imported.request.body = .file([.init(path: upload.text)])
      return
    }
    guard input.hasSource else {
      imported.extras.upload = .standardInput
      return
    }
    // Even if the piped content is known here, curl does not know its length: it sends chunks.
    let content = input.content(of: upload.text)
    if let bytes = input.read(content) {
      imported.extras.upload = .chunked(bytes)
      if let text = String(validating: bytes, as: UTF8.self) {
        imported.request.body = .text(.text, TemplateBraces.escaping(text))
      }
    }
    switch content {
    case .file(let path): imported.request.body = .file([.init(path: path)])
    case .unknown(let what):
      notices.append(ImportNotice(.warning, line: upload.line, "the body is \(what): give it before sending"))
    case .bytes: break
    }
  }

  private mutating func setData(
    _ data: CurlData, of imported: inout CurlImport.Imported, headers: inout CurlHeaders
  ) {
    let given = headers["Content-Type"]
    let type = given ?? (operation.last("json") != nil ? "application/json" : FormEncoding.contentType)
    let isTypeless = given == nil && headers.suppresses("Content-Type")
    if let path = data.wholeFile {
      imported.request.body = .file([.init(path: path, contentType: isTypeless ? "" : type)])
    } else if let text = data.text {
      if isTypeless, text.isEmpty {
        // No body at all: a saved empty text would get a content type.
        imported.extras.upload = .bytes([])
        return
      }
      if !isTypeless, type == FormEncoding.contentType, let rows = FormEncoding.rows(text) {
        imported.request.body = .form(rows)
        return
      }
      imported.request.body = .text(isTypeless ? .text : BodyDefinition.TextKind(contentType: type), text)
    } else if let bytes = data.bytes {
      imported.extras.upload = .bytes(bytes)
    }
    if given == nil, !isTypeless { headers.add("Content-Type", type) }
  }
}
