import Basics
import CCurl
import HTTPTypes

/// The result of a transfer, read from its handle before the handle is reused.
extension CurlTransfer {
  func result(_ code: CURLcode, memory: inout ConnectionMemory) -> TransportResult {
    body?.finish()
    let hop = Hop(
      request: sentRequest, response: machine.response, timing: timing, connection: connection(&memory),
      sizes: sizes)
    return TransportResult(hop: hop, body: body, failure: failure(code))
  }

  private func failure(_ code: CURLcode) -> NetworkError? {
    switch stop {
    case .complete: return nil
    case .failed(var error):
      error.request = request
      error.head = machine.response
      return error
    case nil:
      var error: NetworkError
      if code != CURLE_OK {
        let progress = CurlErrors.Progress(
          hadHead: machine.response != nil, hasAsked: machine.hasSentHead,
          doubtsProxy: handle.long(CURLINFO_PROXY_SSL_VERIFYRESULT) != 0,
          asksForCertificate: tls.asksForCertificate == true)
        error = CurlErrors.error(code, text: libraryWords(code), request: request, progress)
      } else if machine.response == nil {
        error = unfinishedHead
      } else if let cutShort {
        error = cutShort
      } else {
        return nil
      }
      error.request = request
      error.head = machine.response
      return error
    }
  }

  /// libcurl treats a connection that closes within a head as the end of the response, which would then be unusable.
  private var unfinishedHead: NetworkError {
    let address = URLParts(request.url).hostAndPort
    return NetworkError(
      .truncated, "\(address) closed the connection before the end of the head")
  }

  private func libraryWords(_ code: CURLcode) -> String {
    words.isEmpty ? handle.library.easyText(code).map { String(cString: $0) } ?? "" : words
  }

  private var sentRequest: SentRequest {
    let head = machine.requestHead
    return SentRequest(
      method: request.method.rawValue, url: request.url,
      headers: head.isEmpty ? request.headers : nil, head: head,
      body: head.isEmpty ? nil : SentBody.store(for: request.body, SentFile.Opening(request.options)))
  }

  private var sizes: TransferSizes {
    TransferSizes(
      requestHead: machine.requestHead.count, requestBody: handle.offset(CURLINFO_SIZE_UPLOAD_T),
      responseHead: machine.response?.raw.count ?? 0,
      responseBodyOnWire: handle.offset(CURLINFO_SIZE_DOWNLOAD_T), responseBody: machine.contentCount,
      responseSurplus: surplus)
  }

  private var timing: Timing {
    // Less than a thread takes to wake up is no waiting, and none of the server's time either.
    let queued = started - job.asked > .milliseconds(1) ? started - job.asked : nil
    let wait = queued ?? .zero
    let isReused = isReused
    func moment(_ info: CURLINFO) -> Duration? { handle.moment(info).map { $0 + wait } }
    func moment(_ instant: ContinuousClock.Instant?) -> Duration? { instant.map { $0 - started + wait } }
    let firstByte = machine.response == nil ? nil : moment(CURLINFO_STARTTRANSFER_TIME_T)
    var sent = machine.requestHead.isEmpty ? nil : moment(lastSent)
    if let end = sent, let firstByte { sent = min(end, firstByte) }
    var total = moment(CURLINFO_TOTAL_TIME_T) ?? wait
    // Of a transfer that we end, libcurl knows only the time of its last look at it.
    if case .failed = stop { total = max(total, ContinuousClock.now - started + wait) }
    return Timing(
      queued: queued,
      resolved: isReused ? nil : moment(CURLINFO_NAMELOOKUP_TIME_T),
      connected: isReused ? nil : moment(CURLINFO_CONNECT_TIME_T) ?? moment(handshakeBegan),
      secured: isReused ? nil : moment(CURLINFO_APPCONNECT_TIME_T),
      sent: sent, firstByte: firstByte, total: max(total, firstByte ?? .zero))
  }

  private func connection(_ memory: inout ConnectionMemory) -> Connection? {
    guard let addresses = memory.addresses(of: handle), !machine.requestHead.isEmpty || addresses.remote != nil else {
      return nil
    }
    let socket = request.options.unixSocket
    var connection = Connection(
      httpVersion: machine.response?.httpVersion ?? "1.1", remoteAddress: socket ?? addresses.remote,
      localAddress: socket == nil ? addresses.local : nil, isReused: isReused)
    guard job.isSecure else { return connection }
    let key = "\(connection.localAddress ?? "") \(connection.remoteAddress ?? "")"
    // An older library does not tell when it has reached the server.
    let isAtServer = hasReachedServer || !handle.library.version.asksBeforeRequests
    if let known = memory[key], isAtServer, isReused || tls.version == nil {
      connection.tls = known
    } else {
      let chain = isAtServer ? CertificateChain.certificates(handle.certificateLines) : []
      var found = Connection.TLS(version: tls.version, cipher: tls.cipher, alpn: tls.alpn, certificates: chain)
      found.clientCertificate = request.options.tls?.certificateFile
      found.asksForCertificate = tls.asksForCertificate
      found.verifiedBy =
        switch verification {
        case .authorities: .authorities
        case .certificates: .trustedCertificate
        case .nothing: .nothing
        }
      memory[key] = found
      connection.tls = found
    }
    return connection
  }

  private var isReused: Bool { handle.long(CURLINFO_NUM_CONNECTS) == 0 }
}

/// The request body as shown after sending.
enum SentBody {
  /// Bodies read from files are loaded up to this size; larger ones stay in their files.
  static let limit = 4 << 20

  static func store(for body: RequestBody, _ opening: SentFile.Opening = .following) -> ByteStore? {
    switch body {
    case .none, .stream: nil
    case .bytes(let bytes): ByteStore(bytes)
    case .file(let path, let size): read([.file(path: path, size: size)], opening)
    case .sequence(let pieces): read(pieces, opening)
    }
  }

  private static func read(_ pieces: [RequestBody.Piece], _ opening: SentFile.Opening) -> ByteStore? {
    let size = pieces.reduce(0) { $0 + $1.count }
    guard size <= limit else { return nil }
    let source = PieceSource(pieces, opening)
    var bytes = [UInt8](repeating: 0, count: size)
    var filled = 0
    while filled < size {
      let read = bytes.withUnsafeMutableBytes {
        source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      guard case .bytes(let count) = read else { return nil }
      filled += count
    }
    return ByteStore(bytes)
  }
}
