package import Networking

/// Which servers the requests of an environment believe (`extensions.apus.tls` of its file). It holds only as far as the
/// user allows it: a file could otherwise bring its own.
package struct EnvironmentTrust: Hashable, Sendable {
  /// Whether certificates are verified at all.
  package var verifies: Bool
  /// Certificates of servers that no authority vouches for.
  package var certificates: [TrustedCertificate]

  package init(verifies: Bool = true, certificates: [TrustedCertificate] = []) {
    self.verifies = verifies
    self.certificates = certificates
  }

  /// This trust with what changed between the other two; what both have stays as it is here.
  package func merging(from old: Self, to new: Self) -> Self {
    var merged = self
    if old.verifies != new.verifies { merged.verifies = new.verifies }
    merged.certificates.removeAll { old.certificates.contains($0) && !new.certificates.contains($0) }
    merged.certificates += new.certificates.filter { !old.certificates.contains($0) && !certificates.contains($0) }
    return merged
  }
}
