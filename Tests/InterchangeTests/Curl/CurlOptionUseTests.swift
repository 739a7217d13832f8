import Foundation
import Networking
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// Each option changes what is sent, changes nothing, or is named; an option that is not supported sends nothing.
@Suite("Each option of curl")
struct CurlOptionUseTests {
  /// The result of a command line, as text to compare.
  private struct Outcome: Equatable {
    var sent: [String] = []
    var notices: [String] = []
    var isRefused: Bool

    init(_ words: [String]) {
      let files = ["f": "content\n", "jar": "h\tFALSE\t/\tFALSE\t9999999999\tlong\t2\n"]
      var surroundings = CurlImport.Surroundings(readFile: { name in files[name].map { Array($0.utf8) } })
      surroundings.isHere = true
      let result = CurlImport.read(arguments: words, surroundings: surroundings)
      for request in result.requests {
        let retry = request.retry.map {
          "\($0.maximum) \($0.strategy) \($0.statuses.keys.sorted()) \($0.categories.map(\.rawValue).sorted()) "
            + "\($0.totalTime.map { "\($0)" } ?? "-")"
        }
        let cookies = request.cookies.map { "\($0.known.map(\.name)) \($0.savesTo ?? "-")" }
        // Options print their secrets masked.
        let (login, tls) = (request.options.authentication, request.options.tls)
        let secrets = [login?.password, login?.sessionToken, tls?.keyPassword].map { $0 ?? "-" }
        let options = "\(request.options) \(secrets)"
        sent.append("\(request.request) \(options) \(request.extras) \(retry ?? "-") \(cookies ?? "-")")
      }
      notices = result.notices.map(\.message)
      isRefused = result.isRefused
    }
  }

  /// A command line, and words that change its request.
  static let effects: [([String], [String])] = [
    (["h"], ["--connect-timeout", "3"]), (["h"], ["--max-time", "3"]), (["h"], ["--speed-time", "3"]),
    (["h"], ["--speed-limit", "1"]), (["h"], ["--retry", "3"]), (["h", "--retry", "2"], ["--retry-delay", "3"]),
    (["h", "--retry", "2"], ["--retry-max-time", "3"]), (["h", "--retry", "2"], ["--retry-all-errors"]),
    (["h", "--retry", "2"], ["--retry-connrefused"]), (["h", "-u", "a:b"], ["--digest"]),
    (["h", "-u", "a:b"], ["--ntlm"]), (["h", "-u", "a:b"], ["--negotiate"]),
    (["h", "-u", "a:b"], ["--aws-sigv4", "aws:amz:r:s"]), (["h"], ["--oauth2-bearer", "t"]),
    (["h", "-L", "-d", "x"], ["--post301"]), (["h", "-L", "-d", "x"], ["--post302"]),
    (["h", "-L", "-d", "x"], ["--post303"]), (["h", "-L"], ["--max-redirs", "3"]), (["h"], ["--location-trusted"]),
    (["h"], ["--follow"]), (["h"], ["-x", "p"]), (["h", "-x", "p"], ["-U", "a:b"]), (["h"], ["--proxy1.0", "p"]),
    (["h"], ["--socks4", "p"]), (["h"], ["--socks4a", "p"]), (["h"], ["--socks5", "p"]),
    (["h"], ["--socks5-hostname", "p"]), (["h"], ["--noproxy", "p"]), (["h"], ["-E", "f"]),
    (["h", "-E", "f"], ["--pass", "word"]), (["h", "-E", "f"], ["--cert-type", "P12"]), (["h"], ["--key", "f"]),
    (["h"], ["--cacert", "f"]), (["h"], ["--crlfile", "f"]), (["h"], ["-k"]), (["h"], ["--pinnedpubkey", "x"]),
    (["h"], ["--tls-max", "1.2"]), (["h"], ["--tlsv1.2"]), (["h"], ["-1"]), (["h"], ["-0"]), (["h"], ["--http2"]),
    (["h"], ["--http2-prior-knowledge"]), (["h"], ["--http3"]), (["h"], ["--http3-only"]), (["h"], ["-b", "a=b"]),
    (["h"], ["-b", "jar"]), (["h"], ["-c", "jar2"]), (["h", "-d", "x"], ["-G"]), (["h"], ["-I"]),
    (["h"], ["-T", "f"]),
    (["h"], ["-F", "a=b"]), (["h"], ["--form-string", "a=b"]), (["h"], ["--json", "{}"]),
    (["h"], ["--data-urlencode", "a=b"]), (["h"], ["--data-binary", "@f"]), (["h"], ["--data-raw", "@f"]),
    (["h"], ["-H", "A: b"]), (["h"], ["-A", "a"]), (["h"], ["-e", "a"]), (["h"], ["-r", "0-1"]),
    (["h"], ["-z", "Sat, 01 Feb 2020 10:00:00 GMT"]), (["h"], ["--compressed"]), (["h"], ["--interface", "i"]),
    (["h"], ["--unix-socket", "s"]), (["h"], ["--resolve", "h:80:1.2.3.4"]), (["h"], ["--connect-to", "h:80:i:81"]),
    (["h"], ["--request-target", "*"]), (["h"], ["--url-query", "a=b"]), (["h"], ["--next", "g"]),
    (["-g", "h/[1-2]/../b"], ["--path-as-is"]), (["h"], ["-n"]), (["h"], ["--netrc-file", "f"]),
  ]

  @Test("A request option changes the request, and nothing is named", arguments: effects)
  func requests(without: [String], more: [String]) {
    let (before, after) = (Outcome(without), Outcome(without + more))
    #expect(before.notices.isEmpty && before.sent.count == 1)
    #expect(after.notices.isEmpty && !after.isRefused && after.sent != before.sent, "\(after.notices)")
  }

  @Test(
    "An option without an effect on the request is accepted, and one that is ignored is named",
    arguments: ["-s", "-S", "-N", "-#", "-Z", "-R", "--no-keepalive", "-4", "-J", "--ssl-no-revoke", "-q"])
  func harmless(option: String) {
    let outcome = Outcome([option, "h"])
    #expect(outcome.sent == Outcome(["h"]).sent && !outcome.isRefused)
    #expect(outcome.notices.isEmpty != ["-4", "-J", "--ssl-no-revoke"].contains(option), "\(outcome.notices)")
  }

  @Test(
    "An option that is not supported is named in one line, its value is no URL, and nothing is sent",
    arguments: [
      ["--variable", "a=b"], ["--expand-data", "{{a}}"], ["-K", "f"], ["--config", "f"], ["-C", "5"],
      ["--etag-compare", "f"], ["--etag-save", "f"], ["--form-escape"], ["--proto", "=https"], ["--no-alpn"],
      ["--no-clobber"], ["-p"], ["-Q", "x"], ["-P", "-"], ["--doh-url", "http://d"], ["--ftp-pasv"], ["-j"], ["--crlf"],
      ["--proxy-header", "A: b"], ["--haproxy-protocol"], ["--version"],
    ])
  func unsupported(words: [String]) {
    let outcome = Outcome(words + ["h"])
    #expect(outcome.sent.isEmpty && outcome.isRefused && outcome.notices.count == 1, "\(outcome.notices)")
    #expect(outcome.notices.first?.hasSuffix(" is not supported: remove it, or run the command with curl") == true)
  }

  @Test("Every option of the curl on this machine is known, and at most one line names it")
  func all() throws {
    let folder = try TemporaryDirectory("help")
    _ = try ShellRun("curl --help all > help 2>/dev/null", in: folder)
    for line in try folder.readText("help").split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard let place = fields.firstIndex(where: { $0.hasPrefix("--") }), fields[place] != "--next" else { continue }
      guard case .found(let option, _) = CurlOptionTable.standard.option(named: String(fields[place].dropFirst(2)))
      else {
        Issue.record("no \(fields[place])")
        continue
      }
      let value = CurlOptionFault.fault(of: option, isOn: true, value: "a=b") == nil ? "a=b" : "1"
      let outcome = Outcome([fields[place]] + (option.takesValue ? [value] : []) + ["h"])
      #expect(outcome.notices.count <= 1, "\(option.name): \(outcome.notices)")
      #expect(option.use != .unsupported || outcome.sent.isEmpty && outcome.isRefused, "\(option.name)")
      #expect(option.use != .harmless || outcome == Outcome(["h"]), "\(option.name)")
    }
  }

  @Test("An option can be taken back")
  func negated() {
    #expect(Outcome(["h", "--no-compressed"]).sent == Outcome(["h"]).sent)
    #expect(Outcome(["h", "-L", "--no-location"]).sent == Outcome(["h"]).sent)
  }

  @Test(
    "A value that is not supported or not valid is refused",
    arguments: [
      ["h", "-z", "yesterday"], ["h", "-z", "f"], ["h", "-z", "1 Feb 2020 10:00"], ["h", "-Y", "1000"],
      ["h", "-H", "@f"],
      ["h", "-r", "0-1", "-d", "x"],
      ["h", "-F", "a=(;type=multipart/mixed"], ["h", "-F", "=)"], ["h", "-F", "=x"], ["h", "-F", "a=@x,y"],
      ["h", "-F", "a=@x;encoder=base64"], ["h", "-F", "a=b;headers=@f"], ["h", "-F", "a=b;c"],
      ["h", "-F", "a=<nothing"],
      ["h", "-F", "a=b", "-H", "Content-Type: application/json"], ["h", "-n", "--digest"], ["http://u@h", "-n"],
      ["h", "--retry", "2", "--retry-max-time", "x"], ["h", "--tls-max", "x"], ["h", "-X", ""], ["h/]"], ["//h"], [""],
      ["ftp://h"], ["h", "--url-query", "+a b"], ["h", "-o", ""], ["h", "-m", "x"],
      ["h/[1-2]"], ["h/{a,b}"], ["h", "-e", ";auto"], ["h", "-T", "{a,b}"],
    ])
  func values(words: [String]) {
    let outcome = Outcome(words)
    #expect(outcome.isRefused && outcome.sent.isEmpty && outcome.notices.count == 1, "\(outcome.notices)")
  }
}
