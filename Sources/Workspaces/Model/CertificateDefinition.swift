/// A client certificate of a collection as written in its file: its hosts and its location. Variables are unresolved.
public struct CertificateDefinition: Hashable, Sendable {
  /// The certificate's format; relative paths start from the collection's folder.
  public enum Content: Hashable, Sendable {
    /// If the key's path is empty, the key is in the certificate's file.
    case pem(certificate: String, key: String)
    case pkcs12(path: String)
  }

  /// A host, with or without a port; `*` matches any text.
  public var domain: String
  public var content: Content
  /// The passphrase of the key; empty if it is not encrypted.
  public var passphrase: String
  public var isEnabled: Bool

  public init(domain: String, content: Content, passphrase: String = "", isEnabled: Bool = true) {
    self.domain = domain
    self.content = content
    self.passphrase = passphrase
    self.isEnabled = isEnabled
  }

  /// The path of the certificate, as written.
  public var path: String {
    switch content {
    case .pem(let certificate, _): certificate
    case .pkcs12(let path): path
    }
  }

  /// Its texts with the format's names, in the order of the file.
  public var fields: [(name: String, value: String)] {
    let files: [(name: String, value: String)] =
      switch content {
      case .pem(let certificate, let key): [("certificateFilePath", certificate), ("privateKeyFilePath", key)]
      case .pkcs12(let path): [("pkcs12FilePath", path)]
      }
    return [("domain", domain)] + files + [("passphrase", passphrase)]
  }
}
