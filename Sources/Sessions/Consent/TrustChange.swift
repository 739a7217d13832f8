package import Networking
package import Workspaces

/// Whom the user begins or ceases to trust: written into the file of an environment and allowed there, or into the
/// user's own list, which no folder brings along.
package struct TrustChange: Hashable, Sendable {
  /// Absolute path of the collection.
  package var collection: String
  /// The environment whose file has it; `nil` for the user's own list.
  package var environment: String?
  package var added: [TrustedCertificate]
  package var removed: [TrustedCertificate]
  /// Those that only the file named: the user had not allowed them, and taking the change back does not either.
  package private(set) var onlyNamed: Set<TrustedCertificate> = []

  package init(
    collection: String, environment: String?, added: [TrustedCertificate] = [], removed: [TrustedCertificate] = []
  ) {
    self.collection = collection
    self.environment = environment
    self.added = added
    self.removed = removed
  }

  /// Whose certificates they are.
  package var server: String { (added + removed).first?.host ?? "" }

  package var inverse: TrustChange {
    var inverse = self
    (inverse.added, inverse.removed) = (removed, added)
    return inverse
  }

  /// Writes it. What is added takes the place of what was trusted for its server.
  /// - Returns: what changed, which `inverse` takes back.
  package func apply(in workspace: Workspace) throws(WorkspaceError) -> TrustChange {
    var done = self
    let root = workspace.collection(of: collection)
    let servers = Set(added.map(\.host))
    func isReplaced(_ old: TrustedCertificate) -> Bool { servers.contains(old.host) && !added.contains(old) }
    guard let environment else {
      let old = try workspace.consents.records(of: root).compactMap(\.pin)
      done.removed += old.filter { isReplaced($0) && !removed.contains($0) }
      let gone = Set(done.removed)
      _ = try workspace.consents.revoke(for: root) { record in record.pin.map(gone.contains) ?? false }
      try workspace.consents.allow(added.map { OutsideUse(.pin($0.fingerprint), to: $0.host) }, for: root)
      return done
    }
    _ = try workspace.changeEnvironment(named: environment, of: root) { environment in
      done.removed += environment.trust.certificates.filter { isReplaced($0) && !removed.contains($0) }
      environment.trust.certificates.removeAll(where: done.removed.contains)
      environment.trust.certificates += added.filter { !environment.trust.certificates.contains($0) }
    }
    let allowed = Set(try workspace.consents.records(of: root).compactMap(\.certificate))
    done.onlyNamed.formUnion(Set(done.removed).subtracting(allowed))
    // The consents of what is gone go with it, unless another environment has the same.
    let left = workspace.environments(of: root).environments.flatMap(\.environment.trust.certificates)
    let gone = Set(done.removed).subtracting(left)
    _ = try workspace.consents.revoke(for: root) { record in record.certificate.map(gone.contains) ?? false }
    let agreed = added.filter { !onlyNamed.contains($0) }
    try workspace.consents.allow(agreed.map { OutsideUse(.certificate($0.fingerprint), to: $0.host) }, for: root)
    return done
  }
}
