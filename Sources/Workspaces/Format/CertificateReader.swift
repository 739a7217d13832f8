import Basics

/// Reads `config.clientCertificates` of a collection, and the equivalent in Bruno's older `bruno.json`.
enum CertificateReader {
  /// - Parameter config: `config` in `opencollection.yml`.
  static func certificates(_ config: YAMLNode?, _ reader: inout NodeReader) -> [CertificateDefinition] {
    reader.maps(config?["clientCertificates"], "clientCertificates").compactMap { entry in
      let type = entry["type"]?.text ?? ""
      guard type == "pem" || type == "pkcs12" else {
        reader.hint(
          entry["type"] ?? entry, "a client certificate is `type: pem` or `type: pkcs12`; this one is not shown")
        return nil
      }
      func text(_ name: String) -> String { reader.text(entry[name], "\(name) of a client certificate") }
      return CertificateDefinition(
        domain: text("domain"),
        content: type == "pem"
          ? .pem(certificate: text("certificateFilePath"), key: text("privateKeyFilePath"))
          : .pkcs12(path: text("pkcs12FilePath")),
        passphrase: text("passphrase"), isEnabled: reader.isEnabled(entry))
    }
  }

  /// `{enabled, certs: [{domain, type: cert | pfx, certFilePath, keyFilePath, pfxFilePath, passphrase}]}`, or just the
  /// list, as in the first version. Anything else is ignored, as in Bruno.
  static func certificates(ofOlder json: JSONValue) -> [CertificateDefinition] {
    let isOn = json["enabled"]?.bool != false
    return (json["certs"]?.array ?? json.array ?? []).compactMap { entry in
      func text(_ name: String) -> String { entry[name]?.string ?? "" }
      let content: CertificateDefinition.Content
      switch entry["type"]?.string ?? "cert" {
      case "cert": content = .pem(certificate: text("certFilePath"), key: text("keyFilePath"))
      case "pfx": content = .pkcs12(path: text("pfxFilePath"))
      default: return nil
      }
      guard !text("domain").isEmpty else { return nil }
      return CertificateDefinition(
        domain: text("domain"), content: content, passphrase: text("passphrase"), isEnabled: isOn)
    }
  }
}
