/// A client certificate of a collection as written in its file: its hosts and its location. Variables are unresolved.
package struct CertificateDefinition: Hashable, Sendable {
  /// The certificate's format; relative paths start from the collection's folder.
  package enum Content: Hashable, Sendable {
    /// If the key's path is empty, the key is in the certificate's file.
    case pem(certificate: String, key: String)
    case pkcs12(path: String)
  }

  /// A host, with or without a port; `*` matches any text.
  package var domain: String
  package var content: Content
  /// The passphrase of the key; empty if it is not encrypted.
  package var passphrase: String
  package var isEnabled: Bool

  package init(domain: String, content: Content, passphrase: String = "", isEnabled: Bool = true) {
    self.domain = domain
    self.content = content
    self.passphrase = passphrase
    self.isEnabled = isEnabled
  }

  /// The path of the certificate, as written.
  package var path: String {
    switch content {
    case .pem(let certificate, _): certificate
    case .pkcs12(let path): path
    }
  }

  /// Its texts with the format's names, in the order of the file.
  package var fields: [(name: String, value: String)] {
    let files: [(name: String, value: String)] =
      switch content {
      case .pem(let certificate, let key): [("certificateFilePath", certificate), ("privateKeyFilePath", key)]
      case .pkcs12(let path): [("pkcs12FilePath", path)]
      }
    return [("domain", domain)] + files + [("passphrase", passphrase)]
  }
}
