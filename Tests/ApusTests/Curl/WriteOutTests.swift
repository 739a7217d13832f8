import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import apus

@Suite("The output of -w") struct WriteOutTests {
  private static func hop(
    _ timing: Hop.Timing, _ cause: Hop.Cause = .initial, to url: String = "https://h/", isReused: Bool = false
  ) -> Hop {
    Hop(
      cause: cause, request: SentRequest(method: "GET", url: url), response: ResponseHead(status: .init(code: 200)),
      timing: timing, connection: Connection(httpVersion: "1.1", remoteAddress: "127.0.0.1:1", isReused: isReused))
  }

  private static let fresh = Hop.Timing(
    resolved: .milliseconds(1), connected: .milliseconds(3), secured: .milliseconds(10), sent: .milliseconds(11),
    firstByte: .milliseconds(50), total: .milliseconds(60))
  private static let kept = Hop.Timing(
    queued: .milliseconds(2), sent: .milliseconds(3), firstByte: .milliseconds(20), total: .milliseconds(25))

  private static func times(_ hops: [Hop], duration: Duration = .milliseconds(100)) -> [String] {
    let exchange = Exchange(startedAt: Date(timeIntervalSince1970: 0), hops: hops, duration: duration)
    let names = ["namelookup", "connect", "appconnect", "pretransfer", "starttransfer", "redirect", "total"]
    let text = WriteOut(format: names.map { "%{time_\($0)}" }.joined(separator: " ")).text(for: exchange)
    return text.split(separator: " ").map { String($0.dropLast(3)) }
  }

  @Test func `The pretransfer time ends with the TLS handshake.`() {
    #expect(Self.times([Self.hop(Self.fresh)]) == ["0.001", "0.003", "0.010", "0.010", "0.050", "0.000", "0.100"])
  }

  @Test func `Times are summed over redirects, and a reused connection adds only its wait.`() {
    #expect(
      Self.times([Self.hop(Self.fresh), Self.hop(Self.kept, .redirect, isReused: true)])
        == ["0.003", "0.005", "0.012", "0.012", "0.070", "0.060", "0.100"])
  }

  @Test func `Without TLS, its time is zero, and a retry starts anew.`() {
    var plain = Self.fresh
    plain.secured = nil
    let hops = [Self.hop(Self.fresh), Self.hop(plain, .retry(attempt: 1), to: "http://h/")]
    #expect(Self.times(hops) == ["0.001", "0.003", "0.000", "0.003", "0.050", "0.000", "0.060"])
  }

  @Test func `An unreached phase takes no time.`() {
    let exchange = Hop(
      request: SentRequest(method: "GET", url: "https://h/"), timing: Hop.Timing(resolved: .milliseconds(1)))
    #expect(Self.times([exchange]) == ["0.001", "0.000", "0.000", "0.000", "0.000", "0.000", "0.100"])
    #expect(Self.times([]) == ["0.000", "0.000", "0.000", "0.000", "0.000", "0.000", "0.100"])
  }

  private static let format =
    "%{size_header} %{size_request} %{size_download} %{size_upload} %{num_redirects} %{num_connects} %{redirect_url}\\n"

  @Test(arguments: [
    "URL/", "-L URL/to/to/here", "URL/to/here", "-d abc -L URL/to/here", "-d abc URL/here",
    "-L --max-redirs 1 URL/to/to/x", "URL/made", "--compressed URL/small",
  ])
  func `Sizes and counts match curl, including redirects.`(_ line: String) async throws {
    let server = try AnsweringServer { request in
      if request.target == "/made" { return Answer.text("made", status: "201 Created", headers: ["Location: /x"]) }
      guard request.target.hasPrefix("/to/") else { return Answer.text("hello") }
      return Answer.redirect(302, to: "/\(request.target.dropFirst(4))")
    }
    defer { server.stop() }
    let outcome = try await CurlComparison(hosts: [server]).check("-o /dev/null -w '\(Self.format)' \(line)")
    #expect(outcome.ours.text == outcome.real.text)
  }

  @Test func `On a real TLS connection, the times are in curl's order.`() async throws {
    let server = try await WebServer.make()
    let line = "-sk -o /dev/null -w '%{time_connect} %{time_appconnect} %{time_pretransfer} %{time_starttransfer}'"
    let folder = try TemporaryDirectory("times")
    let program = Program(in: folder.path)
    for name in ["curl", "apus curl"] {
      let result = try await program.shell("\(name) \(line) \(server.secureURL)/hello")
      let times = result.text.split(separator: " ").compactMap { Double($0) }
      #expect(times.count == 4 && times == times.sorted() && times[0] < times[1], "\(name): \(result.text)")
    }
  }
}
