import Foundation
import Synchronization
import TestSupport
import Testing

@testable import apus

@Suite("Command-line secrets are blanked in the process list")
struct SecretArgumentsTests {
  /// The command line as other users see it afterwards.
  private func seen(_ words: [String]) -> [String] {
    var bytes = words.map { Array($0.utf8) }
    for place in SecretArguments(words).places {
      for index in place.bytes { bytes[place.word][index] = UInt8(ascii: "_") }
    }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "Each secret-bearing option is blanked in every notation, and nothing else",
    arguments: [
      ("send u -u me:pw", "send u -u _____"), ("send u -ume:pw", "send u -u_____"),
      ("send u --user me:pw", "send u --user _____"), ("send u --user=me:pw", "send u --user=_____"),
      ("send u --bearer tok", "send u --bearer ___"), ("send u --pass pw", "send u --pass __"),
      ("send u --var a=pw", "send u --var a=__"), ("run --var=a=pw", "run --var=a=__"),
      ("send u --auth-field password=pw", "send u --auth-field password=__"),
      ("send u -H Authorization:x", "send u -H Authorization:_"), ("send u -H X-Plain:x", "send u -H X-Plain:_"),
      ("send u -iHX-Api-Key:x", "send u -iHX-Api-Key:_"), ("send u -E cert.p12:pw", "send u -E cert.p12:__"),
      ("send u -E cert.pem", "send u -E cert.pem"), ("send u -x me:pw@proxy:80", "send u -x _____@proxy:80"),
      ("send http://me:pw@h/a@b", "send http://_____@h/a@b"), ("send http://h/a@b", "send http://h/a@b"),
      ("send u -d -u -X PUT", "send u -d __ -X PUT"), ("send u -o -u", "send u -o -u"),
      ("send u -d pw=x", "send u -d ____"), ("send u -d @file", "send u -d @file"),
      ("send u --form-string a=pw", "send u --form-string a=__"), ("send u -F a=@file", "send u -F a=@file"),
      ("send u -p api_key=k", "send u -p api_key=_"), ("send u -p page=2", "send u -p page=_"),
      ("send http://h/?a=1&token=k", "send http://h/?___________"), ("send h/?s=k", "send h/?___"),
      ("send http://h/#s=k", "send http://h/#___"), ("send u --query $[?@.a] -H X:y", "send u --query $[?@.a] -H X:_"),
      ("send u --json -H X:y", "send u --json -H X:_"), ("query -r $ -H", "query -r $ -H"),
      ("send u --json-body {} -H X:y", "send u --json-body __ -H X:_"),
      ("send u --body-json={}", "send u --body-json=__"), ("send u --json-body @f", "send u --json-body @f"),
      ("send u --data-raw ab", "send u --data-raw __"), ("send u --data-urlencode a=b", "send u --data-urlencode ___"),
      ("curl --url=http://h/?s=k", "curl --url=http://h/?___"), ("curl --json {} u", "curl --json __ u"),
      ("curl -sSu me:pw u", "curl -sSu _____ u"), ("curl -U me:pw u", "curl -U _____ u"),
      ("curl --proxy-user me:pw u", "curl --proxy-user _____ u"), ("curl -b a=b u", "curl -b ___ u"),
      ("curl -b file u", "curl -b file u"), ("curl --oauth2-bearer t u", "curl --oauth2-bearer _ u"),
      ("env set local token=pw other", "env set local token=__ other"),
      ("env set local token pw", "env set local token __"), ("env set local token -w pw", "env set local token -w pw"),
      ("env show local", "env show local"),
      ("send u -u", "send u -u"), ("send", "send"), ("", ""),
    ])
  func places(_ line: String, _ expected: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(seen(words).joined(separator: " ") == expected)
  }

  #if os(Linux)
  @Test("While the program runs, secrets are not in /proc, and the server receives them", .timeLimit(.minutes(1)))
  func processes() async throws {
    let shown = Lines()
    let server = try AnsweringServer { request in
      for process in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        guard let line = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/cmdline")) else { continue }
        let text = String(decoding: line, as: UTF8.self)
        if text.contains("marker-5c1f") { shown.add(text) }
      }
      return Answer.text(request["Authorization"] ?? "none")
    }
    let folder = try TemporaryDirectory("secrets")
    for command in ["send", "curl"] {
      let result = try await Program(in: folder.path).run(
        command, server.url + "/marker-5c1f", "-u", "me:s3cret", "-H", "X-Api-Key: s3cret")
      #expect(result.text == "Basic bWU6czNjcmV0", "\(result.error)")
    }
    #expect(shown.all.count >= 2)
    #expect(shown.all.allSatisfy { !$0.contains("s3cret") && $0.contains("X-Api-Key:") })
  }
  #endif
}

#if os(Linux)
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
#endif
