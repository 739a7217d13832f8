extension RowsWriter where Element == CertificateDefinition {
  private static var order: [String] {
    ["domain", "type", "certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "passphrase", "disabled"]
  }

  static var certificates: RowsWriter {
    RowsWriter(
      isRow: { $0["type"]?.text == "pem" || $0["type"]?.text == "pkcs12" },
      name: \.domain,
      make: { certificate in
        var item = YAMLNode.map([("domain", .string(certificate.domain))])
        item.putContent(certificate, order: order)
        if !certificate.isEnabled { item.putEnabled(false, order: order) }
        return item
      },
      change: { item, old, new in
        if old.domain != new.domain { item.put("domain", .string(new.domain), order: order) }
        if old.content != new.content || old.passphrase != new.passphrase { item.putContent(new, order: order) }
        if old.isEnabled != new.isEnabled { item.putEnabled(new.isEnabled, order: order) }
      })
  }
}

extension YAMLNode {
  /// Writes the certificate's format: members of the other format are removed.
  fileprivate mutating func putContent(_ certificate: CertificateDefinition, order: [String]) {
    let isPEM = if case .pem = certificate.content { true } else { false }
    if self["type"]?.text != (isPEM ? "pem" : "pkcs12") {
      put("type", .string(isPEM ? "pem" : "pkcs12"), order: order)
    }
    let fields = Dictionary(certificate.fields.map { ($0.name, $0.value) }) { first, _ in first }
    for name in ["certificateFilePath", "privateKeyFilePath", "pkcs12FilePath", "passphrase"] {
      let value = fields[name]
      // A missing passphrase is not written; missing paths are, as in Bruno.
      if value == nil || name == "passphrase" && value == "" {
        put(name, nil)
      } else if self[name]?.text != value {
        put(name, value.map { .string($0) }, order: order)
      }
    }
  }
}
