import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

/// In a realm created for the test: a key centre, a web server with a key, and a user with a ticket.
@Suite("Negotiate against a Kerberos realm")
struct NegotiateTests {
  @Test("N44: a ticket passes Negotiate, even with a body; without one the response is the server's 401")
  func ticket() async throws {
    guard CurlTransport().capabilities.has(.negotiate) else { try Test.cancel("this libcurl has no negotiate") }
    let folder = try TemporaryDirectory("realm")
    let server = try await PythonPeer.makeRealm(in: folder.path)
    // Kerberos is configured through the environment, which is shared by the whole process.
    let (path, url) = (folder.path, "http://localhost:\(server.port)/")
    await #expect(processExitsWith: .success) { [path = path as String, url = url as String] in
      let options = makeOptions { $0.authentication = .init(.negotiate, user: "", password: "") }
      setenv("KRB5_CONFIG", path + "/krb5.conf", 1)
      setenv("KRB5CCNAME", "FILE:" + path + "/none", 1)
      let ticketless = CurlTransport()
      #expect(await ticketless.received(makeRequest(url, options: options)).head?.status == .unauthorized)
      setenv("KRB5CCNAME", "FILE:" + path + "/cache", 1)
      let transport = CurlTransport()
      let plain = await transport.received(makeRequest(url))
      #expect(plain.head?.status == .unauthorized)
      for body in [Request.Body.none, .bytes(Array("a body".utf8))] {
        let received = await transport.received(makeRequest(url, body: body, options: options))
        #expect(
          received.head?.status == .ok && received.bodyText == "me@APUS.TEST", "\(String(describing: received.failure))"
        )
        #expect(received.result.hop.request.headers["Authorization"]?.hasPrefix("Negotiate ") == true)
      }
      // The Kerberos library aborts if its connections are released while the process ends and unloads it.
      for kept in [ticketless, transport] { _ = Unmanaged.passRetained(kept) }
    }
  }
}
