import Networking
import Testing
import Workspaces

@testable import Interchange

/// Walks the whole table: each option changes what is sent, is reported, or changes nothing that is sent.
@Suite("Each option of curl")
struct CurlOptionUseTests {
  /// The result of a command line, as text to compare.
  private struct Outcome: Equatable {
    var sent: [String] = []
    var output: [String] = []
    var notices: [String] = []

    init(_ words: [String]) {
      let files = [
        "f": "content\n", "options": "header = \"X-Of: file\"", "logins": "machine h login ada password word",
        "jar": "h\tFALSE\t/\tFALSE\t0\tsession\t1\nh\tFALSE\t/\tFALSE\t9999999999\tlong\t2\n",
      ]
      let surroundings = CurlImport.Surroundings(
        readFile: { name in files[name].map { Array($0.utf8) } }, netrcFile: "logins")
      let result = CurlImport.read(arguments: words, surroundings: surroundings)
      for request in result.requests {
        let retry = request.retry.map {
          "\($0.maximum) \($0.strategy) \($0.statuses.keys.sorted()) \($0.categories.map(\.rawValue).sorted()) "
            + "\($0.totalTime.map { "\($0)" } ?? "-")"
        }
        let cookies = request.cookies.map { "\($0.known.map(\.name)) \($0.savesTo ?? "-")" }
        sent.append("\(request.request) \(request.options) \(request.extras) \(retry ?? "-") \(cookies ?? "-")")
        output.append("\(request.output)")
      }
      notices = result.notices.map(\.message)
    }
  }

  /// Command lines without and with an option, for options that mean nothing alone or need a certain value.
  private static let samples: [String: (without: [String], with: [String])] = {
    var samples: [String: (without: [String], with: [String])] = [:]
    func alone(_ name: String, _ values: String...) { samples[name] = (["h"], ["--" + name] + values + ["h"]) }
    func behind(_ before: [String], _ name: String, _ values: String...) {
      samples[name] = (before, before + ["--" + name] + values)
    }
    for name in ["connect-timeout", "max-time", "speed-time", "speed-limit", "retry"] { alone(name, "3") }
    for name in ["retry-delay", "retry-max-time"] { behind(["h", "--retry", "2"], name, "3") }
    for name in ["retry-all-errors", "retry-connrefused"] { behind(["h", "--retry", "2"], name) }
    for name in ["anyauth", "digest", "ntlm", "negotiate"] { behind(["h", "-u", "a:b"], name) }
    behind(["h", "-u", "a:b", "--digest"], "basic")
    behind(["h", "-u", "a:b"], "aws-sigv4", "aws:amz:r:s")
    for name in ["post301", "post302", "post303"] { behind(["h", "-L", "-d", "x"], name) }
    behind(["h", "-L"], "max-redirs", "3")
    behind(["h", "-x", "p"], "proxy-user", "a:b")
    behind(["h", "-E", "f"], "pass", "word")
    behind(["h", "-E", "f"], "cert-type", "P12")
    behind(["h", "-b", "jar"], "junk-session-cookies")
    behind(["h", "-d", "x"], "get")
    behind(["h", "-F", "a\"b=c"], "form-escape")
    behind(["-g", "h/[1-2]"], "path-as-is")
    samples["disallow-username-in-url"] = (["http://u@h"], ["--disallow-username-in-url", "http://u@h"])
    samples["path-as-is"] = (["h/a/../b"], ["--path-as-is", "h/a/../b"])
    samples["globoff"] = (["h/[1-2]"], ["--globoff", "h/[1-2]"])
    samples["next"] = (["h", "g", "-A", "x"], ["h", "-A", "x", "--next", "g"])
    samples["variable"] = (["h", "--expand-data", "{{V}}"], ["--variable", "V=1", "h", "--expand-data", "{{V}}"])
    alone("config", "options")
    alone("cookie", "a=b")
    alone("tls-max", "1.2")
    alone("continue-at", "5")
    for name in ["form", "form-string"] { alone(name, "a=b") }
    alone("header", "A: b")
    alone("user", "a:b")
    alone("etag-compare", "f")
    alone("netrc-file", "logins")
    alone("time-cond", "Sat, 01 Feb 2020 10:00:00 GMT")
    alone("upload-file", "f")
    alone("proto-default", "https")
    alone("resolve", "h:80:1.2.3.4")
    alone("connect-to", "h:80:i:81")
    return samples
  }()

  /// Options mapped to something similar, or to a refusal, which a notice reports.
  private static let approximated: Set<String> = ["anyauth", "basic", "speed-limit", "disallow-username-in-url"]

  private static func words(_ option: CurlOption) -> (without: [String], with: [String]) {
    let value = CurlOptionFault.fault(of: option, value: "value") == nil ? "value" : "5"
    return samples[option.name] ?? (["h"], ["--" + option.name] + (option.takesValue ? [value] : []) + ["h"])
  }

  @Test("One that changes the request or its transfer has an effect or is reported, one for the answer changes nothing")
  func walk() {
    var counts: [CurlOption.Use: Int] = [:]
    for option in CurlOptionTable.standard.all {
      counts[option.use, default: 0] += 1
      let words = Self.words(option)
      let (without, with) = (Outcome(words.without), Outcome(words.with))
      let isCarried = with.sent != without.sent
      let isNamed = with.notices.contains { $0.contains("--" + option.name) }
      let name = Comment(rawValue: "\(option.name): \(with.notices) \(with.sent)")
      #expect(without.notices.isEmpty && without == Outcome(words.without), name)
      switch option.use {
      case .request: #expect(isCarried && with.notices.isEmpty != Self.approximated.contains(option.name), name)
      case .lost: #expect(isNamed && !isCarried, name)
      case .output, .other: #expect(!isCarried && with.notices.isEmpty, name)
      }
    }
    #expect(counts.values.reduce(0, +) >= 278 && counts.count == 4, "\(counts)")
  }

  @Test("An option that is on by default is reported when it is disabled")
  func negated() {
    #expect(Outcome(["h", "--no-alpn"]).notices == ["curl's --no-alpn is not carried over"])
    #expect(Outcome(["h", "--no-compressed"]).sent == Outcome(["h"]).sent)
    #expect(Outcome(["h", "-L", "--no-location"]).sent == Outcome(["h"]).sent)
  }

  @Test("Values that cannot be imported are reported, and invalid numbers are refused")
  func values() {
    for words in [
      ["h", "-z", "yesterday"], ["h", "-C", "-"], ["h", "-C", "5", "-T", "f"], ["h", "-Y", "1000"],
      ["h", "--aws-sigv4", "osc", "-u", "a:b"], ["h", "--etag-compare", "nothing"], ["h", "-F", "a=@x,y"],
      ["h", "-F", "a=@x;encoder=base64"], ["--variable", "%NOTHING", "h"], ["--variable", "A@nothing", "h"],
    ] {
      let outcome = Outcome(words)
      #expect(outcome.sent.count == 1 && outcome.notices.count == 1, "\(words) \(outcome.notices)")
    }
    for words in [
      ["h", "--retry", "2", "--retry-max-time", "x"], ["--variable", "A", "h"], ["--expand-head", "h"],
      ["h", "-F", "a=é;encoder=7bit"], ["h", "-F", "a=b;encoder=rot13"], ["h/]"], ["//h"],
      ["h", "--url-query", "+a b"],
    ] {
      let result = CurlImport.read(arguments: words)
      #expect(result.isRefused, "\(words) \(result.notices)")
    }
  }
}
