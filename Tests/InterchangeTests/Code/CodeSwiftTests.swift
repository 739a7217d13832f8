import Foundation
import HTTPTypes
import Interchange
import Networking
import TestSupport
import Testing

/// The programs for Apus's own library are in this file, and so are compiled.
@Suite("Code in Swift with Networking") struct CodeSwiftTests {
  /// Collects the output of the programs, in place of standard output.
  private func print(_ text: some CustomStringConvertible) {}

  private func text() throws -> (request: Request, send: @Sendable () async throws -> Void) {
    let request = try Request.with(RequestConfig(url: "http://h.test/a/../b?q=[1]", encoding: .verbatim)) {
      try $0.setMethod("wHat")
      $0.headers.append("X-A", "é \"1\" \\(x)")
      $0.headers.append("X-A", "2")
      $0.headers.append("Content-Type", "application/json")
      $0.body = .text(
        [
          "{\n",
          "  \"a\": \"#{x} ${x} \\\\\"\r\n",
          "}",
        ].joined(), contentType: nil)
      $0.options.totalTimeout = .milliseconds(1500)
      $0.options.redirects = .init(follows: false)
      $0.options.tls = .init(verifies: false)
      $0.options.proxy = ""
    }
    return (
      request,
      {
        let response = try await Client().response(for: request)
        print(response.status)
        print(response.text())
      }
    )
  }

  // The exported program unwraps the bytes that it was given.
  // swift-format-ignore: NeverForceUnwrap
  private func bytes() throws -> Request {
    let request = try Request.with(RequestConfig(url: "http://h.test/", encoding: .verbatim)) {
      try $0.setMethod("PUT")
      $0.body = .bytes(Array(Data(base64Encoded: "AP8=")!))
    }
    return request
  }

  // The exported program unwraps the bytes that it was given.
  // swift-format-ignore: NeverForceUnwrap
  private func form() throws -> Request {
    let request = try Request.with(RequestConfig(url: "http://h.test/", encoding: .verbatim)) {
      try $0.setMethod("POST")
      var form = Multipart()
      form.append("a", .text("b"))
      form.append("f", .data(Array(Data(base64Encoded: "AP8=")!)), fileName: "f.png", contentType: "image/png")
      $0.body = .multipart(form)
    }
    return request
  }

  @Test func `Each program is in this file line by line, and makes its original request`() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let known = Set(source.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    for (request, isForm) in [(try text().request, false), (try bytes(), false), (try form(), true)] {
      let program = CodeLanguage.swiftNetworking.program(for: request, .none)
      #expect(program.notices.isEmpty)
      for line in program.text.components(separatedBy: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
        #expect(known.contains(line), "\(line)")
      }
      if isForm { #expect(request.parts?.parts.count == 2) }
    }
    #expect(try text().request.headers.count == 3 && bytes().body == .bytes([0, 255]))
  }
}
