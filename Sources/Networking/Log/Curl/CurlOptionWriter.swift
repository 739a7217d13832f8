/// Puts the options of a curl command together.
struct CurlOptionWriter {
  private(set) var options: [[String]] = []
  var input: [CurlCommand.Input] = []
  var notices: [String] = []
  let method: String
  let redaction: Redaction
  private var headers: Headers
  private let url: String
  private let suppressed: Set<String>

  init(method: String, url: String, headers: Headers, suppressed: Set<String>, redaction: Redaction) {
    self.method = method
    self.url = url
    self.headers = headers
    self.suppressed = suppressed
    self.redaction = redaction
  }

  mutating func add(_ words: String...) { options.append(words) }

  mutating func write(_ body: RequestBody, parts: Multipart?, options transfer: TransferOptions) {
    let form = parts.flatMap { formOptions($0, contentType: headers["Content-Type"]) }
    writeURL()
    writeMethod(hasBody: body != .none)
    if form != nil { headers.remove("Content-Type") }
    writeHeaders(hasData: body != .none && form == nil, size: body == .none ? 0 : body.count, transfer)
    writeTransfer(transfer)
    if let form { options += form } else { writeBody(body) }
  }

  private mutating func writeURL() {
    let parts = URLParts(url)
    add(redaction.masked(url: url))
    if url.utf8.contains(where: { "[]{}".utf8.contains($0) }) { add("-g") }
    let segments = parts.path.utf8.split(separator: UInt8(ascii: "/"))
    if segments.contains(where: { [".", ".."].contains(Substring($0)) }) { add("--path-as-is") }
  }

  private mutating func writeMethod(hasBody: Bool) {
    switch (method, hasBody) {
    case ("GET", false), ("POST", true): break
    case ("HEAD", false): add("--head")
    default: add("-X", method)
    }
  }

  private mutating func writeHeaders(hasData: Bool, size: Int?, _ transfer: TransferOptions) {
    for name in ["User-Agent", "Accept"] where headers[name] == nil { add("-H", name + ":") }
    for field in headers.fields {
      let shown = redaction.masked(field)
      add("-H", shown.value.isEmpty ? shown.name + ";" : "\(shown.name): \(shown.value)")
    }
    if hasData, headers["Content-Type"] == nil { add("-H", "Content-Type:") }
    // curl asks before it sends a large body; Apus never does.
    if headers["Expect"] == nil, (size ?? .max) > 1 << 20 { add("-H", "Expect:") }
    let usual = ["user-agent", "accept", "content-type", "expect"]
    for name in suppressed.sorted() where !usual.contains(name.asciiLowercased) && headers[name] == nil {
      add("-H", name + ":")
    }
    let isPlain = suppressed.contains { $0.equalsIgnoringCase("Accept-Encoding") }
    if transfer.decompresses ?? true, !isPlain { add("--compressed") }
  }
}
