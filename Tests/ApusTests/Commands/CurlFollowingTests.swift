import TestSupport
import Testing

/// Redirects: their targets, and what is sent there.
@Suite("Redirects compared with curl")
struct CurlFollowingTests {
  private static let cookies =
    "127.0.0.1\tFALSE\t/\tFALSE\t0\tnumber\t1\nlocalhost\tFALSE\t/\tFALSE\t0\tname\t2\n"

  @Test(
    "A Location resolves like in curl",
    arguments: [
      "?q#f", "?q=1", ".", "..", "../../x", "/a/./b/../c", "y?a=b c", "/a b", "/é?é#é", "ftp://h/", "//HOST?x",
      "HTTP://HOST/y", "http://u:p@HOST/y", "//@HOST/y", "http://u:p@HOME/y", "http://127.0.0.1:99999/", "/%zz?%zz",
      "   /y   ",
    ])
  func locations(location: String) async throws {
    let other = try AnsweringServer()
    let server = try AnsweringServer { request in
      let home = "127.0.0.1:\(request["Host"]?.split(separator: ":").last ?? "")"
      let written = location.replacing("HOST", with: "127.0.0.1:\(other.port)").replacing("HOME", with: home)
      return request.target.hasPrefix("/d/") ? Answer.redirect(302, to: written) : Answer.text("")
    }
    defer {
      server.stop()
      other.stop()
    }
    let comparison = CurlComparison(hosts: [server, other])
    for options in ["", "-u a:b -e http://r/"] {
      try await comparison.check("-L --max-redirs 3 \(options) 'URL/d/e?x=1#old'")
    }
  }

  @Test(
    "Data for the first host stays there, and is sent again when a redirect returns to it",
    arguments: [
      "-b jar -b a=b", "-b a=b", "-H 'Cookie: c=d'", "-b jar -H 'Cookie: c=d'", "-b jar -b a=b -H 'Cookie: c=d'",
      "-u a:b", "-H 'Authorization: x'", "--oauth2-bearer t", "-u a:b -H 'X-A: y' -H 'Host: h'",
      "-H 'Host: localhost' -b jar", "-H Host:", "--digest -u a:b", "-b '' -c jar2", "-b a=b -c jar2",
      "-H Cookie: -b jar -b a=b", "--netrc-file logins", "--netrc-file logins -u a:b", "-H 'Authorization: x' -n",
      "--location-trusted -u a:b -H 'Cookie: c=d' -b jar", "--location-trusted -H 'Authorization: x' -H 'Host: h'",
    ])
  func returns(options: String) async throws {
    let other = try AnsweringServer { Self.leading($0, by: "") }
    let server = try AnsweringServer { Self.leading($0, by: other.url) }
    defer {
      server.stop()
      other.stop()
    }
    let files = [
      "jar": Self.cookies,
      "logins": "machine 127.0.0.1 login n password p\nmachine localhost login l password q\n",
    ]
    let comparison = CurlComparison(hosts: [server, other], files: files)
    #expect(try await comparison.check("-L \(options) URL/name?\(server.port)").counts == [3, 0])
    #expect(try await comparison.check("-L \(options) URL/port?\(server.port)").counts == [2, 1])
  }

  /// Redirects via another name or port, and back to the port in the query.
  private static func leading(_ request: CapturedRequest, by other: String) -> String {
    let parts = request.target.split(separator: "?")
    let port = parts.last.map(String.init) ?? ""
    switch parts.first {
    case "/name": return Answer.redirect(302, to: "http://localhost:\(port)/back?\(port)")
    case "/port": return Answer.redirect(302, to: "\(other)/back?\(port)", headers: ["Set-Cookie: s=3"])
    case "/back": return Answer.redirect(302, to: "http://127.0.0.1:\(port)/end")
    default: return Answer.text("")
    }
  }
}
