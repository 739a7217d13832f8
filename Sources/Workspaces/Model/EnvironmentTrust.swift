package import Networking

/// Which servers the requests of an environment believe (`extensions.apus.tls` of its file). It holds only as far as the
/// user allows it: a file could otherwise bring its own.
package struct EnvironmentTrust: Hashable, Sendable {
  /// Whether certificates are verified at all.
  package var verifies: Bool
  /// Certificates of servers that no authority vouches for.
  package var certificates: [TrustedCertificate]
  /// A PEM file of authorities that take the place of the system's, as it is written; from the collection's folder.
  package var authorities: String?

  package init(verifies: Bool = true, certificates: [TrustedCertificate] = [], authorities: String? = nil) {
    self.verifies = verifies
    self.certificates = certificates
    self.authorities = authorities
  }

  /// This trust with what changed between the other two; what both have stays as it is here.
  package func merging(from old: Self, to new: Self) -> Self {
    var merged = self
    if old.verifies != new.verifies { merged.verifies = new.verifies }
    if old.authorities != new.authorities { merged.authorities = new.authorities }
    merged.certificates.removeAll { old.certificates.contains($0) && !new.certificates.contains($0) }
    merged.certificates += new.certificates.filter { !old.certificates.contains($0) && !certificates.contains($0) }
    return merged
  }
}
