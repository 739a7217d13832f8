import Networking

/// A use that was found while a request was built.
struct FoundUse {
  var source: OutsideSource
  var aim: Receivers.Aim
  var field: SendRefusal.Field
  var place: String
  /// The path as written, if it contains a secret.
  var shown: String?
  /// Whether nothing of it is sent.
  var isRead = false
}

extension RequestBuilder {
  /// Refuses what the user has not allowed, all of it at once.
  func checkConsent(_ found: [FoundUse]) throws(SendRefusal) {
    guard let first = found.first, let consent = context.consent else { return }
    // What the user named in this very command goes to the server that the command is for.
    let asked = found.filter { !($0.aim == .server && consent.named.contains($0.source)) }
    let uses = uses(asked)
    if let use = uses.first(where: { $0.receiver.contains(Receivers.nowhere) }) {
      let field = asked.first { $0.source == use.source && $0.place == use.place }?.field ?? first.field
      throw SendRefusal(
        field, .invalid("the URL that it would go to names no host; write http://HOST or https://HOST"), use.place)
    }
    for use in uses {
      guard let refusal = consent.refusal(of: use) else { continue }
      let field = asked.first { $0.source == use.source && $0.place == use.place }?.field ?? first.field
      throw SendRefusal(field, .invalid(refusal), use.place)
    }
    let missing: [OutsideUse]
    do throws(WorkspaceError) { missing = try consent.unallowed(uses) } catch {
      throw SendRefusal(first.field, .invalid(error.description), first.place)
    }
    guard let use = missing.first else { return }
    let field = asked.first { $0.source == use.source && $0.place == use.place }?.field ?? first.field
    throw SendRefusal(field, .notAllowed(missing), use.place)
  }

  /// With who would get each.
  func uses(_ found: [FoundUse]) -> [OutsideUse] {
    guard !found.isEmpty else { return [] }
    let receivers = Receivers(self)
    return found.map {
      // Who allowed that it is read did not allow that it is sent there.
      let receiver = ($0.isRead ? "calls of " : "") + receivers.words(for: $0.aim)
      return OutsideUse($0.source, to: receiver, place: $0.place, shown: $0.shown, isRead: $0.isRead)
    }
  }
}

extension SendContext {
  /// The same for the client certificates and the proxy alone, for a request that is sent as it was.
  package func checkConsentOfTheWay(of definition: RequestDefinition) throws(SendRefusal) {
    var builder = RequestBuilder(definition, self, .live, Logins())
    var config = RequestConfig(url: definition.url)
    // Other faults in them are reported when they are used.
    try? builder.addCertificates(to: &config)
    try? builder.addProxy(to: &config)
    try builder.checkConsent(builder.outside)
  }
}

extension Workspace {
  /// The store of the user's consents.
  package var consents: ConsentStore { ConsentStore(self) }

  /// Everything of the user's that a request would use, as far as it is known before sending: if the receiver depends
  /// on another answer, consent is checked during the send.
  package func outsideUses(
    of definition: RequestDefinition, in context: SendContext, dynamic: DynamicValues = .live
  ) throws(SendRefusal) -> [OutsideUse] {
    let found = try foreseen(definition, context, dynamic)
    var seen: Set<OutsideUse> = []
    return found.uses(found.outside + found.trust).filter {
      !$0.receiver.contains(Receivers.unknown) && !$0.receiver.contains(Receivers.nowhere) && seen.insert($0).inserted
    }
  }

  /// Refuses before a command runs or another request is sent for its answer.
  package func checkConsent(
    of definition: RequestDefinition, in context: SendContext, dynamic: DynamicValues
  ) throws(SendRefusal) {
    guard context.consent != nil else { return }
    let found = try foreseen(definition, context, dynamic)
    let receivers = Receivers(found)
    let known = (found.outside + found.trust).filter { !receivers.words(for: $0.aim).contains(Receivers.unknown) }
    try found.checkConsent(known)
  }

  private func foreseen(
    _ definition: RequestDefinition, _ context: SendContext, _ dynamic: DynamicValues
  ) throws(SendRefusal) -> RequestBuilder {
    var trial = context
    for (_, command) in try secretCommands(for: definition, in: context) {
      trial.setSecret(command.name, Receivers.unknown, from: command)
    }
    for (reference, _, _) in trial.references(of: definition) {
      let origin = VariableTable.Origin.response(reference.requestID)
      trial.variables.entries.append(VariableTable.Entry(reference.name, Receivers.unknown, origin: origin))
    }
    var builder = RequestBuilder(definition, trial, dynamic, Logins())
    // Other faults are reported when the request is built; the uses found before them still need consent.
    _ = try? builder.config()
    return builder
  }
}
