extension CurlTransfer {
  /// What decided that the server may be talked to.
  var verification: TransferOptions.TLSOptions.Verification {
    job.isSecure ? request.options.tls?.verification(of: request.url) ?? .authorities : .authorities
  }

  /// Whether the server has presented one of the certificates that are trusted for it. Asked on a new connection, before
  /// anything of the request is sent: libcurl verifies nothing there.
  func presents(oneOf trusted: [String]) -> Bool {
    let presented = CertificateChain.certificates(handle.certificateLines).first?.sha256 ?? ""
    // A TLS library that does not report the certificate trusts none.
    if !presented.isEmpty, trusted.contains(presented) { return true }
    let address = URLParts(request.url).hostAndPort
    let words = presented.isEmpty ? "this libcurl does not tell it" : "it is sha256:\(presented)"
    end(.failed(NetworkError(.tls, "The certificate of \(address) \(NetworkError.otherCertificate)", detail: words)))
    return false
  }
}
