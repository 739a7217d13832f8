extension Client {
  /// The certificates that the server of a request presents, leaf first, whoever vouches for them. Nothing of the
  /// request is sent: the connection ends when they are known.
  /// - Parameter options: how the server is reached: its proxy, addresses.
  package func presentedCertificates(
    by url: String, over options: TransferOptions
  ) async throws(NetworkError) -> [Connection.Certificate] {
    guard let server = TrustedCertificate.server(of: url) else {
      throw NetworkError(.url, "The URL \(url) names no server")
    }
    var probe: Request
    do {
      probe = try Request.with(RequestConfig(url: "https://\(server)/")) { $0.options = options.ofTheWay }
    } catch {
      throw NetworkError(.url, "The URL \(url) cannot be used", detail: "\(error)")
    }
    var tls = TransferOptions.TLSOptions()
    // No certificate has this fingerprint, so the connection ends before the request.
    tls.trusted = [TrustedCertificate(host: server, sha256: "none")]
    probe.options.tls = tls
    probe.options.clientCertificates = nil
    probe.options.httpVersion = .http11
    let request = TransportRequest(probe)
    let result = await withCheckedContinuation { continuation in
      _ = transport.start(request) { event in
        if case .finished(let result) = event { continuation.resume(returning: result) }
      }
    }
    let found = result.hop.connection?.tls?.certificates ?? []
    guard found.first?.sha256.isEmpty == false else {
      throw result.failure ?? NetworkError(.tls, "\(server) presented no certificate")
    }
    return found
  }
}
