import Foundation
import TestSupport
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("Errors in words for people")
struct ErrorTextTests {
  @Test("N55: every category says what failed, where and what to do next", arguments: NetworkError.Category.allCases)
  func categories(_ category: NetworkError.Category) throws {
    let request = makeRequest("http://api.test:81/x")
    let error = NetworkError(category, "It failed", detail: "because of y", request: request)
    let next = try #require(error.recoverySuggestion)
    let text = (error as any Error).localizedDescription
    #expect(text == "It failed: because of y (GET http://api.test:81/x). \(next)")
    #expect(next.hasSuffix(".") || next.hasSuffix("?"))
    #expect(error.failureReason == "because of y")
  }

  @Test("N55: a message that names the host is not followed by the request")
  func host() {
    let error: any Error = NetworkError(
      .connect, "Could not connect to api.test:81", request: makeRequest("http://api.test:81/x"))
    #expect(error.localizedDescription == "Could not connect to api.test:81. Is the server running?")
  }

  @Test("N55: a refused connection tells the address and the next step")
  func refused() async throws {
    let port = try RawServer.refusedPort()
    do {
      _ = try await Client().get("http://127.0.0.1:\(port)/")
      Issue.record("answered")
    } catch {
      let text = (error as any Error).localizedDescription
      #expect(text.hasPrefix("Could not connect to 127.0.0.1:\(port)") && text.hasSuffix(" Is the server running?"))
    }
  }

  @Test("N55: the credentials of the request are masked in the text")
  func masked() throws {
    let request = try Request.with(RequestConfig(url: "http://h.test/?password=hunter-22")) {
      $0.authorize(.bearer("tok-Secret-99"))
    }
    let error = NetworkError(
      .status, "\(request.summary) answered 404", detail: "no entry for tok-Secret-99", request: request)
    let text = (error as any Error).localizedDescription
    #expect(!text.contains("hunter-22") && !text.contains("tok-Secret-99"), "\(text)")
    #expect(text.hasPrefix("GET http://h.test/?password=•••• answered 404: no entry for ••••."), "\(text)")
  }

  @Test("N55: a certificate's fault has its own next step")
  func certificates() {
    let host = NetworkError(
      .tls, "The certificate of h.test \(NetworkError.untrusted)", detail: "subject name does not match")
    #expect(host.recoverySuggestion == "The certificate belongs to another host: is the address right?")
    let wanted = NetworkError(.tls, "h.test \(NetworkError.certificateWanted)")
    #expect(wanted.recoverySuggestion == "Configure a client certificate for this server.")
    let plain = NetworkError(
      .tls, "\(NetworkError.insecure) h.test could be made: \(NetworkError.HandshakeFault.noTLS.rawValue)")
    #expect(plain.recoverySuggestion == "Use http:// for a server without TLS; or is the port wrong?")
  }

  @Test("N23: an invalid request says which part, where and what to do next")
  func requests() {
    func text(_ configure: (inout RequestConfig) throws -> Void) -> String {
      do {
        _ = try Request.with(RequestConfig(host: "h.test"), configure)
        return "built"
      } catch {
        return (error as any Error).localizedDescription
      }
    }
    #expect(text { $0.headers["A"] = "x\ny" } == "Header 1, A: the value contains LF at character 2: remove it.")
    #expect(
      text { $0.host = "http://a b/" }
        == "The host 'a b' contains a space, which a host cannot. Correct the address.")
    #expect(
      text { $0.body = .file("/nowhere/at/all") }
        == "Cannot send file /nowhere/at/all: No such file or directory. Check the path.")
  }

  @Test("N54: a backend's error has the status and the model in its text")
  func backend() throws {
    struct Problem: Decodable, Sendable {
      var message: String
    }
    let response = try makeResponse(#"{"message":"sold out"}"#, status: 409)
    do {
      try response.require(or: Problem.self)
      Issue.record("accepted")
    } catch {
      let text = (error as any Error).localizedDescription
      #expect(text == error.description && text.contains("409") && text.contains("sold out"))
    }
  }
}
