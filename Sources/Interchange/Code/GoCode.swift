import Basics
import Networking

extension CodeLanguage {
  package static let go = CodeLanguage(
    "go", "Go", library: "net/http", suffix: ".go", write: GoCode.write)
}

/// A request in Go, with `net/http`, as `gofmt` writes it.
enum GoCode {
  private static let text = CodeText(wide: .eightDigits)

  static func write(_ request: CodeRequest) -> (text: String, notices: [String]) {
    var writer = GoWriter(text: text)
    let body = writer.body(request.body)
    writer.lines += [
      "request, err := http.NewRequest(\(text.quoted(request.method)), \(text.quoted(request.url)), \(body))",
      "check(err)",
    ]
    if case .parts = request.body {
      writer.lines.append("request.Header.Set(\"Content-Type\", form.FormDataContentType())")
    }
    for header in request.headers {
      let value = text.quoted(header.value)
      let isHost = header.name.equalsIgnoringCase("Host")
      writer.lines.append(
        isHost ? "request.Host = \(value)" : "request.Header.Add(\(text.quoted(header.name)), \(value))")
    }
    writer.client(for: request)
    writer.lines += [
      "response, err := client.Do(request)", "check(err)", "defer response.Body.Close()",
      "answer, err := io.ReadAll(response.Body)", "check(err)", "fmt.Println(response.StatusCode)",
      "fmt.Println(string(answer))",
    ]
    let imports = writer.imports.sorted().map { "\t\"\($0)\"" }
    let program =
      ["package main", "", "import ("] + imports + [")", "", "func main() {"] + writer.lines.map { "\t" + $0 }
      + ["}", "", "func check(err error) {", "\tif err != nil {", "\t\tlog.Fatal(err)", "\t}", "}", ""]
    return (program.joined(separator: "\n"), [])
  }
}

/// The lines of `main` and the packages that they need.
private struct GoWriter {
  let text: CodeText
  var lines: [String] = []
  var imports: Set<String> = ["fmt", "io", "log", "net/http"]

  /// Writes what comes before the request; returns the expression of its body.
  mutating func body(_ body: CodeRequest.Body) -> String {
    switch body {
    case .none: return "nil"
    case .text(let content):
      imports.insert("strings")
      let parts = text.lines(content)
      let last = parts.count - 1
      lines += parts.enumerated().map { index, part in
        (index == 0 ? "body := strings.NewReader(" : "\t") + part + (index == last ? ")" : " +")
      }
    case .bytes(let bytes):
      lines += decoded("content", bytes)
      lines.append("body := bytes.NewReader(content)")
      imports.insert("bytes")
    case .file(let path):
      imports.insert("os")
      lines += ["body, err := os.Open(\(text.quoted(path)))", "check(err)"]
    case .parts(let parts):
      imports.formUnion(["bytes", "mime/multipart"])
      lines += ["body := &bytes.Buffer{}", "form := multipart.NewWriter(body)"]
      for part in parts { write(part) }
      lines.append("check(form.Close())")
    }
    return "body"
  }

  private mutating func write(_ part: CodeRequest.Part) {
    imports.insert("net/textproto")
    var disposition = "form-data; name=\"\(Multipart.quoted(part.name))\""
    if let name = part.fileName { disposition += "; filename=\"\(Multipart.quoted(name))\"" }
    lines += ["{", "\thead := textproto.MIMEHeader{}"]
    lines.append("\thead.Set(\"Content-Disposition\", \(text.quoted(disposition)))")
    if let type = part.contentType { lines.append("\thead.Set(\"Content-Type\", \(text.quoted(type)))") }
    lines += ["\tpart, err := form.CreatePart(head)", "\tcheck(err)"]
    switch part.content {
    case .text(let content): lines.append("\t_, err = io.WriteString(part, \(text.quoted(content)))")
    case .bytes(let bytes):
      lines += decoded("content", bytes).map { "\t" + $0 }
      lines.append("\t_, err = part.Write(content)")
    case .file(let path):
      imports.insert("os")
      lines += ["\tfile, err := os.Open(\(text.quoted(path)))", "\tcheck(err)", "\t_, err = io.Copy(part, file)"]
    }
    lines += ["\tcheck(err)", "}"]
  }

  private mutating func decoded(_ name: String, _ bytes: [UInt8]) -> [String] {
    imports.insert("encoding/base64")
    return ["\(name), err := base64.StdEncoding.DecodeString(\"\(Base64.encode(bytes))\")", "check(err)"]
  }

  /// The client with everything that is not usual.
  mutating func client(for request: CodeRequest) {
    lines.append("client := &http.Client{}")
    if let timeout = request.timeout {
      imports.insert("time")
      lines.append("client.Timeout = \(Int(timeout * 1000)) * time.Millisecond")
    }
    if !request.followsRedirects {
      lines.append(
        "client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }")
    }
    guard !request.verifies || request.proxy != nil else { return }
    lines.append("transport := http.DefaultTransport.(*http.Transport).Clone()")
    if !request.verifies {
      imports.insert("crypto/tls")
      lines.append("transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true}")
    }
    if let proxy = request.proxy {
      if proxy.isEmpty {
        lines.append("transport.Proxy = nil")
      } else {
        imports.insert("net/url")
        lines += ["proxy, err := url.Parse(\(text.quoted(proxy)))", "check(err)"]
        lines.append("transport.Proxy = http.ProxyURL(proxy)")
      }
    }
    lines.append("client.Transport = transport")
  }
}
