import Networking
import Sessions
import Terminal
import Workspaces

/// Trusting the certificate of a server that no authority vouches for: it is looked at, asked about, written, and the
/// request is sent again.
extension AppState {
  mutating func inspectCertificate(at url: String, for key: RequestKey) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    let looking = say(.information, "Looking at the certificate…")
    return looking + [.transfer(.inspectCertificate(key, session.draft, terms(of: session), url: url))]
  }

  /// Asks with everything that the user needs to judge the certificate.
  mutating func certificatePresented(_ offer: CertificateOffer, for key: RequestKey) -> [Effect] {
    guard let session = sessions[key] else { return [] }
    let server = offer.trusted.host
    let hasFile = environment.current != nil && !session.isOlder && session.collection != nil
    let change = TrustChange(
      collection: session.collection ?? workspace.path, environment: hasFile ? environment.chosen : nil,
      added: [offer.trusted])
    guard environment.current?.trust.certificates.contains(offer.trusted) != true || !hasFile else {
      return say(.information, "This certificate is trusted for \(server) already: \(key: "send") sends the request")
    }
    var question = Question(
      "Certificate of \(server)", "Trust this certificate for \(server)?",
      [.init("y", "trust it and send again", .response(.trustConfirmed(key, change))), .init("n", "no", nil)])
    question.details = ["Kept in", "  \(place(of: change))"]
    let replaced = hasFile ? environment.current?.trust.certificates.filter { $0.host == server } ?? [] : []
    if !replaced.isEmpty {
      question.details += ["", "Replaces"] + replaced.map { "  \($0.fingerprint)" }
    }
    question.details += [""] + offer.lines
    return showUnasked(.question(question), orSay: "The certificate of \(server) could not be shown: try again")
  }

  private func place(of change: TrustChange) -> String {
    func short(_ name: String) -> String { Truncation.end.applied(to: name, columns: 60) }
    let name = workspace.collections.first { $0.path == change.collection }?.name ?? workspace.name
    guard let environment = change.environment else {
      return "your own list, for \(short(name)): apus allow --list shows it"
    }
    return "the file of environment \(short(environment)) in \(short(name)), for everyone who has it and allows it"
  }

  mutating func trust(_ change: TrustChange, isStep: Bool, thenSend key: RequestKey?) -> [Effect] {
    environment.pending += 1
    return [.environment(.trust(change, isStep: isStep, sends: key))]
  }

  /// It is written: `u` takes it back.
  mutating func trusted(_ change: TrustChange, isStep: Bool, sends key: RequestKey?) -> [Effect] {
    if isStep { apply(UndoFeature.Action.recorded(.trust(change))) }
    guard let key, key == current, !isOccupied, !isSending else { return [] }
    return send(.requested, of: key)
  }
}
