import Basics
import HTTPModel
import SessionModel

/// Writes a request in Go, with `net/http`, formatted as by `gofmt`.
enum GoCode {
  static let library = CodeLibrary(name: "net/http", headerText: .printable, hasForms: true, urls: .encoded)

  static func write(_ request: CodeRequest) -> CodeProgram {
    var writer = GoWriter()
    let text = GoWriter.text
    let body = writer.body(request.body)
    writer.lines += [
      "request, err := http.NewRequest(\(text.quoted(request.method)), \(text.quoted(request.url)), \(body))",
      "check(err)",
    ]
    if case .form = request.body {
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
    let main = ["func main() {"] + writer.lines.indented("\t") + ["}", ""]
    let check = ["func check(err error) {", "\tif err != nil {", "\t\tlog.Fatal(err)", "\t}", "}"]
    return CodeProgram(
      lines: ["package main", "", "import ("] + imports + [")", ""] + main + check + writer.functions)
  }
}

/// The lines of `main`, and the packages and functions that they need.
private struct GoWriter {
  static let text = CodeText(escape: .digits)
  var lines: [String] = []
  var imports: Set<String> = ["fmt", "io", "log", "net/http"]
  private var readsFiles = false
  private var decodes = false

  /// The helper functions after `check`.
  var functions: [String] {
    func function(_ head: String, _ call: String) -> [String] {
      ["", "func \(head) []byte {", "\tcontent, err := \(call)", "\tcheck(err)", "\treturn content", "}"]
    }
    return (readsFiles ? function("read(path string)", "os.ReadFile(path)") : [])
      + (decodes ? function("decoded(text string)", "base64.StdEncoding.DecodeString(text)") : [])
  }

  /// Writes the lines before the request; returns the expression of its body.
  mutating func body(_ body: CodeBody) -> String {
    switch body {
    case .none: return "nil"
    case .content(let pieces):
      if let content = body.text {
        imports.insert("strings")
        let parts = Self.text.lines(content)
        lines.append("body := strings.NewReader(" + parts[0] + (parts.count == 1 ? ")" : " +"))
        lines += Array(parts.dropFirst()).joined(by: "+", indent: "\t", ending: ")")
      } else {
        imports.insert("bytes")
        if pieces.count == 1 {
          lines.append("body := bytes.NewReader(\(bytes(pieces[0])))")
        } else {
          lines.append("body := &bytes.Buffer{}")
          for piece in pieces { lines.append("body.Write(\(bytes(piece)))") }
        }
      }
    case .form(let parts):
      imports.formUnion(["bytes", "mime/multipart"])
      lines += ["body := &bytes.Buffer{}", "form := multipart.NewWriter(body)"]
      for part in parts { write(part) }
      lines.append("check(form.Close())")
    }
    return "body"
  }

  private mutating func bytes(_ piece: CodePiece) -> String {
    switch piece {
    case .text(let content): return "[]byte(\(Self.text.quoted(content)))"
    case .bytes(let bytes):
      imports.insert("encoding/base64")
      decodes = true
      return "decoded(\"\(Base64.encode(bytes))\")"
    case .file(let path):
      imports.insert("os")
      readsFiles = true
      return "read(\(Self.text.quoted(path)))"
    }
  }

  private mutating func write(_ part: CodePart) {
    guard let file = part.file, case let content = part.content else {
      guard case .text(let content) = part.content else { return }
      lines.append("check(form.WriteField(\(Self.text.quoted(part.name)), \(Self.text.quoted(content))))")
      return
    }
    imports.insert("net/textproto")
    let disposition = "form-data; name=\"\(part.name)\"; filename=\"\(file.name)\""
    lines += [
      "{", "\thead := textproto.MIMEHeader{}",
      "\thead.Set(\"Content-Disposition\", \(Self.text.quoted(disposition)))",
      "\thead.Set(\"Content-Type\", \(Self.text.quoted(file.type)))", "\tpart, err := form.CreatePart(head)",
      "\tcheck(err)", "\t_, err = part.Write(\(bytes(content)))", "\tcheck(err)", "}",
    ]
  }

  /// Creates a client with all settings that differ from the defaults.
  mutating func client(for request: CodeRequest) {
    lines.append("client := &http.Client{}")
    if let limit = request.milliseconds {
      imports.insert("time")
      lines.append("client.Timeout = \(limit) * time.Millisecond")
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
        lines += ["proxy, err := url.Parse(\(Self.text.quoted(proxy)))", "check(err)"]
        lines.append("transport.Proxy = http.ProxyURL(proxy)")
      }
    }
    lines.append("client.Transport = transport")
  }
}
