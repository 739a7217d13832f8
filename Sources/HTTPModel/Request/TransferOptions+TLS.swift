import Basics

extension TransferOptions {
  /// The trusted authorities and the versions of TLS. Paths name files.
  public struct TLSOptions: Hashable, Sendable {
    /// Enables the verification of the server's certificate. Default true.
    public var verifies: Bool
    /// A PEM file of trusted authorities, for the server and for an HTTPS proxy; `nil` uses the system's.
    public var caFile: String?
    /// The client certificate, presented to every host; see `TransferOptions.clientCertificates` for one per host.
    package var certificateFile: String?
    /// `nil` decides by the file name extension.
    package var certificateFormat: ClientCertificate.Format?
    /// The certificate's private key; `nil` if it is in `certificateFile`.
    package var keyFile: String?
    /// The passphrase of the private key.
    @Masked package var keyPassword: String?
    /// `sha256//BASE64` of the server's public key, several joined by `;`, as curl's `--pinnedpubkey`.
    public var pinnedPublicKeys: String?
    /// The minimum TLS version. Default: the choice of libcurl and its TLS library.
    public var minimumVersion: TLSVersion?
    /// The maximum TLS version. Default: the newest supported one.
    public var maximumVersion: TLSVersion?
    /// A PEM file of revoked certificates, as curl's `--crlfile`: one for each authority of a chain. Every server is
    /// rejected if a list is missing or out of date.
    package var revocationList: String?
    /// PEM files of trusted authorities for single servers, with keys as in `TransferOptions.TrustedCertificate.host`;
    /// `caFile` replaces them for all servers.
    package var authorities: [String: String] = [:]
    /// Certificates that are trusted without an authority, each for its server.
    public var trusted: [TrustedCertificate] = []
    /// Servers that are not verified: `api.example.com:8443`, `[::1]:443`.
    public var unverified: Set<String> = []

    /// TLS options; by default verified with the system's authorities.
    public init(verifies: Bool = true, caFile: String? = nil, pinnedPublicKeys: String? = nil) {
      self.verifies = verifies
      self.caFile = caFile
      self.pinnedPublicKeys = pinnedPublicKeys
    }

    /// The same with a client certificate for every host.
    package init(
      verifies: Bool = true, caFile: String? = nil, certificateFile: String?,
      certificateFormat: ClientCertificate.Format? = nil, keyFile: String? = nil, keyPassword: String? = nil
    ) {
      self.init(verifies: verifies, caFile: caFile)
      self.certificateFile = certificateFile
      self.certificateFormat = certificateFormat
      self.keyFile = keyFile
      self.keyPassword = keyPassword
    }
  }

  /// A version of TLS (RFC 8446, and those deprecated by RFC 8996).
  public enum TLSVersion: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Deprecated in 2021.
    case tls10 = "1.0"
    /// Deprecated in 2021.
    case tls11 = "1.1"
    /// RFC 5246.
    case tls12 = "1.2"
    /// RFC 8446.
    case tls13 = "1.3"

    /// Orders versions by age, oldest first.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }
}

extension TransferOptions.TLSOptions {
  /// The file of authorities for the server of a URL; `nil` for the system's.
  package func caFile(for url: String) -> String? {
    if caFile != nil || authorities.isEmpty { return caFile }
    return TransferOptions.TrustedCertificate.server(of: url).flatMap { authorities[$0] }
  }

  /// Adds the limits of a lower layer where this one has none. Settings of trust are never merged.
  func limited(by lower: Self?) -> Self {
    guard let lower else { return self }
    var limited = self
    limited.minimumVersion = minimumVersion ?? lower.minimumVersion
    limited.maximumVersion = maximumVersion ?? lower.maximumVersion
    limited.revocationList = revocationList ?? lower.revocationList
    return limited
  }
}

extension TransferOptions {
  /// A certificate that one server may present although no authority signed it.
  ///
  /// The server must present exactly that certificate; the names and dates in the certificate are ignored. The
  /// certificate is not valid for other servers.
  public struct TrustedCertificate: Hashable, Sendable {
    /// Host and port in the form used for comparison: `api.example.com:8443`, `[::1]:443`.
    package let host: String
    /// SHA-256 of the certificate's DER bytes, in lower-case hexadecimal.
    package let sha256: String

    /// A certificate and the server that may present it.
    /// - Parameters:
    ///   - host: the host with its port.
    ///   - sha256: hexadecimal digits in any case, optionally in groups separated by colons.
    public init(host: String, sha256: String) {
      self.host = host.asciiLowercased
      self.sha256 = String(sha256.lazy.filter { $0 != ":" }).asciiLowercased
    }

    /// Parses `sha256:DIGITS HOST:PORT`; `nil` for anything else, so that invalid text trusts nothing.
    package init?(_ text: String) {
      let parts = text.split(whereSeparator: \.isWhitespace)
      let kind = "sha256:"
      guard parts.count == 2, parts[0].hasPrefix(kind) else { return nil }
      self.init(host: String(parts[1]), sha256: String(parts[0].dropFirst(kind.count)))
      let port = host.lastIndex(of: ":").map { host[host.index(after: $0)...] } ?? ""
      guard sha256.utf8.count == 64, sha256.utf8.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
        UInt16(port) != nil, host.utf8.count > port.utf8.count + 1
      else { return nil }
    }

    /// `sha256:DIGITS`
    package var fingerprint: String { "sha256:\(sha256)" }
    /// The format in files.
    package var text: String { "\(fingerprint) \(host)" }

    /// The server of a URL, in the form of `host`; `nil` if the URL names none.
    package static func server(of url: String) -> String? {
      // A URL without a host is rejected when it is sent.
      guard let parts = try? TypedURL(WebSocketURL.http(url)).parts, let host = parts.comparableHost, !host.isEmpty,
        let port = parts.port
      else { return nil }
      return (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }
  }
}

extension TransferOptions.TLSOptions {
  /// The rule that decides whether a server is trusted.
  package enum Verification: Hashable, Sendable {
    case authorities
    /// The server must present one of these certificates, identified by their SHA-256.
    case certificates([String])
    case nothing
  }

  /// The strictest rule for the server; without one, the authorities decide.
  package func verification(of url: String) -> Verification {
    guard verifies else { return .nothing }
    guard !trusted.isEmpty || !unverified.isEmpty, let server = TransferOptions.TrustedCertificate.server(of: url)
    else {
      return .authorities
    }
    let own = trusted.filter { $0.host == server }.map(\.sha256)
    if !own.isEmpty { return .certificates(own) }
    return unverified.contains(server) ? .nothing : .authorities
  }
}

extension TransferOptions {
  /// A client certificate for TLS (RFC 8446, section 4.4.2), and the hosts it is presented to.
  public struct ClientCertificate: Hashable, Sendable {
    /// The format of the certificate file.
    package enum Format: String, Hashable, Sendable, CaseIterable {
      /// Base64 between `-----BEGIN` lines (RFC 7468).
      case pem
      /// One certificate as DER (X.690).
      case der
      /// Certificate and key in one file (RFC 7292): `.p12`, `.pfx`.
      case pkcs12
    }

    /// The hosts it is presented to.
    package var hosts: HostPattern
    /// Path of the certificate.
    package var file: String
    /// `nil` decides by the file name extension.
    package var format: Format?
    /// Path of the private key; `nil` if the certificate file contains it.
    package var keyFile: String?
    /// The passphrase of the private key; `nil` if the key is not encrypted.
    @Masked package var password: String?
    /// The reason why the certificate cannot be used, if already known. A hop to one of its hosts then fails with this
    /// message.
    package var fault: String?

    /// A certificate from files, which are read when a connection is made. It is PKCS #12 in a `.p12` or `.pfx` file, DER
    /// in a `.der` file, else PEM.
    public init(hosts: HostPattern, file: String, keyFile: String? = nil, password: String? = nil) {
      self.init(hosts: hosts, file: file, keyFile: keyFile, password: password, fault: nil)
    }

    package init(
      hosts: HostPattern, file: String, format: Format? = nil, keyFile: String? = nil, password: String? = nil,
      fault: String?
    ) {
      self.hosts = hosts
      self.file = file
      self.format = format
      self.keyFile = keyFile
      self.password = password
      self.fault = fault
    }
  }
}

extension TransferOptions.ClientCertificate {
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

extension TransferOptions.ClientCertificate.Format {
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
  package var formatOfCertificate: TransferOptions.ClientCertificate.Format? {
    certificateFile.map { certificateFormat ?? TransferOptions.ClientCertificate.Format(ofFile: $0) }
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

extension TransferOptions {
  /// The options of one hop, with the certificate for its host in `tls`.
  /// - Throws: `NetworkError` (`tls`) if that certificate cannot be used; the hop must not be made without it.
  package func showingCertificate(to url: String) throws(NetworkError) -> TransferOptions {
    guard clientCertificates != nil else { return self }
    let parts = URLParts(url)
    var options = self
    options.clientCertificates = nil
    guard let certificate = clientCertificate(for: parts) else { return options }
    if let fault = certificate.fault {
      throw NetworkError(.tls, "The client certificate for \(parts.hostAndPort) cannot be used", detail: fault)
    }
    var tls = tls ?? TLSOptions()
    tls.certificateFile = certificate.file
    tls.certificateFormat = certificate.format
    tls.keyFile = tls.keyFile ?? certificate.keyFile
    // Without a passphrase the TLS library would prompt on the terminal and block.
    tls.keyPassword = tls.keyPassword ?? certificate.password ?? ""
    options.tls = tls
    return options
  }
}

extension TransferOptions {
  /// The hosts that a setting applies to, also written as a literal: a host with or without a port, where `*` matches any
  /// text.
  ///
  /// `api.example.com` is that host at any port, `*.example.com` every host below it, `localhost:8443` that port only.
  /// The whole host must match, so that `example.com` never matches `example.com.evil.test`. A scheme before it and a
  /// path after it are ignored.
  public struct HostPattern: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The pattern as written.
    public let description: String
    /// In lower case and the form used by DNS, without brackets.
    let host: [UInt8]
    /// `nil` for any port.
    let port: [UInt8]?

    /// Parses a pattern; any text is valid.
    public init(_ text: String) {
      description = text
      var rest = Substring(text.trimmingASCII(\.isASCIIWhitespace))
      if let mark = rest.utf8.range(ofBytes: "://") { rest = rest[mark.upperBound...] }
      rest = rest.prefix { !"/?#".contains($0) }
      let bytes = rest.utf8
      var end = bytes.endIndex
      var port: [UInt8]?
      let isAddress = bytes.first == UInt8(ascii: "[")
      let colons = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
      // Without brackets, more than one colon means an IPv6 address without a port.
      if let colon = colons.last, colons.count == 1 || isAddress && bytes[..<colon].last == UInt8(ascii: "]") {
        port = Array(bytes[bytes.index(after: colon)...])
        end = colon
      }
      self.port = port?.isEmpty == true ? nil : port
      host = Self.comparable(String(rest[..<end]))
    }

    /// A pattern as written.
    public init(stringLiteral text: String) { self.init(text) }

    /// True if the URL's host and port match.
    package func matches(_ url: URLParts) -> Bool {
      guard !host.isEmpty, let name = url.host, !name.isEmpty else { return false }
      if let port {
        guard let number = url.port, Self.matches(Array(String(number).utf8)[...], port[...]) else { return false }
      }
      return Self.matches(Self.comparable(name)[...], host[...])
    }

    private static func comparable(_ host: String) -> [UInt8] {
      // A host without an ASCII form is compared unchanged.
      var bytes = Array((Punycode.host(host) ?? host).asciiLowercased.utf8)
      if bytes.count > 1, bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
      let isAddress = bytes.first == UInt8(ascii: "[") && bytes.last == UInt8(ascii: "]")
      if isAddress { bytes = Array(bytes.dropFirst().dropLast()) }
      return bytes
    }

    /// Backtracks only to the last star, so it takes at most the product of both lengths.
    private static func matches(_ text: ArraySlice<UInt8>, _ pattern: ArraySlice<UInt8>) -> Bool {
      var (at, wanted) = (text.startIndex, pattern.startIndex)
      var back: (at: Int, wanted: Int)?
      while at < text.endIndex {
        if wanted < pattern.endIndex, pattern[wanted] == UInt8(ascii: "*") {
          wanted += 1
          back = (at, wanted)
        } else if wanted < pattern.endIndex, pattern[wanted] == text[at] {
          at += 1
          wanted += 1
        } else if let last = back {
          at = last.at + 1
          wanted = last.wanted
          back?.at = at
        } else {
          return false
        }
      }
      return pattern[wanted...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
  }
}

package typealias HostPattern = TransferOptions.HostPattern
