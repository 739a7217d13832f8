import Workspaces

extension CurlRequestBuilder {
  /// From this size on curl asks before it sends a body.
  private static let expectThreshold = 1 << 20

  mutating func setBody(
    of imported: inout CurlImport.Imported, upload: CurlArgument?, data: CurlData, headers: inout CurlHeaders
  ) {
    if let upload {
      setUpload(upload, of: &imported)
      if upload.text != "." { headers.add("Expect", "100-continue") }
    } else if CurlMultipartReader.isUsed(by: operation) {
      imported.request.body = .multipart(CurlMultipartReader.parts(operation, input: input, notices: &notices))
    } else if !operation.isOn("get"), CurlData.isUsed(by: operation) {
      setData(data, of: &imported, headers: &headers)
      if data.count > Self.expectThreshold { headers.add("Expect", "100-continue") }
    }
  }

  private mutating func setUpload(_ upload: CurlArgument, of imported: inout CurlImport.Imported) {
    switch input.content(of: upload.text) {
    case .file(let path): imported.request.body = .file([.init(path: path)])
    case .bytes(let bytes):
      if let text = String(validating: bytes, as: UTF8.self) {
        imported.request.body = .text(.text, text)
      } else {
        imported.bytes = bytes
      }
    case .unknown(let what):
      notices.append(ImportNotice(.warning, line: upload.line, "the body is \(what): give it before sending"))
    }
    if !isTyped(imported, headersOnly: true) { imported.suppressedHeaders.insert("Content-Type") }
  }

  private func isTyped(_ imported: CurlImport.Imported, headersOnly: Bool) -> Bool {
    imported.request.headers.contains { $0.name.lowercased() == "content-type" }
  }

  private mutating func setData(
    _ data: CurlData, of imported: inout CurlImport.Imported, headers: inout CurlHeaders
  ) {
    let given = headers["Content-Type"]
    let type = given ?? (operation.last("json") != nil ? "application/json" : CurlData.formType)
    let isTypeless = given == nil && headers.suppresses("Content-Type")
    if let path = data.wholeFile {
      imported.request.body = .file([.init(path: path, contentType: isTypeless ? "" : type)])
    } else if let text = data.text {
      if !isTypeless, type == CurlData.formType, let rows = CurlData.formRows(text) {
        imported.request.body = .form(rows)
        return
      }
      imported.request.body = .text(isTypeless ? .text : Self.kind(of: type), text)
    } else if let bytes = data.bytes {
      imported.bytes = bytes
      notices.append(ImportNotice(.warning, line: line, "the body is no text: a saved request takes it from a file"))
    }
    if given == nil, !isTypeless { headers.add("Content-Type", type) }
  }

  private static func kind(of type: String) -> BodyDefinition.TextKind {
    let type = type.lowercased()
    if type.contains("json") { return .json }
    if type.contains("sparql") { return .sparql }
    return type.contains("xml") ? .xml : .text
  }
}
