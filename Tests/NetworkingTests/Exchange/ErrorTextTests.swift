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
      #expect(text == "Could not connect to 127.0.0.1:\(port) (connection refused). Is the server running?")
    }
  }

  @Test("N55: a text that begins with a URL or an address keeps its spelling")
  func spelling() {
    for start in ["http://h.test/a", "h.test", "localhost:80"] {
      #expect(NetworkError(.malformed, "\(start) answered").errorDescription?.hasPrefix("\(start) answered. ") == true)
    }
    #expect(NetworkError(.decoding, "cannot decode").errorDescription?.hasPrefix("Cannot decode. ") == true)
  }

  @Test("N55: the next step fits the failure")
  func advice() async throws {
    struct Unplugged: LocalizedError { var errorDescription: String? { "the sensor is unplugged" } }
    let server = try AnsweringServer { _ in Answer.redirect(302, to: "/again") }
    let silent = try RawServer { _ = $0.readRequest() }
    defer { silent.stop() }
    func failure(_ request: Request, _ transport: (any Transport)? = nil) async -> NetworkError? {
      let client = transport.map { Client(transport: $0) } ?? Client()
      return await client.exchange(for: request).failure
    }
    func sent(_ body: Request.Body) -> Request { makeRequest(server.url, .put, body: body) }
    let loop = await failure(makeRequest(server.url + "/again"))
    #expect(loop?.recoverySuggestion?.hasPrefix("The server must end them") == true)
    let file = await failure(sent(.file(path: "/nowhere/at/all", size: 5)))
    #expect(file?.recoverySuggestion == "Is the file there, and may it be read?")
    let stream = await failure(sent(.stream(BodyStream { throw Unplugged() })))
    #expect(stream?.detail == "the sensor is unplugged" && stream?.underlying is Unplugged)
    #expect(stream?.recoverySuggestion == "Correct the stream, or what it reads.")
    let unmatched = await failure(makeRequest("http://h.test/"), StubTransport())
    #expect(unmatched?.recoverySuggestion == "Add a stub for this request.")
    let empty = await failure(makeRequest(silent.url))
    #expect(empty?.recoverySuggestion?.hasPrefix("Does the server speak TLS at this port") == true)
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

  @Test("N55: credentials in a URL are masked however an error is printed", arguments: [true, false])
  func printed(_ namesRequest: Bool) {
    let url = "http://ada:hunter-22@h.test/a?key=1234&token=tok-99&page=2"
    let request = makeRequest(url, headers: [.authorization: "Bearer abc-secret"])
    let error = NetworkError(
      .url, "The URL \(url) cannot be used", detail: "see '\(url)'.", request: namesRequest ? request : nil)
    let shown = "http://ada:••••@h.test/a?key=••••&token=••••&page=2"
    #expect(error.description == "The URL \(shown) cannot be used: see '\(shown)'.")
    #expect(error.message == "The URL \(shown) cannot be used" && error.failureReason == "see '\(shown)'.")
    let faults: [any Error] = [
      error, RequestError.missingPathParameter("id", path: "/a/:id?token=tok-99"), RequestError.url(url, .noHost),
      RequestError.configuration("\(url) is wrong"), RequestError.template("\(url){", position: 9, reason: "open"),
    ]
    for fault in faults {
      var dumped = ""
      dump(fault, to: &dumped)
      for text in ["\(fault)", String(reflecting: fault), String(describing: fault), dumped] {
        #expect(!text.contains("hunter-22") && !text.contains("tok-99") && !text.contains("=1234"), "\(text)")
        #expect(text.contains("••••"), "\(text)")
      }
    }
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
