import Networking

extension EnvironmentTrust {
  /// Applies an edit to the tree of the environment's file; entries that cannot be read stay.
  static func write(_ root: inout YAMLNode, from old: Self, to new: Self) {
    guard old != new else { return }
    root.update("extensions") { extensions in
      extensions.update("apus") { apus in
        apus.update("tls") { tls in
          if old.verifies != new.verifies { tls.put("verify", new.verifies ? nil : .bool(false)) }
          if old.authorities != new.authorities { tls.put("ca", new.authorities.map { .string($0) }) }
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
