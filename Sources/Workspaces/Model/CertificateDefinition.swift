/// A client certificate of a collection as its file says it: for which hosts, and where it lies. Variables unresolved.
public struct CertificateDefinition: Hashable, Sendable {
  /// How it is kept; paths start from the collection's folder.
  public enum Content: Hashable, Sendable {
    /// Without a key's path the key is in the certificate's file.
    case pem(certificate: String, key: String)
    case pkcs12(path: String)
  }

  /// A host, with or without a port, in which `*` stands for any text.
  public var domain: String
  public var content: Content
  /// What the key is encrypted with; empty for nothing.
  public var passphrase: String
  public var isEnabled: Bool

  public init(domain: String, content: Content, passphrase: String = "", isEnabled: Bool = true) {
    self.domain = domain
    self.content = content
    self.passphrase = passphrase
    self.isEnabled = isEnabled
  }

  /// Where the certificate lies, as written.
  public var path: String {
    switch content {
    case .pem(let certificate, _): certificate
    case .pkcs12(let path): path
    }
  }

  /// Its texts by the format's names for them, in the file's order.
  public var fields: [(name: String, value: String)] {
    let files: [(name: String, value: String)] =
      switch content {
      case .pem(let certificate, let key): [("certificateFilePath", certificate), ("privateKeyFilePath", key)]
      case .pkcs12(let path): [("pkcs12FilePath", path)]
      }
    return [("domain", domain)] + files + [("passphrase", passphrase)]
  }
}
