import Interchange
import Networking
import TestSupport
import Testing

/// What comes behind a redirect depends on `-X`, on the kind of body and on who wrote its type; the real curl says how.
@Suite("Redirects of curl commands")
struct CurlRedirectTests {
  private static let options = [
    "", "-d a=b", "-X PUT -d a=b", "-X POST", "-X POST -d a", "-X PUT", "-X PUT -T f.txt", "-T f.txt", "-I",
    "-X DELETE",
    "--post301 -d a", "--post302 -d a", "--post303 -d a", "--post301 --post302 --post303 -d a", "--json '{}'",
    "-d x -H 'Content-Type: a/b'", "-F a=b", "-X PUT -F a=b -H 'X: y'", "-u a:b", "-G -d a=b", "-b k=v -e http://r/",
    "--no-location",
  ]

  @Test("Each hop is what curl sends, and so it is from the exported command and what is imported from that")
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
}
