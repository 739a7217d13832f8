import HTTPTypes

/// A request as a curl command line that sends the same bytes.
///
/// curl's own defaults are named where they would differ: a header that the request does not have is removed, a path
/// with dots is kept, braces are not expanded. Secrets are masked unless `redaction` is `.none`.
public struct CurlCommand: Hashable, Sendable {
  /// Each element is one option with its argument; the URL stands first, alone.
  public private(set) var options: [[String]]
  /// What the command reads from standard input, in order; empty when it reads nothing.
  public private(set) var input: [Input] = []
  /// What the command cannot say.
  public private(set) var notices: [String] = []

  public enum Input: Hashable, Sendable {
    case bytes([UInt8])
    case file(String)
  }

  public init(_ request: Request, redaction: Redaction = .standard) {
    var writer = CurlOptionWriter(
      method: request.method.rawValue, url: request.url, headers: request.headers,
      suppressed: request.suppressedHeaders, redaction: redaction)
    writer.write(request.body, parts: request.parts, options: request.options)
    options = writer.options
    input = writer.input
    notices = writer.notices
  }

  /// One hop as it went over the wire. What curl adds by itself in the same way is not repeated.
  public init(_ hop: Hop, options: TransferOptions = TransferOptions(), redaction: Redaction = .standard) {
    let sent = hop.request
    var headers = sent.headers
    let body: RequestBody = sent.body.map { .bytes($0.allBytes) } ?? .none
    let parts = URLParts(sent.url)
    let host = (parts.host ?? "") + (parts.port == parts.defaultPort ? "" : parts.portText.map { ":" + $0 } ?? "")
    if headers["Host"]?.equalsIgnoringCase(host) == true { headers.remove("Host") }
    if body != .none, headers["Content-Length"] == body.count.map(String.init) { headers.remove("Content-Length") }
    var carried = options
    carried.decompresses = options.decompresses == false ? false : headers["Accept-Encoding"] != nil
    var writer = CurlOptionWriter(
      method: sent.method, url: sent.url, headers: headers, suppressed: [], redaction: redaction)
    writer.write(body, parts: nil, options: carried)
    self.options = writer.options
    input = writer.input
    notices = writer.notices
  }

  /// For a POSIX shell, one option per line.
  public var text: String {
    let lines = options.map { option in
      option.enumerated().map { index, word in
        index == 0 && word.hasPrefix("-") ? ShellQuoting.word(word) : ShellQuoting.quoted(word)
      }.joined(separator: " ")
    }
    let command = "curl " + lines.joined(separator: " \\\n  ")
    switch input.count {
    case 0: return command
    case 1: return Self.source(input[0]) + " |\n  " + command
    default: return "{ " + input.map { Self.source($0) + ";" }.joined(separator: "\n  ") + " } |\n  " + command
    }
  }

  private static func source(_ input: Input) -> String {
    switch input {
    case .bytes(let bytes): ShellQuoting.printf(bytes)
    case .file(let path): "cat " + ShellQuoting.quoted(path.hasPrefix("-") ? "./" + path : path)
    }
  }
}
