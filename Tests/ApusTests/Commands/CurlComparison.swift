import Foundation
import TestSupport
import Testing

@testable import apus

/// Runs a command line through curl and through `apus curl`, in the same folder against the same servers.
struct CurlComparison {
  var hosts: [AnsweringServer]
  /// Text files for the folder, in which `URL` stands for the first server.
  var files: [String: String] = [:]
  /// Other files, in bytes.
  var bytes: [String: [UInt8]] = [:]

  /// The results of both programs.
  struct Outcome {
    var real: Program.Result
    var ours: Program.Result
    /// The number of requests that curl sent to each server.
    var counts: [Int]

    var bothFailed: Bool { real.status != 0 && ours.status != 0 }
  }

  /// Expects both to send the same requests and to end alike; `URL` stands for the first server, `OTHER` for the
  /// second.
  @discardableResult
  func check(_ line: String) async throws -> Outcome {
    let folder = try TemporaryDirectory()
    for (name, text) in files { try folder.write(name, filled(text)) }
    for (name, content) in bytes { try folder.write(name, content) }
    let program = Program(in: folder.path)
    // Options before `--next` do not apply after it.
    let line = filled(line).replacing("--next", with: "--next -A apus/\(ProgramVersion.text)")
    let before = hosts.map(\.requests.count)
    let real = try await program.shell("echo input | curl -sS -A apus/\(ProgramVersion.text) \(line)")
    let counts = zip(hosts, before).map { $0.requests.count - $1 }
    let ours = try await program.shell("echo input | apus curl \(line)")
    #expect((real.status == 0) == (ours.status == 0), "\(line)\n\(real.error)\(ours.error)")
    for (index, count) in counts.enumerated() {
      let sent = hosts[index].requests.dropFirst(before[index]).map(Self.canonical)
      #expect(Array(sent.prefix(count)) == Array(sent.dropFirst(count)), "\(line)\n\(ours.error)")
    }
    return Outcome(real: real, ours: ours, counts: counts)
  }

  func filled(_ text: String) -> String {
    let other = hosts.count > 1 ? hosts[1].url : ""
    return text.replacing("URL", with: hosts[0].url).replacing("OTHER", with: other)
  }

  /// Removes values that both generate for each request.
  private static func canonical(_ request: CapturedRequest) -> String {
    var text = WireRequest(head: request.head, body: request.body).canonical()
    for (pattern, word) in [
      (#"(cnonce|response)="[^"]*""#, "$1"), ("NTLM TlRMTVNTUAAD\\S*", "NTLM"),
    ] {
      text = text.replacingOccurrences(of: pattern, with: word, options: .regularExpression)
    }
    return text
  }
}
