import HTTPTypes
import Testing

@testable import HTTPModel
@testable import Networking

@Suite("The transfer's state machine, step by step")
struct TransferMachineTests {
  private func line(_ text: String, _ machine: inout TransferMachine) -> TransferMachine.Output? {
    Array(text.utf8).withUnsafeBytes { machine.line($0) }
  }

  private func send(_ text: String, _ machine: inout TransferMachine) -> TransferMachine.Output? {
    Array(text.utf8).withUnsafeBytes { machine.requestBytes($0) }
  }

  @Test("A head is reported once complete, with every field in order and its raw bytes")
  func head() throws {
    var machine = TransferMachine()
    #expect(send("GET / HTTP/1.1\r\n\r\n", &machine) == nil)
    #expect(line("HTTP/1.1 200 Fine And Dandy\r\n", &machine) == nil)
    #expect(line("X-b: 1\r\n", &machine) == nil)
    #expect(line("x-B:  2 \r\n", &machine) == nil)
    let output = line("\r\n", &machine)
    guard case .head(let head) = output else {
      Issue.record("no head")
      return
    }
    #expect(head.status.code == 200)
    #expect(head.status.reasonPhrase == "Fine And Dandy")
    #expect(head.headers.fields == [Header("X-b", "1"), Header("x-B", "2")])
    #expect(head.raw == Array("HTTP/1.1 200 Fine And Dandy\r\nX-b: 1\r\nx-B:  2 \r\n\r\n".utf8))
    #expect(machine.stage == .content)
  }

  @Test("Informational heads precede the final one and do not end the wait for it")
  func informational() {
    var machine = TransferMachine()
    _ = send("GET / HTTP/1.1\r\n\r\n", &machine)
    _ = line("HTTP/1.1 103 Early Hints\r\n", &machine)
    _ = line("Link: </a>\r\n", &machine)
    guard case .informational(let hint) = line("\r\n", &machine) else {
      Issue.record("no 103")
      return
    }
    #expect(hint.status.code == 103)
    #expect(machine.response == nil)
    _ = line("HTTP/1.1 204 No Content\r\n", &machine)
    guard case .head(let head) = line("\r\n", &machine) else {
      Issue.record("no head")
      return
    }
    #expect(head.status.code == 204)
  }

  @Test("Fields after the content are trailers")
  func trailers() {
    var machine = TransferMachine()
    _ = line("HTTP/1.1 200 OK\r\n", &machine)
    _ = line("\r\n", &machine)
    machine.content(5)
    #expect(line("X-Sum: 1\r\n", &machine) == nil)
    #expect(line("X-Sum: 2\r\n", &machine) == nil)
    #expect(line("\r\n", &machine) == nil)
    #expect(machine.response?.trailers.fields == [Header("X-Sum", "1"), Header("X-Sum", "2")])
    #expect(machine.stage == .trailers)
  }

  @Test("A second request head after a response means that the transport answered a challenge")
  func challenge() {
    var machine = TransferMachine()
    _ = send("GET /a HTTP/1.1\r\n\r\n", &machine)
    _ = line("HTTP/1.1 401 Unauthorized\r\n", &machine)
    _ = line("\r\n", &machine)
    let output = send("GET /a HTTP/1.1\r\nAuthorization: Digest\r\n\r\n", &machine)
    guard case .challenged(let sent, let head) = output else {
      Issue.record("no challenge")
      return
    }
    #expect(sent == Array("GET /a HTTP/1.1\r\n\r\n".utf8))
    #expect(head.status.code == 401)
    #expect(machine.response == nil)
  }

  @Test("A request head in pieces is one head; one resent on a new connection replaces it")
  func pieces() {
    var machine = TransferMachine()
    #expect(send("GET / HTT", &machine) == nil)
    #expect(send("P/1.1\r\n\r\n", &machine) == nil)
    #expect(machine.requestHead == Array("GET / HTTP/1.1\r\n\r\n".utf8))
    #expect(send("GET / HTTP/1.1\r\n\r\n", &machine) == nil)
    #expect(machine.requestHead == Array("GET / HTTP/1.1\r\n\r\n".utf8))
  }

  @Test(
    "A malformed status line fails with the text", arguments: ["HTTP/1.1 20x OK\r\n", "SSH-2.0\r\n", "HTTP/1.1\r\n"])
  func malformed(_ text: String) {
    var machine = TransferMachine()
    guard case .failed(let error) = line(text, &machine) else {
      Issue.record("accepted")
      return
    }
    #expect(error.category == .malformed)
    #expect(error.detail == String(text.dropLast(1)))
  }

  @Test("An endless head is cut off at a limit")
  func endless() {
    var machine = TransferMachine()
    _ = line("HTTP/1.1 200 OK\r\n", &machine)
    let long = "X: " + String(repeating: "a", count: 1 << 20) + "\r\n"
    var outputs: [TransferMachine.Output] = []
    for _ in 0..<5 { if let output = line(long, &machine) { outputs.append(output) } }
    guard case .failed(let error) = outputs.first else {
      Issue.record("accepted")
      return
    }
    #expect(error.category == .malformed)
  }

  @Test("A folded line continues the value; bytes that are not UTF-8 are shown as Latin-1")
  func odd() {
    let bytes = Array("HTTP/1.1 200 OK\r\nA: one\r\n two\r\nB: ".utf8) + [0xe9, 0x0d, 0x0a, 0x0d, 0x0a]
    #expect(HeadParser.fields(ofHead: bytes).fields == [Header("A", "one two"), Header("B", "é")])
  }
}
