import HTTPModel

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

  func certificateTexts(of definition: RequestDefinition) -> [(SendRefusal.Field, String, String)] {
    guard let use = certificate(for: definition), let root = layers.first else { return [] }
    let place = place(of: use.definition, use.index)
    return use.definition.fields.filter { !$0.value.isEmpty }.map { field in
      (.inherited(from: root.path, header: nil), "\(place), \(field.name)", field.value)
    }
  }
}

extension RequestBuilder {
  /// Adds the collection's client certificates, each for its hosts. If the one for the request's own server is faulty,
  /// the send is refused; the others are needed only if a redirect leads to their hosts.
  mutating func addCertificates(to config: inout RequestConfig) throws(SendRefusal) {
    let all = context.certificates
    guard all.contains(where: \.isEnabled), context.options.tls?.certificateFile == nil else { return }
    let own = context.certificate(for: definition)?.index
    var found: [TransferOptions.ClientCertificate] = []
    for (index, certificate) in all.enumerated() where certificate.isEnabled {
      let place = context.place(of: certificate, index)
      let reader = CertificateResolver(certificate: certificate, place: place, context: context)
      if index == own {
        found.append(try reader.resolved(&self))
      } else {
        let before = outside.count
        // Consent for a certificate that only a redirect would use is checked by a request to its own host.
        defer { outside.removeSubrange(before...) }
        do throws(SendRefusal) {
          let made = try reader.resolved(&self)
          try checkConsent(Array(outside[before...]))
          found.append(made)
        } catch {
          if let failed = reader.failed(error, table) {
            found.append(failed)
          } else {
            notices.append("\(error); it is not used")
          }
        }
      }
    }
    if !found.isEmpty { config.options.clientCertificates = found }
  }
}

/// Resolves one client certificate of a collection.
private struct CertificateResolver {
  let certificate: CertificateDefinition
  let place: String
  let context: SendContext

  func resolved(_ builder: inout RequestBuilder) throws(SendRefusal) -> TransferOptions.ClientCertificate {
    let domain = try text("domain", certificate.domain, &builder)
    let format: TransferOptions.ClientCertificate.Format
    var key: String?
    let file: String
    switch certificate.content {
    case .pem(let path, let keyPath):
      format = .pem
      file = try self.path("certificateFilePath", path, &builder)
      if !keyPath.isEmpty { key = try self.path("privateKeyFilePath", keyPath, &builder) }
    case .pkcs12(let path):
      format = .pkcs12
      file = try self.path("pkcs12FilePath", path, &builder)
    }
    let password = try text("passphrase", certificate.passphrase, &builder)
    builder.secrets.insert(password)
    return TransferOptions.ClientCertificate(
      hosts: HostPattern(domain), file: file, format: format, keyFile: key,
      password: password.isEmpty ? nil : password, fault: nil)
  }

  /// A placeholder for a certificate that cannot be used; `nil` if not even its host is known.
  func failed(_ refusal: SendRefusal, _ table: VariableTable) -> TransferOptions.ClientCertificate? {
    let domain = table.resolved(certificate.domain)
    guard domain.unresolved.isEmpty else { return nil }
    return TransferOptions.ClientCertificate(
      hosts: HostPattern(domain.text), file: certificate.path, fault: refusal.description)
  }

  private func text(_ name: String, _ text: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String {
    let value = try builder.resolve(text, field, "\(place), \(name)", to: aim)
    if value.utf8.contains(0) { throw SendRefusal(field, .invalid("it contains NUL; remove it"), "\(place), \(name)") }
    return value
  }

  /// The absolute path of a readable file; relative paths start from the collection.
  private func path(_ name: String, _ text: String, _ builder: inout RequestBuilder) throws(SendRefusal) -> String {
    let written = try self.text(name, text, &builder)
    guard !written.isEmpty else { throw SendRefusal(field, .invalid("empty; name the file"), "\(place), \(name)") }
    let full = FilePaths.join(context.folder, String(written.hasPrefix("./") ? written.dropFirst(2) : written[...]))
    let path = builder.checkedFile(full, written: text, to: aim, field, place) ?? full
    do throws(FileError) { try Disk.checkReadable(path) } catch {
      let next = "correct \(name) under config.clientCertificates, or put the file there"
      throw SendRefusal(field, .unreadableFile(path: path, reason: "\(error.message); \(next)"), place)
    }
    return path
  }

  private var aim: Receivers.Destination { .certificate(domain: certificate.domain) }

  private var field: SendRefusal.Field { .inherited(from: context.layers.first?.path ?? "", header: nil) }
}
