import Synchronization
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Digest authentication") struct DigestLoginTests {
  @Test("The strongest known challenge is used, among several schemes in one field")
  func strongest() throws {
    let headers = Headers([
      Header(
        "WWW-Authenticate", #"Basic realm="a, b", Digest realm="r \"1\"", nonce=n, algorithm=MD5, qop="auth, auth-int""#
      ),
      Header("WWW-Authenticate", #"Digest realm="s", nonce="x", algorithm=SHA-512-256"#),
      Header("WWW-Authenticate", #"Digest realm="t", nonce="y", algorithm=SHA-3"#),
    ])
    let strongest = try #require(DigestChallenge.strongest(in: headers))
    #expect(strongest.fields == ["realm": "s", "nonce": "x", "algorithm": "SHA-512-256"])
    let first = try #require(DigestChallenge.strongest(in: Headers([headers.fields[0]])))
    #expect(first.fields["realm"] == #"r "1""# && first.protection == "auth")
    #expect(!first.isBeyondLibcurl(hasBody: true) && strongest.isBeyondLibcurl(hasBody: false))
  }

  @Test("N44: a server that calls every answer stale is named after five answers")
  func stale() async throws {
    let count = Mutex(0)
    let server = try AnsweringServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let challenge = #"WWW-Authenticate: Digest realm="r", nonce="n\#(number)", qop="auth", stale=true"#
      return Answer.text("", status: "401 Unauthorized", headers: [challenge])
    }
    let options = makeOptions { $0.authentication = .init(.digest, user: "u", password: "p") }
    let request = makeRequest(server.url, options: options)
    let exchange = await Client().exchange(for: request)
    let failure = exchange.failure
    #expect(exchange.hops.count == 6 && exchange.response?.status == .unauthorized)
    #expect(failure?.category == .unauthorized)
    #expect(failure?.message == "127.0.0.1:\(server.port) asks for the credentials again after 5 answers")
    #expect(failure?.detail == "it calls the nonce of each answer stale")
    #expect(server.requests.count == 6)
  }

  /// RFC 7616, section 3.9.2.
  @Test("The answer equals the RFC's example with SHA-512-256 and a hidden user name")
  func example() throws {
    let challenge = DigestChallenge(fields: [
      "realm": "api@example.org", "qop": "auth", "algorithm": "SHA-512-256", "userhash": "true",
      "nonce": "5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK",
      "opaque": "HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS",
    ])
    let answer = DigestAnswer(
      challenge: challenge, user: "J\u{e4}s\u{f8}n Doe", password: "Secret, or not?",
      nonce: "NTg6RKcb9boFIAS3KrFK9BGeh+niz/sm")
    let header = try answer.header("GET", "/doe.json", [])
    #expect(header.contains("username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\""))
    #expect(header.contains("response=\"7a4e1192babbba02e91182d2895bfdbf7adafc6e48d4e517ca301974843d840c\""))
  }
}
