import Interchange
import Networking
import TestSupport
import Testing

/// Compares the requests after a redirect with real curl: they depend on `-X`, on the kind of body and on the origin of
/// its type.
@Suite("Redirects of curl commands")
struct CurlRedirectTests {
  private static let options = [
    "", "-d a=b", "-X PUT -d a=b", "-X POST", "-X POST -d a", "-X PUT", "-X PUT -T f.txt", "-T f.txt", "-I",
    "-X DELETE",
    "--post301 -d a", "--post302 -d a", "--post303 -d a", "--post301 --post302 --post303 -d a", "--json '{}'",
    "-d x -H 'Content-Type: a/b'", "-F a=b", "-X PUT -F a=b -H 'X: y'", "-u a:b", "-G -d a=b", "-b k=v -e http://r/",
    "--no-location",
  ]

  @Test("Each hop equals that of curl, also for the exported command and its import")
  func hops() async throws {
    let server = try WireServer()
    let wrapper = try CurlWrapper.make(server, agent: "apus/test")
    let client = WireClient(server, agent: "apus/test")
    let folder = try TemporaryDirectory("redirects")
    try folder.write("f.txt", "content")
    let path = "\(wrapper.path):/usr/bin:/bin"
    for status in [301, 302, 303, 307, 308] {
      for options in Self.options {
        let command = "curl -L h/\(status)/x \(options)"
        _ = try ShellRun(command, in: folder, path: path)
        let real = server.take().map { $0.canonical() }
        let (arrived, result) = try await client.send(commands: command, in: folder, redirecting: true)
        #expect(arrived.map { $0.canonical() } == real, "\(command)")
        #expect(real.count == (options == "--no-location" ? 1 : 2))
        let imported = try #require(result.requests.first)
        let exported = client.command(for: try client.prepared(imported, in: folder), shell: .sh)
        let run = try ShellRun(exported, in: folder, path: path)
        #expect(server.take().map { $0.canonical() } == real, "\(command)\n\(exported)\n\(run.errors)")
        let again = try await client.send(commands: exported, in: folder, redirecting: true)
        #expect(again.arrived.map { $0.canonical() } == real, "\(command)\n\(exported)")
      }
    }
  }

  private static func bodies(_ folder: TemporaryDirectory) throws -> [RequestConfig.Body?] {
    [
      nil, .text("{}", contentType: "application/json"),
      .text("a=b", contentType: "application/x-www-form-urlencoded"),
      try .file(folder.write("f.txt", "content")), .bytes([], contentType: "application/octet-stream"),
    ]
  }

  @Test(
    "Our requests follow redirects like their commands, or the export lists the differing statuses",
    arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "wHat"])
  func own(method: String) async throws {
    let server = try WireServer()
    let client = WireClient(server)
    let folder = try TemporaryDirectory("redirects")
    for body in try Self.bodies(folder) where method != "HEAD" || body == nil {
      for status in [301, 302, 303, 307, 308] {
        let request = try Request.with {
          $0.host = server.origin
          $0.path = "/\(status)/x"
          try $0.setMethod(method)
          if let body { $0.body = body }
          $0.options.redirects = TransferOptions.RedirectPolicy(maximum: 5)
        }
        let ours = try await client.send(request).map { $0.canonical() }
        let command = CurlCommand(request, redaction: .none)
        let run = try ShellRun(command.text, in: folder)
        let curls = server.take().map { $0.canonical() }
        #expect(ours.count == 2 && curls.count == 2 && ours.first == curls.first, "\(command.text)\n\(run.errors)")
        let isReported = command.redirectNotices.contains { $0.contains("\(status)") }
        #expect((ours == curls) != isReported, "\(command.redirectNotices)\n\(ours)\n\(curls)\n\(command.text)")
      }
    }
  }

  @Test("A command reports that curl sends secrets on to another host, and no logins from http to https")
  func credentials() throws {
    func notices(_ url: String, _ names: String...) throws -> [String] {
      let request = try Request.with {
        $0.host = url
        $0.headers = Headers(names.map { Header($0, "x") })
      }
      return CurlCommand(request).redirectNotices
    }
    #expect(try notices("http://h/", "X-Other").isEmpty)
    #expect(try notices("https://h/", "Authorization", "Cookie").isEmpty)
    #expect(
      try notices("https://h/", "X-Api-Key") == [
        "after a redirect to another host curl still sends X-Api-Key, which Apus leaves out"
      ])
    #expect(
      try notices("http://h/", "Authorization", "Cookie") == [
        "after a redirect from http to https curl leaves out Authorization, Cookie, which Apus sends to the same host"
      ])
    #expect(try notices("http://h:81/", "Authorization").isEmpty)
    #expect(
      try notices("http://h:81/", "Host") == [
        "after a redirect to another port curl still sends Host, which Apus leaves out"
      ])
  }
}
