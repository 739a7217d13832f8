extension TransferOptions {
  /// The options of one hop, with the certificate for its host in `tls`.
  /// - Throws: `NetworkError` (`tls`) if that certificate cannot be used; the hop is not made without it.
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
