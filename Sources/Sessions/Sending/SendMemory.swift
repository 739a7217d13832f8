import Networking
import Synchronization
import Workspaces

/// What a plan resolves to, if all its sends resolve it alike: a run prepares such a request once, not in each iteration.
///
/// Nothing is kept of a request that is another one at each send: one with a value that is made anew (`{{$uuid}}`), an
/// answer, a signature or a token; nor of one whose files or consents may change meanwhile.
// A class because all copies of a plan share it.
package final class SendMemory: Sendable {
  private struct Kept {
    let runtime: RuntimeVariables
    let send: SessionSend
  }

  private let kept = Mutex<Kept?>(nil)
  private let hasSent = Atomic(false)

  package init() {}

  /// What the plan resolved to when the session's variables were the same.
  func send(with runtime: RuntimeVariables, _ logins: Logins) -> SessionSend? {
    guard let kept = kept.withLock({ $0 }), kept.runtime == runtime else { return nil }
    var send = kept.send
    send.logins = logins
    return send
  }

  /// Prepares with `make`, and keeps the result if a send has come before: most plans are sent once.
  func made(
    from plan: SendPlan, with runtime: RuntimeVariables, _ dynamic: DynamicValues,
    by make: (DynamicValues) throws(SendFault) -> SessionSend
  ) throws(SendFault) -> SessionSend {
    guard hasSent.exchange(true, ordering: .relaxed) else { return try make(dynamic) }
    let use = DynamicUse()
    let send = try make(dynamic.telling { use.note() })
    if !use.isNoted, send.isAlways(from: plan) { kept.withLock { $0 = Kept(runtime: runtime, send: send) } }
    return send
  }
}

/// Whether a value was made anew.
private final class DynamicUse: Sendable {
  private let noted = Atomic(false)

  var isNoted: Bool { noted.load(ordering: .relaxed) }

  func note() { noted.store(true, ordering: .relaxed) }
}

extension SessionSend {
  /// Whether the plan always resolves to it, as far as no value was made anew for it.
  fileprivate func isAlways(from plan: SendPlan) -> Bool {
    guard plan.changes.isEmpty, prepared.outside.isEmpty, prepared.request.modifiers.steps.isEmpty else { return false }
    // A file may be another one next time; a body of parts has a boundary of its own.
    switch prepared.request.body {
    case .none, .bytes: if prepared.request.parts != nil { return false }
    case .file, .sequence, .stream: return false
    }
    if case .computed = context.authentication(of: plan.definition).0.carriage { return false }
    // Certificates and authorities are files, too.
    return context.certificates.isEmpty && !context.trustsMore(for: plan.definition)
  }
}
