import Basics
import SessionModel

/// Writes a request in C#, with `HttpClient`: the statements of a program of .NET 8.
enum CSharpCode {
  static let library = CodeLibrary(name: "HttpClient", joinsHeaders: true, headerText: .printable)
  private static let text = CodeText(escape: .digits)
  /// Headers that belong to the content (System.Net.Http.Headers.HttpContentHeaders).
  private static let ofContent: Set<String> = [
    "allow", "content-disposition", "content-encoding", "content-language", "content-location", "content-md5",
    "content-range", "content-type", "expires", "last-modified",
  ]

  static func write(_ request: CodeRequest) -> CodeProgram {
    let isWide = request.headers.contains(where: \.isWide)
    let usings = isWide || request.body.pieces.contains { if case .text = $0 { true } else { false } }
    var lines = usings ? ["using System.Text;", ""] : []
    lines += ["using var handler = new SocketsHttpHandler();"] + handler(request, isWide: isWide)
    lines.append("using var client = new HttpClient(handler);")
    if let limit = request.milliseconds { lines.append("client.Timeout = TimeSpan.FromMilliseconds(\(limit));") }
    // Prevents .NET from normalizing path and query.
    lines += [
      "var options = new UriCreationOptions { DangerousDisablePathAndQueryCanonicalization = true };",
      "var uri = new Uri(\(text.quoted(request.url)), options);",
      "using var request = new HttpRequestMessage(new HttpMethod(\(text.quoted(request.method))), uri);",
    ]
    lines += content(request)
    for header in request.headers {
      let owner = ofContent.contains(header.name.asciiLowercased) ? "request.Content.Headers" : "request.Headers"
      lines.append("\(owner).TryAddWithoutValidation(\(text.quoted(header.name)), \(text.quoted(header.value)));")
    }
    return CodeProgram(
      lines: lines + [
        "using var response = await client.SendAsync(request);",
        "Console.WriteLine((int)response.StatusCode);",
        "Console.WriteLine(await response.Content.ReadAsStringAsync());",
      ])
  }

  private static func handler(_ request: CodeRequest, isWide: Bool) -> [String] {
    var lines: [String] = []
    if !request.followsRedirects { lines.append("handler.AllowAutoRedirect = false;") }
    if !request.verifies {
      lines.append("handler.SslOptions.RemoteCertificateValidationCallback = delegate { return true; };")
    }
    if isWide { lines.append("handler.RequestHeaderEncodingSelector = (_, _) => Encoding.UTF8;") }
    if let proxy = request.proxy {
      let made = "handler.Proxy = new System.Net.WebProxy(\(text.quoted(proxy)));"
      lines.append(proxy.isEmpty ? "handler.UseProxy = false;" : made)
    }
    return lines
  }

  private static func content(_ request: CodeRequest) -> [String] {
    let pieces = request.body.pieces
    guard !pieces.isEmpty else {
      let isNeeded = request.headers.contains { ofContent.contains($0.name.asciiLowercased) }
      return isNeeded ? ["request.Content = new ByteArrayContent([]);"] : []
    }
    guard pieces.count == 1 else {
      return ["using var body = new MemoryStream();"] + pieces.map { "body.Write(\(bytes($0)));" }
        + ["request.Content = new ByteArrayContent(body.ToArray());"]
    }
    guard let content = request.body.text, case let lines = text.lines(content), lines.count > 1 else {
      return ["request.Content = new ByteArrayContent(\(bytes(pieces[0])));"]
    }
    return ["request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes("]
      + lines.joined(by: "+", indent: "    ", ending: "));")
  }

  private static func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): "Encoding.UTF8.GetBytes(\(text.quoted(content)))"
    case .bytes(let bytes): "Convert.FromBase64String(\"\(Base64.encode(bytes))\")"
    case .file(let path): "File.ReadAllBytes(\(text.quoted(path)))"
    }
  }
}
