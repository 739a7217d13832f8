import Networking

/// The client certificate of a collection that a request uses for its server.
package struct CertificateUse: Hashable, Sendable {
  package var definition: CertificateDefinition
  /// The index in the collection's list, from 0.
  package var index: Int
  /// Its domain with variables replaced.
  package var domain: String
  /// Its path as far as known: variables replaced, relative to the collection.
  package var path: String
}

extension CertificateUse {
  /// The certificate that a request to `url` uses: the first enabled one for its host; `nil` if there is none, or
  /// without TLS. A variable without a value matches no host.
  package init?(among all: [CertificateDefinition], for url: String, in table: VariableTable) {
    guard all.contains(where: \.isEnabled) else { return nil }
    let target = URLParts(table.resolved(url).text)
    guard ["https", "wss"].contains(target.scheme?.lowercased()) else { return nil }
    for (index, definition) in all.enumerated() where definition.isEnabled {
      let domain = table.resolved(definition.domain)
      guard domain.unresolved.isEmpty, HostPattern(domain.text).matches(target) else { continue }
      self.init(
        definition: definition, index: index, domain: domain.text,
        path: table.resolved(definition.path).text(masked: "••••"))
      return
    }
    return nil
  }
}

extension CertificateDefinition {
  /// With variables replaced if they have values.
  package func resolved(in table: VariableTable) -> CertificateDefinition {
    func text(_ written: String) -> String { table.resolved(written).text }
    let files: Content =
      switch content {
      case .pem(let certificate, let key): .pem(certificate: text(certificate), key: text(key))
      case .pkcs12(let path): .pkcs12(path: text(path))
      }
    return CertificateDefinition(
      domain: text(domain), content: files, passphrase: text(passphrase), isEnabled: isEnabled)
  }
}

extension SendContext {
  /// All certificates of the collection, enabled or not.
  package var certificates: [CertificateDefinition] { layers.first?.settings.certificates ?? [] }

  /// The client certificate that `definition` uses; one from the command line takes precedence.
  package func certificate(for definition: RequestDefinition) -> CertificateUse? {
    guard !certificates.isEmpty, options.tls?.certificateFile == nil else { return nil }
    return CertificateUse(among: certificates, for: definition.url, in: table(for: definition))
  }

  /// A certificate's name in a refusal: `client certificate 2 (api.example.com) of Shop`.
  func place(of certificate: CertificateDefinition, _ index: Int) -> String {
    let domain = certificate.domain.isEmpty ? "" : " (\(certificate.domain))"
    return "client certificate \(index + 1)\(domain) of \(layers.first?.name ?? "the collection")"
  }

  /// The texts of the certificate that the request uses, each with its field.
  func certificateTexts(of definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    guard let use = certificate(for: definition), let root = layers.first else { return [] }
    let place = place(of: use.definition, use.index)
    return use.definition.fields.filter { !$0.value.isEmpty }.map { field in
      (.inherited(from: root.path, header: nil), "\(place), \(field.name)", field.value)
    }
  }
}
