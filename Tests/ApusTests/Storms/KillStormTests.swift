import Foundation
import TestSupport
import Testing

@Suite("Kill storms lose no acknowledged write", .serialized) struct KillStormTests {
  /// 12 unless `APUS_STORMS` sets another number.
  private static let rounds = ProcessInfo.processInfo.environment["APUS_STORMS"].flatMap { Int($0) } ?? 12

  @Test("Acknowledged commands, saves, drafts and preferences survive any kill")
  func storms() async throws {
    let server = try AnsweringServer { _ in Answer.text("done") }
    var (written, lost) = ([Storm.Kind: Int](), [Storm.Kind: Int]())
    for round in 0..<Self.rounds {
      let storm = try Storm(round, url: server.url)
      try await storm.rage()
      for write in storm.acknowledged { written[write.kind, default: 0] += 1 }
      for write in try await storm.lost() {
        lost[write.kind, default: 0] += 1
        Issue.record("round \(round): \(write.kind) \(write.text) was acknowledged and is lost")
      }
    }
    let count = { (all: [Storm.Kind: Int]) in all.values.reduce(0, +) }
    let kinds = Storm.Kind.allCases.map { "\($0) \(written[$0] ?? 0)" }.joined(separator: ", ")
    print("storms: \(Self.rounds) rounds, \(count(written)) writes acknowledged (\(kinds)), \(count(lost)) lost")
    // Each kind of write must have been acknowledged at least once.
    for kind in Storm.Kind.allCases { #expect(written[kind] ?? 0 > 0, "no \(kind) was acknowledged") }
  }
}
