import Networking
import Workspaces

extension SendSession {
  /// Judges a response. If the session records answers, it becomes what the request's later ones are compared with.
  nonisolated func judged(_ exchange: Exchange, of send: SessionSend) -> SessionAnswer {
    let answer = send.answer(exchange) { keptHome(in: send.context) }
    guard outside.recordsSnapshots, let workspace, let file = send.requestFile else { return answer }
    guard let outcome = workspace.snapshot(of: answer, to: send, beside: file) else { return answer }
    // What was recorded is what it is compared with.
    var again = send.answer(exchange) { keptHome(in: send.context) }
    again.snapshot = outcome
    return again
  }
}

extension Workspace {
  /// - Returns: `nil` if the request does not compare its answer with a recorded one.
  fileprivate func snapshot(
    of answer: SessionAnswer, to send: SessionSend, beside file: String
  ) -> SnapshotOutcome? {
    let judged = zip(send.prepared.definition.assertions.filter(\.isEnabled), answer.checks.assertions)
    guard judged.contains(where: { $0.0.ownOperator == .sameAsRecorded }) else { return nil }
    let table = send.context.table(for: send.prepared.definition)
    if let fault = send.prepared.definition.snapshotFault(in: table) { return .refused(fault) }
    // An answer that is wrong already is not what others should be like.
    let failed = judged.first { !$0.1.passed && $0.0.ownOperator != .sameAsRecorded }
    if let failed { return .refused("another test failed: \(failed.1.expression)") }
    return recordSnapshot(of: answer.record.exchange, forRequestAt: file, redaction: answer.sharedRedaction)
  }
}
