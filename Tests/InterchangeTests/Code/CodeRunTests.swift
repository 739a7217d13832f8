import Foundation
import HTTPTypes
import Interchange
import Networking
import TestSupport
import Testing

/// Runs the programs, and compares the received bytes with those that Apus itself sends.
@Suite("Running code", .serialized) struct CodeRunTests {
  @Test func `Every language is run somewhere or known to be untested`() {
    let run = CodeRuntime.all.map(\.language)
    #expect(Set(run).union(CodeRuntime.notRun) == Set(CodeLanguage.all))
    #expect(CodeRuntime.notRun.isDisjoint(with: run))
  }

  @Test(arguments: CodeRuntime.installed)
  func `Two hundred requests arrive as sent by Apus, or the program reports the difference`(
    runtime: CodeRuntime
  ) async throws {
    let server = try WireServer()
    let files = try TemporaryDirectory("sent")
    var source = RandomCodeRequests(seed: 20_261_123, origin: server.origin, folder: files)
    let client = WireClient(server)
    var own: [WireRequest] = []
    var programs: [(text: String, notices: [String])] = []
    for number in 0..<200 {
      let request = try source.request(number)
      own.append(try #require(try await client.send(request).first))
      programs.append(runtime.language.program(for: request, .none))
    }
    let folder = try TemporaryDirectory("code")
    let run = try runtime.run(programs.map(\.text), in: folder)
    let arrived = Dictionary(server.take().map { ($0.values("X-Number").first ?? "", $0) }) { first, _ in first }
    var exact = 0
    for (number, program) in programs.enumerated() {
      guard let code = arrived["\(number)"] else {
        Issue.record("\(runtime): \(number) did not arrive\n\(run.errors.suffix(4000))\n\(program.text)")
        continue
      }
      let differences = CodeComparison(own: own[number], code: code).differences(reportedIn: program.notices)
      #expect(differences.isEmpty, "\(runtime): \(number)\n\(differences.joined(separator: "\n"))\n\(program.text)")
      if program.notices.isEmpty { exact += 1 }
    }
    #expect(!folder.files().contains { $0.hasSuffix("pwned") })
    Notice.show("code in \(runtime): 200 requests arrived, \(exact) of them without anything said to be different")
  }
}

/// The bytes that Apus sent, with those that a program sent.
private struct CodeComparison {
  let own: WireRequest
  let code: WireRequest

  /// The differences that no notice of the program reports, each with both sides.
  func differences(reportedIn notices: [String]) -> [String] {
    func isReported(_ words: String) -> Bool { notices.contains { $0.lowercased().contains(words.lowercased()) } }
    var found: [String] = []
    func compare(_ what: String, _ left: some Equatable, _ right: some Equatable & CustomStringConvertible) {
      if "\(left)" != "\(right)" { found.append("\(what): \(left) | \(right)") }
    }
    let (line, other) = (own.line.split(separator: " "), code.line.split(separator: " "))
    if !isReported("the method") { compare("method", line[0], other[0]) }
    if !isReported("the URL"), !isReported("in a URL") { compare("target", upper(line[1]), upper(other[1])) }
    if !isReported("without a body") { compare("body", Self.shown(own), Self.shown(code)) }
    let known = ["content-length", "user-agent", "connection", "accept-encoding"]
    for name in Set(own.headers.map(WireRequest.name)) where !known.contains(name) && !isReported(name) {
      if name == "accept", own.values(name) == ["*/*"] { continue }
      compare(name, values(own, name), values(code, name))
    }
    if own.values("Content-Type").isEmpty, !isReported("Content-Type") {
      compare("added type", [String](), code.values("Content-Type"))
    }
    return found
  }

  /// `%5b` and `%5B` are equivalent.
  private func upper(_ target: Substring) -> String {
    WireRequest(line: String(target), headers: [], body: []).canonical()
  }

  /// Blanks around a value are not part of it (RFC 9110, section 5.5).
  private func values(_ request: WireRequest, _ name: String) -> [String] {
    let boundary = Self.boundary(request)
    return request.values(name).map { value in
      let text = value.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
      guard let boundary, name == "content-type" else { return text }
      return text.replacingOccurrences(of: boundary, with: "BOUNDARY").replacingOccurrences(of: "\"", with: "")
    }
  }

  private static func boundary(_ request: WireRequest) -> String? {
    guard let type = request.values("Content-Type").first, let range = type.range(of: "boundary=") else { return nil }
    return String(type[range.upperBound...]).replacingOccurrences(of: "\"", with: "")
  }

  /// The body with the boundary replaced, byte for byte.
  private static func shown(_ request: WireRequest) -> String {
    let text = String(decoding: request.body.map(UInt16.init), as: UTF16.self)
    guard let boundary = boundary(request) else { return text.debugDescription }
    return text.replacingOccurrences(of: boundary, with: "BOUNDARY").debugDescription
  }
}
