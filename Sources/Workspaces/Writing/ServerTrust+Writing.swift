import Networking

extension ServerTrust {
  /// Applies an edit to the tree of a file; entries that cannot be read stay.
  /// - Parameter order: of the keys at the top of the file.
  static func write(_ root: inout YAMLNode, from old: Self, to new: Self, order: [String] = []) {
    guard old != new else { return }
    root.update("extensions", order: order) { extensions in
      extensions.update("apus") { apus in
        apus.update("tls") { tls in
          if old.verifies != new.verifies { tls.put("verify", new.verifies.map { .bool($0) }) }
          if old.authorities != new.authorities { tls.put("ca", new.authorities.map { .string($0) }) }
          if old.revocations != new.revocations { tls.put("crl", new.revocations.map { .string($0) }) }
          guard old.certificates != new.certificates else { return }
          var items = tls["trust"]?.items ?? []
          items.removeAll { item in
            let written = item.text.flatMap { TrustedCertificate($0) }
            return written.map { old.certificates.contains($0) && !new.certificates.contains($0) } ?? false
          }
          items += new.certificates.filter { !old.certificates.contains($0) }.map { .string($0.text) }
          tls.put("trust", items.isEmpty ? nil : .list(items))
        }
      }
    }
  }
}
