import Basics
import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// `-H 'X:v'` and `-H 'X: v'` mean the same to a server but are different bytes.
@Suite("Blanks around the value of a header")
struct CurlBlankTests {
  private static let agent = "apus/test"

  @Test(
    "Blanks around a header's value are sent as by curl, through the import, the export and its import",
    arguments: [
      "-H X:v", "-H 'X: v'", "-H 'X:  v'", #"-H $'X:\tv'"#, #"-H $'X: \tv'"#, "-H 'X:v  '", #"-H $'X:v\t'"#,
      "-H 'X: v '",
      "-H 'X;'", "-H X:", "-H 'X: '", #"-H $'X:\t'"#, "-H Accept:", "-H X:a:b", "-H 'X:{{a}} $HOME'",
      "-H X:1 -H 'X: 2' -H X:3", "-H 'Accept:*/*'", "-H User-Agent:me", "-A me -H user-agent:you", "-H Host:other",
      "-H Cookie:a=b", "-b c=d -H Cookie:a=b", "-H 'Authorization:Bearer t'", "-H 'Authorization:Basic YTpi'",
      "-u a:b -H Authorization:x", "-d a=b -H Content-Type:application/json",
      "-d a=b -H Content-Type:application/x-www-form-urlencoded", "--json '{}' -H Accept:x/y",
      "-d a=b -H Expect:100-continue", "-d a=b -H Content-Length:3", "--compressed -H Accept-Encoding:gzip",
      "-F a=b -H Content-Type:multipart/form-data",
      "-F 'a=b;headers=\"X-P:1\"'", "-F 'a=b;headers=\"X-P:  1\"'", "-F 'a=b;headers=\"X-P:\"'",
      "-F 'a=b;headers=\"Content-Type:x/y\"'", "-F 'a=b;headers=\"Content-Disposition:form-data; name=q\"'",
      "-r 0-1 -H Range:bytes=1-2", "-e a -H Referer:b",
      "-d @lines -H Transfer-Encoding:chunked", "-T lines -H Expect:100-continue",
      #"-F $'a=\u2028b\u2028'"#, #"-F $'a=\u00a0b\u3000;type=x/y\u2028'"#,
      #"-F $'a=b;headers=X-P:\u00851\u2028'"#,
      #"-F $'a= b \v;type= x/y \f'"#, #"-H $'X:\u00a0v\u2028'"#, "-b cookies",
      "-H Accept: -H Accept:x -H Accept:", "-H 'X;y'", "-d a -H 'Content-Type; '", "-F 'a=b;headers=X-P:{{n}}'",
      "-b cookies -H Cookie:own=1", "-b cookies -b x=y -H 'Cookie: own=1'",
      "-F a=b -H content-type:multipart/form-data",
      "-F 'a=b;headers=content-disposition:x'",
    ])
  func blanks(options: String) async throws {
    let server = try WireServer()
    let wrapper = try CurlWrapper.make(server, agent: Self.agent)
    let client = WireClient(server, agent: Self.agent)
    let folder = try TemporaryDirectory("blanks")
    try folder.write("lines", "X-A:1\nX-B: 2\u{2028}\nX-C:\n")
    try folder.write("cookies", "h\tFALSE\t/\tFALSE\t0\ta\tb\u{2028}c\n")
    let text = "curl http://h/p \(options)"
    let run = try ShellRun(text, shell: "/bin/bash", in: folder, path: "\(wrapper.path):/usr/bin:/bin")
    let real = server.take().map { $0.canonical() }
    let (arrived, result) = try await client.send(commands: text, in: folder, redirecting: true)
    #expect(real.count == 1 && arrived.map { $0.canonical() } == real, "\(run.errors) \(result.notices)")
    let imported = try #require(result.requests.first)
    let prepared = try client.prepared(imported, in: folder)
    for shell in ShellRun.shells {
      let command = client.command(for: prepared, shell: shell.name == "bash" ? .bash : .sh)
      let run = try ShellRun(command, shell: shell.path, in: folder, path: "\(wrapper.path):/usr/bin:/bin")
      #expect(server.take().map { $0.canonical() } == real, "\(shell.name): \(command)\n\(run.errors)")
    }
    let exported = CurlCommand(prepared.request, redaction: .none)
    for shell in CurlCommand.Shell.allCases where exported.limits(of: shell).isEmpty && exported.input.isEmpty {
      let command = client.command(for: prepared, shell: shell)
      let again = try await client.send(commands: command, in: folder, redirecting: true).arrived
      #expect(again.map { $0.canonical() } == real, "\(shell): \(command)")
    }
  }

  @Test("A secret written without the blank is masked in the command and in an archive, and keeps its form")
  func secrets() throws {
    let text = "curl http://h/ -H 'Authorization:Bearer s3cret' -H 'X-Api-Key:s3cret' -H Cookie:a=s3cret -H X:v"
    let imported = try #require(CurlImport.read(text).requests.first)
    #expect(imported.request.headers.map(\.name) == ["Authorization", "X-Api-Key", "Cookie", "X"])
    #expect(imported.request.headers.allSatisfy(\.omitsBlank) && imported.unsaved.isEmpty)
    let prepared = try imported.prepared(in: SendContext())
    let command = CurlExport.command(for: prepared).text
    #expect(command.contains("-H 'Authorization:Bearer ••••'") && command.contains("-H 'X-Api-Key:••••'"), "\(command)")
    let shared = try CurlExport.command(for: imported.request, in: SendContext(), variables: .shell).text
    let log = HARExport.log(of: [prepared], creator: ("apus", "1"), time: "2026-01-01T00:00:00.000Z").compact
    for text in [command, shared, String(decoding: log, as: UTF8.self)] {
      #expect(!text.contains("s3cret") && text.contains("••••"), "\(text)")
    }
  }

  @Test("Sent requests are exported unchanged")
  func hops() async throws {
    let server = try WireServer()
    let headers = [
      Header("X", "1", omitsBlank: true), Header("X", "2"), Header("X", " 3 "),
      Header("User-Agent", "me", omitsBlank: true),
    ]
    let request = try Request.with(RequestConfig(url: "\(server.origin)/p")) { $0.headers = Headers(headers) }
    let exchange = await Client().exchange(for: request)
    let sent = try #require(server.take().first)
    let hop = try #require(exchange.hops.first)
    #expect(hop.request.headers.fields.filter { ["X", "User-Agent"].contains($0.name) } == headers)
    _ = try ShellRun(CurlCommand(hop).text, in: try TemporaryDirectory("hop"))
    #expect(server.take() == [sent])
  }

  @Test("An archive has its own member for a missing blank, which is imported again")
  func archive() throws {
    let headers = [Row("X", "1", omitsBlank: true), Row("X", "2"), Row("Y", " 3", omitsBlank: true)]
    let definition = RequestDefinition(name: "x", url: "http://h/", headers: headers, authentication: .none)
    let prepared = try PreparedRequest(definition, in: SendContext())
    let log = HARExport.log(of: [prepared], creator: ("apus", "1"), time: "2026-01-01T00:00:00.000Z")
    let read = try HARImport.read(log.compact, name: "h")
    #expect(read.requests.first?.headers == headers)
  }
}
