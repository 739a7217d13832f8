package import HTTPModel
package import Workspaces

/// A change to the trusted certificates: in the file of an environment, with consent, or in the user's own list, which
/// no collection can change.
package struct TrustChange: Hashable, Sendable {
  /// Absolute path of the collection.
  package var collection: String
  /// The environment whose file is changed; `nil` for the user's own list.
  package var environment: String?
  package var added: [TransferOptions.TrustedCertificate]
  package var removed: [TransferOptions.TrustedCertificate]
  /// Certificates that the file named without the user's consent. Undoing the change does not allow them either.
  package private(set) var onlyNamed: Set<TransferOptions.TrustedCertificate> = []

  package init(
    collection: String, environment: String?, added: [TransferOptions.TrustedCertificate] = [],
    removed: [TransferOptions.TrustedCertificate] = []
  ) {
    self.collection = collection
    self.environment = environment
    self.added = added
    self.removed = removed
  }

  package var server: String { (added + removed).first?.host ?? "" }

  package var inverse: TrustChange {
    var inverse = self
    (inverse.added, inverse.removed) = (removed, added)
    return inverse
  }

  /// Writes the change. Added certificates replace those trusted for the same server.
  /// - Returns: the change, which `inverse` undoes.
  package func apply(in workspace: Workspace) throws(WorkspaceError) -> TrustChange {
    var done = self
    let root = workspace.collection(of: collection)
    let servers = Set(added.map(\.host))
    func isReplaced(_ old: TransferOptions.TrustedCertificate) -> Bool {
      servers.contains(old.host) && !added.contains(old)
    }
    guard let environment else {
      let old = try workspace.consents.records(of: root).compactMap(\.pin)
      done.removed += old.filter { isReplaced($0) && !removed.contains($0) }
      let gone = Set(done.removed)
      _ = try workspace.consents.revoke(for: root) { record in record.pin.map(gone.contains) ?? false }
      try workspace.consents.allow(added.map { UserValueUse(.pin($0.fingerprint), to: $0.host) }, for: root)
      return done
    }
    _ = try workspace.changeEnvironment(named: environment, of: root) { environment in
      done.removed += environment.trust.certificates.filter { isReplaced($0) && !removed.contains($0) }
      environment.trust.certificates.removeAll(where: done.removed.contains)
      environment.trust.certificates += added.filter { !environment.trust.certificates.contains($0) }
    }
    let allowed = Set(try workspace.consents.records(of: root).compactMap(\.certificate))
    done.onlyNamed.formUnion(Set(done.removed).subtracting(allowed))
    // Consents for removed certificates are revoked, unless another environment has the same certificate.
    let left = workspace.environments(of: root).environments.flatMap(\.environment.trust.certificates)
    let gone = Set(done.removed).subtracting(left)
    _ = try workspace.consents.revoke(for: root) { record in record.certificate.map(gone.contains) ?? false }
    let agreed = added.filter { !onlyNamed.contains($0) }
    try workspace.consents.allow(agreed.map { UserValueUse(.certificate($0.fingerprint), to: $0.host) }, for: root)
    return done
  }
}
