import Basics

/// A client certificate for TLS (RFC 8446, section 4.4.2), and the hosts it is presented to.
public struct ClientCertificate: Hashable, Sendable {
  /// The format of the certificate file.
  public enum Format: String, Hashable, Sendable, CaseIterable {
    /// Base64 between `-----BEGIN` lines (RFC 7468).
    case pem
    /// One certificate as DER (X.690).
    case der
    /// Certificate and key in one file (RFC 7292): `.p12`, `.pfx`.
    case pkcs12
  }

  /// The hosts it is presented to.
  public var hosts: HostPattern
  /// Path of the certificate.
  public var file: String
  /// `nil` decides by the file name extension.
  public var format: Format?
  /// Path of the private key; `nil` if the certificate file contains it.
  public var keyFile: String?
  /// The passphrase of the private key; `nil` if the key is not encrypted.
  public var password: String?
  /// Why the certificate cannot be used, if that is already known. A hop to one of its hosts then fails with this
  /// message.
  public var fault: String?

  /// A certificate from files, which are read when a connection is made.
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
  /// Splits `FILE:PASSWORD`, the argument of curl's `--cert`. A backslash escapes a colon or a backslash in the file
  /// name.
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
  /// The format for a file name extension; PEM if the extension is unknown.
  init(ofFile path: String) {
    let name = path.asciiLowercased
    self = name.hasSuffix(".p12") || name.hasSuffix(".pfx") ? .pkcs12 : name.hasSuffix(".der") ? .der : .pem
  }

  /// curl's name for the format (`--cert-type`).
  package var word: String {
    switch self {
    case .pem: "PEM"
    case .der: "DER"
    case .pkcs12: "P12"
    }
  }

  /// The format with curl's name for it, ignoring case.
  package init?(word: String) {
    guard let found = Self.allCases.first(where: { $0.word.equalsIgnoringCase(word) }) else { return nil }
    self = found
  }
}

extension TransferOptions.TLSOptions {
  /// The certificate's format, as configured or from the file name; `nil` without a certificate.
  var formatOfCertificate: ClientCertificate.Format? {
    certificateFile.map { certificateFormat ?? ClientCertificate.Format(ofFile: $0) }
  }
}

extension TransferOptions {
  /// The certificate to present to `url`: the first of `clientCertificates` that matches its host. Only over TLS; a
  /// certificate in `tls` takes precedence.
  package func clientCertificate(for url: URLParts) -> ClientCertificate? {
    guard let clientCertificates, tls?.certificateFile == nil, url.scheme?.asciiLowercased == "https" else {
      return nil
    }
    return clientCertificates.first { $0.hosts.matches(url) }
  }
}
