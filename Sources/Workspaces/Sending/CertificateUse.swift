import Networking

/// The client certificate of a collection that a request shows to its server.
public struct CertificateUse: Hashable, Sendable {
  public var definition: CertificateDefinition
  /// The place in the collection's list, from 0.
  public var index: Int
  /// Its domain with the variables in.
  public var domain: String
  /// Where it lies as far as that is known: variables in, relative to the collection.
  public var path: String
}

extension CertificateUse {
  /// Which of a collection's certificates a request to `url` shows: the first that is switched on and meant for its host;
  /// `nil` for none, and where the connection is not secure. A variable without a value is nobody's host.
  public init?(among all: [CertificateDefinition], for url: String, in table: VariableTable) {
    guard all.contains(where: \.isEnabled) else { return nil }
    let target = URLParts(table.resolved(url).text)
    guard target.scheme?.lowercased() == "https" else { return nil }
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
  /// With the variables in, as far as they have values.
  public func resolved(in table: VariableTable) -> CertificateDefinition {
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
  /// Those that the collection has, on or off.
  public var certificates: [CertificateDefinition] { layers.first?.settings.certificates ?? [] }

  /// The client certificate that `definition` shows to its server; one that the command line names goes before it.
  public func certificate(for definition: RequestDefinition) -> CertificateUse? {
    guard !certificates.isEmpty, options.tls?.certificateFile == nil else { return nil }
    return CertificateUse(among: certificates, for: definition.url, in: table(for: definition))
  }

  /// How a refusal names a certificate: `client certificate 2 (api.example.com) of Shop`.
  func place(of certificate: CertificateDefinition, _ index: Int) -> String {
    let domain = certificate.domain.isEmpty ? "" : " (\(certificate.domain))"
    return "client certificate \(index + 1)\(domain) of \(layers.first?.name ?? "the collection")"
  }

  /// The texts of the certificate that the request shows, each with its field.
  func certificateTexts(of definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    guard let use = certificate(for: definition), let root = layers.first else { return [] }
    let place = place(of: use.definition, use.index)
    return use.definition.fields.filter { !$0.value.isEmpty }.map { field in
      (.inherited(from: root.path, header: nil), "\(place), \(field.name)", field.value)
    }
  }
}
