import TestSupport
import Testing

/// Authentication schemes whose first request is sent without its body.
@Suite("Authentication challenges compared with curl")
struct CurlChallengeTests {
  private static let message =
    "TlRMTVNTUAACAAAADAAMADAAAAABAoEAASNFZ4mrze8AAAAAAAAAAGIAYgA8AAAARABPAE0AQQBJAE4AAgAMAEQATwBNAEEASQBOAAEADABTAEUA"
    + "UgBWAEUAUgAEABQAZABvAG0AYQBpAG4ALgBjAG8AbQADACIAcwBlAHIAdgBlAHIALgBkAG8AbQBhAGkAbgAuAGMAbwBtAAAAAAA="

  private static func answer(_ request: CapturedRequest) -> String {
    let login = request["Authorization"] ?? ""
    func refusal(_ challenge: String) -> String {
      Answer.text("", status: "401 Unauthorized", headers: ["WWW-Authenticate: \(challenge)"])
    }
    switch request.target {
    case "/digest" where !login.hasPrefix("Digest"):
      return refusal("Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5")
    case "/ntlm" where login.isEmpty: return refusal("NTLM")
    case "/ntlm" where login.hasPrefix("NTLM TlRMTVNTUAAB"): return refusal("NTLM \(message)")
    default: return Answer.text("")
    }
  }

  @Test(
    "Headers about the body are sent with the body, not with the empty first request",
    arguments: [
      "--digest -F x=y URL/digest", "--digest -F x=y URL/other", "--anyauth -F x=y URL/digest",
      "--digest -T plain URL/digest", "--digest -T - URL/digest", "--digest -d x=y URL/digest",
      "--digest --data-binary @large URL/digest", "--digest -F a=@large URL/digest",
      "--digest -F x=y URL/digest URL/digest", "--ntlm -F x=y URL/ntlm", "--ntlm -T plain URL/ntlm",
      "--anyauth -F x=y URL/ntlm",
    ])
  func bodies(line: String) async throws {
    let server = try AnsweringServer(Self.answer)
    defer { server.stop() }
    let large = [UInt8](repeating: 0x61, count: 1_100_000)
    let outcome = try await CurlComparison(hosts: [server], files: ["plain": "text"], bytes: ["large": large]).check(
      "-u a:b \(line)")
    #expect(outcome.ours.status == 0 && outcome.counts[0] > 1)
  }
}
