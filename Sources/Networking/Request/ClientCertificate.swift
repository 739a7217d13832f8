/// A client certificate for TLS (RFC 8446, section 4.4.2), and the hosts that it is shown to.
public struct ClientCertificate: Hashable, Sendable {
  /// How the file is written.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Base64 between `-----BEGIN` lines (RFC 7468).
    case pem
    /// The bytes of one certificate (X.690).
    case der
    /// Certificate and key in one file (RFC 7292): `.p12`, `.pfx`.
    case pkcs12
  }

  /// Who sees it.
  public var hosts: HostPattern
  /// Path of the certificate.
  public var file: String
  /// `nil` decides by the extension of the file's name.
  public var format: Format?
  /// Path of the private key; `nil` where it is in the certificate's file.
  public var keyFile: String?
  /// The passphrase of the private key; `nil` where it is not encrypted.
  public var password: String?
  /// Why the certificate cannot be used, if that is known beforehand: a hop to one of its hosts fails with this
  /// message.
  public var fault: String?

  /// A certificate from files; they are read when a connection is made.
  public init(
    hosts: HostPattern, file: String, format: Format? = nil, keyFile: String? = nil, password: String? = nil,
    fault: String? = nil
  ) {
    self.hosts = hosts
    self.file = file
    self.format = format
    self.keyFile = keyFile
    self.password = password
    self.fault = fault
  }
}

extension ClientCertificate {
  /// `FILE:PASSWORD` as curl's `--cert` takes it: a backslash keeps a colon or a backslash of the name.
  package static func fileAndPassword(_ value: String) -> (file: String, password: String?) {
    var file = ""
    var scalars = value.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if scalar == ":" { return (file, String(scalars)) }
      if scalar == "\\", let next = scalars.first, next == ":" || next == "\\" {
        file.unicodeScalars.append(next)
        scalars.removeFirst()
      } else {
        file.unicodeScalars.append(scalar)
      }
    }
    return (file, nil)
  }
}

extension ClientCertificate.Format {
  /// By the ending of a file's name; what says nothing is PEM.
  init(ofFile path: String) {
    let name = path.asciiLowercased
    self = name.hasSuffix(".p12") || name.hasSuffix(".pfx") ? .pkcs12 : name.hasSuffix(".der") ? .der : .pem
  }

  /// curl's word for it (`--cert-type`).
  package var word: String {
    switch self {
    case .pem: "PEM"
    case .der: "DER"
    case .pkcs12: "P12"
    }
  }

  /// By curl's word, in any case.
  package init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word.equalsIgnoringCase(word) }) else { return nil }
    self = found
  }
}

extension TransferOptions.TLSOptions {
  /// How the certificate is written, as said or by its name; `nil` where there is none.
  var formatOfCertificate: ClientCertificate.Format? {
    certificateFile.map { certificateFormat ?? ClientCertificate.Format(ofFile: $0) }
  }
}

extension TransferOptions {
  /// The certificate among `clientCertificates` that a hop to `url` shows: the first that is meant for its host. Only
  /// over TLS; one that `tls` names goes before all of them.
  package func clientCertificate(for url: URLParts) -> ClientCertificate? {
    guard let clientCertificates, tls?.certificateFile == nil, url.scheme?.asciiLowercased == "https" else {
      return nil
    }
    return clientCertificates.first { $0.hosts.matches(url) }
  }

  /// The options of one hop, in which `tls` has the certificate for its host.
  /// - Throws: where that certificate cannot be shown; without it the hop is not made.
  package func showingCertificate(to url: String) throws(NetworkError) -> TransferOptions {
    guard clientCertificates != nil else { return self }
    let parts = URLParts(url)
    var options = self
    options.clientCertificates = nil
    guard let certificate = clientCertificate(for: parts) else { return options }
    if let fault = certificate.fault {
      throw NetworkError(.tls, "The client certificate for \(CurlErrors.address(parts)) cannot be used", detail: fault)
    }
    var tls = tls ?? TLSOptions()
    tls.certificateFile = certificate.file
    tls.certificateFormat = certificate.format
    tls.keyFile = tls.keyFile ?? certificate.keyFile
    // Without any, the TLS library would ask for it on the terminal, and wait.
    tls.keyPassword = tls.keyPassword ?? certificate.password ?? ""
    options.tls = tls
    return options
  }
}
