import TestSupport
import Testing

/// Every part of a saved request can be overridden for one send.
@Suite struct SendOverridesTests {
  private static let saved = Sample.request(
    "PUT", "{{base_url}}/users/:id?a=1&b=2#f", headers: [("X-Saved", "yes"), ("Content-Type", "application/json")],
    body: "{\"saved\": true}")

  private func sent(_ options: [String], input: [UInt8] = []) async throws -> CapturedRequest {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["user": Self.saved])
    try sample.folder.write("raw", [0x61, 0x0d, 0x0a, 0x00, 0xff])
    let result = try await sample.program.run(["send", "user", "-e", "local", "-p", "id=7"] + options, input: input)
    #expect(result.status == 0, "\(options): \(result.error)")
    return try #require(server.requests.first)
  }

  @Test("Without options the saved request is sent")
  func plain() async throws {
    let request = try await sent([])
    #expect(request.method == "PUT" && request.target == "/users/7?a=1&b=2")
    #expect(request["X-Saved"] == "yes" && request.bodyText == "{\"saved\": true}")
  }

  @Test("Method, parameters, headers and authentication can be overridden")
  func head() async throws {
    let request = try await sent([
      "-X", "PATCH", "-p", "id=a/b c", "-p", "a=x&y#z", "-p", "new=1", "--no-param", "b", "-H", "X-Saved:", "-H",
      "X-New: 1", "-H", "content-type: text/x", "-u", "ada:pa:ss", "--no-compressed",
    ])
    #expect(request.method == "PATCH" && request.target == "/users/a%2Fb%20c?a=x%26y%23z&new=1", "\(request.target)")
    #expect(request.values("Content-Type") == ["text/x"])
    #expect(request["X-Saved"] == nil && request["X-New"] == "1" && request["Authorization"] == "Basic YWRhOnBhOnNz")
    #expect(request["Accept-Encoding"] == nil)
    #expect(try await sent(["--bearer", "t0ken"])["Authorization"] == "Bearer t0ken")
    #expect(try await sent(["--request-target", "*"]).target == "*")
  }

  @Test("Every authentication scheme can be given, and single fields of the saved one changed")
  func schemes() async throws {
    let key = try await sent(["--auth", "apikey", "--auth-field", "key=X-Key", "--auth-field", "value=a=1"])
    #expect(key["X-Key"] == "a=1")
    let wsse = try await sent(["--auth", "wsse", "--auth-field", "username=ada", "--auth-field", "password=p"])
    #expect(wsse["X-WSSE"]?.hasPrefix("UsernameToken Username=\"ada\"") == true)
    let token = try await sent(["--auth", "jwt", "--auth-field", "key=k", "--auth-field", "claims={\"sub\": \"ada\"}"])
    #expect(
      token["Authorization"]?.hasPrefix("Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJhZGEifQ.") == true)
    let signed = try await sent(["--aws-sigv4", "aws:amz:eu-west-1:s3", "-u", "KEYID:secret"])
    let authorization = signed["Authorization"] ?? ""
    #expect(authorization.hasPrefix("AWS4-HMAC-SHA256 Credential=KEYID/"), "\(authorization)")
    #expect(authorization.contains("/eu-west-1/s3/aws4_request"), "\(authorization)")
  }

  @Test("A field of a folder's authentication is overridden for one send")
  func inheritedField() async throws {
    let server = try AnsweringServer()
    defer { server.stop() }
    let sample = try Sample(
      url: server.url, requests: ["in/user": Sample.request("GET", "{{base_url}}/") + "  auth: inherit\n"])
    try sample.folder.write(
      "in/folder.yml",
      "info:\n  name: In\nrequest:\n  auth:\n    type: basic\n    username: ada\n    password: one\n")
    for (options, expected) in [([], "Basic YWRhOm9uZQ=="), (["--auth-field", "password=two"], "Basic YWRhOnR3bw==")] {
      let result = try await sample.program.run(["send", "in/user", "-e", "local"] + options)
      #expect(result.status == 0, "\(result.error)")
      #expect(server.requests.last?["Authorization"] == expected)
    }
  }

  @Test("NTLM, Digest and AWS signatures given on the command line work with the server")
  func proved() async throws {
    let server = try await PythonPeer.make("authentication", "me", "pässword")
    let sample = try Sample(url: server.url, requests: ["user": Sample.request("GET", "{{base_url}}/digest")])
    let signature = ["--aws-sigv4", "aws:amz:eu-west-1:execute-api"]
    for (path, options) in [("digest", ["--digest"]), ("ntlm", ["--ntlm"]), ("aws/items?a=1", signature)] {
      let words = ["send", "user", "-e", "local", "--url", "\(server.url)/\(path)", "--fail", "-u"]
      let good = try await sample.program.run(words + ["me:pässword"] + options)
      #expect(good.status == 0 && good.text == "in", "\(path): \(good.error)")
      let bad = try await sample.program.run(words + ["me:other"] + options)
      #expect(bad.status == 1, "\(path): \(bad.text)\(bad.error)")
    }
  }

  @Test("Credentials follow a redirect to another host only on request")
  func trusted() async throws {
    let other = try AnsweringServer()
    let server = try AnsweringServer { [url = other.url] _ in
      Answer.redirect(302, to: url.replacing("127.0.0.1", with: "localhost") + "/b")
    }
    defer { for each in [server, other] { each.stop() } }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request("GET", "{{base_url}}/a")])
    for options in [["-L"], ["--location-trusted"]] {
      let result = try await sample.program.run(["send", "a", "-e", "local", "-u", "a:b"] + options)
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(other.requests.map { $0["Authorization"] } == [nil, "Basic YTpi"])
  }

  @Test("The URL can be overridden as a whole")
  func url() async throws {
    let other = try AnsweringServer()
    defer { other.stop() }
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["user": Self.saved])
    let result = try await sample.program.run("send", "user", "-e", "local", "--url", "\(other.url)/else")
    #expect(result.status == 0, "\(result.error)")
    #expect(other.requests.first?.target == "/else" && other.requests.first?.method == "PUT")
  }

  @Test("Bodies of every kind can be given, also from standard input")
  func bodies() async throws {
    let data = try await sent(["-d", "x=1", "-d", "@-"], input: Array("a\nb".utf8))
    #expect(data.bodyText == "x=1&ab" && data.method == "PUT" && data["Content-Type"] == "application/json")
    #expect(try await sent(["--data-binary", "@raw"]).body == [0x61, 0x0d, 0x0a, 0x00, 0xff])
    #expect(try await sent(["--data-binary", "@-"], input: [1, 0, 10, 0xff]).body == [1, 0, 10, 0xff])
    #expect(try await sent(["--data-raw", "@raw"]).bodyText == "@raw")
    #expect(try await sent(["--data-urlencode", "q=a b&c"]).bodyText == "q=a+b%26c")
    #expect(try await sent(["--json-body", "{\"v\": {{id}}}", "--var", "id=9"]).bodyText == "{\"v\": 9}")
    let form = try await sent(["-H", "Content-Type:", "-F", "a=b;type=text/x", "-F", "f=@raw"])
    #expect(form.bodyText.contains("name=\"a\"\r\nContent-Type: text/x\r\n\r\nb\r\n"), "\(form.bodyText)")
    #expect(form.bodyText.contains("filename=\"raw\""))
    let upload = try await sent(["-T", "-"], input: Array("streamed".utf8))
    #expect(upload.bodyText == "streamed" && upload["Transfer-Encoding"] == "chunked")
  }

  @Test("Redirects are followed or not as the command line says")
  func redirects() async throws {
    let server = try AnsweringServer { $0.target == "/a" ? Answer.redirect(302, to: "/b") : Answer.text("there") }
    defer { server.stop() }
    let sample = try Sample(url: server.url, requests: ["a": Sample.request("GET", "{{base_url}}/a")])
    #expect(try await sample.program.run("send", "a", "-e", "local").text == "there")
    #expect(try await sample.program.run("send", "a", "-e", "local", "--no-location").text == "moved")
    #expect(try await sample.program.run("send", "a", "-e", "local", "--max-redirs", "0").status == 5)
    #expect(try await sample.program.run("send", "\(server.url)/a").text == "moved")
    #expect(try await sample.program.run("send", "\(server.url)/a", "-L").text == "there")
  }

  @Test("Conflicting options are rejected before anything is sent")
  func refusals() async throws {
    let sample = try Sample(url: "http://127.0.0.1:1", requests: ["user": Self.saved])
    let wrong: [[String]] = [
      ["-d", "a", "-F", "b=c"], ["-u", "a:b", "--bearer", "t"], ["--digest"], ["-L", "--no-location"], ["-p", "x"],
      ["--auth", "magic"], ["--auth", "basic", "--no-auth"], ["--auth-field", "x"], ["--aws-sigv4", "aws"],
      ["--max-redirs", "-2"], ["--download", "f", "-o", "g"], ["-F", "x"], ["--encode-url", "--no-encode-url"],
    ]
    for options in wrong {
      let result = try await sample.program.run(["send", "user", "-e", "local"] + options)
      #expect(result.status == 2, "\(options): \(result.error)")
      #expect(result.error.hasPrefix("apus: ") && result.error.split(separator: "\n").count == 1, "\(result.error)")
    }
    #expect(try await sample.program.run("send", "user", "-e", "local", "-d", "@nothing").status == 3)
  }
}
