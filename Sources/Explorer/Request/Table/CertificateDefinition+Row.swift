import Workspaces

extension TableRow {
  init(_ certificate: CertificateDefinition) {
    var (key, tag) = ("", Tag.pkcs12)
    if case .pem(_, let path) = certificate.content { (key, tag) = (path, .pem) }
    self.init(
      [certificate.domain, certificate.path, key, certificate.passphrase], isEnabled: certificate.isEnabled, tag: tag)
  }
}

extension CertificateDefinition {
  init(_ row: TableRow) {
    self.init(
      domain: row[0], content: row.tag == .pkcs12 ? .pkcs12(path: row[1]) : .pem(certificate: row[1], key: row[2]),
      passphrase: row[3], isEnabled: row.isEnabled)
  }
}
