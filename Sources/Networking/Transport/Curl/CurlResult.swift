import Basics
import CCurl
import HTTPModel
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
      // The error of a body stream may have its own.
      error.request = error.request ?? request
      error.head = error.head ?? machine.response
      return error
    case nil:
      var error: NetworkError
      if code != CURLE_OK {
        error = self.error(code)
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

  private func error(_ code: CURLcode) -> NetworkError {
    let progress = CurlErrors.Progress(
      hadHead: machine.response != nil, hasAsked: machine.hasSentHead,
      doubtsProxy: handle.long(CURLINFO_PROXY_SSL_VERIFYRESULT) != 0,
      asksForCertificate: tls.asksForCertificate == true, systemError: CInt(handle.long(CURLINFO_OS_ERRNO)))
    return CurlErrors.error(code, text: libraryWords(code), request: request, progress)
  }

  /// libcurl treats a connection that closes within a head as the end of the response, which is then unusable. For a
  /// WebSocket handshake, libcurl may only have seen that the server closed.
  private var unfinishedHead: NetworkError {
    let closed = error(CURLE_GOT_NOTHING)
    if closed.category == .tls { return closed }
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

  private var sizes: Hop.Sizes {
    Hop.Sizes(
      requestHead: machine.requestHead.count, requestBody: handle.offset(CURLINFO_SIZE_UPLOAD_T),
      responseHead: machine.response?.raw.count ?? 0,
      responseBodyOnWire: handle.offset(CURLINFO_SIZE_DOWNLOAD_T), responseBody: machine.contentCount,
      responseSurplus: surplus)
  }

  private var timing: Hop.Timing {
    // Less than the wake-up time of a thread is not waiting, and not the server's time either.
    let queued = started - job.asked > .milliseconds(1) ? started - job.asked : nil
    let wait = queued ?? .zero
    let isReused = isReused
    func moment(_ info: CURLINFO) -> Duration? { handle.moment(info).map { $0 + wait } }
    func moment(_ instant: ContinuousClock.Instant?) -> Duration? { instant.map { $0 - started + wait } }
    let firstByte = machine.response == nil ? nil : moment(CURLINFO_STARTTRANSFER_TIME_T)
    var sent = machine.requestHead.isEmpty ? nil : moment(lastSent)
    if let end = sent, let firstByte { sent = min(end, firstByte) }
    var total = moment(CURLINFO_TOTAL_TIME_T) ?? wait
    // For a transfer ended by this program, libcurl knows only the time of its last check.
    if case .failed = stop { total = max(total, ContinuousClock.now - started + wait) }
    return Hop.Timing(
      queued: queued,
      resolved: isReused ? nil : moment(CURLINFO_NAMELOOKUP_TIME_T),
      connected: isReused ? nil : moment(CURLINFO_CONNECT_TIME_T) ?? moment(handshakeBegan),
      secured: isReused ? nil : moment(CURLINFO_APPCONNECT_TIME_T),
      sent: sent, firstByte: firstByte, total: max(total, firstByte ?? .zero))
  }

  private func connection(_ memory: inout ConnectionMemory) -> Connection? {
    let remote = handle.address(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT)
    guard !machine.requestHead.isEmpty || remote != nil else { return nil }
    let socket = request.options.unixSocket
    var connection = Connection(
      httpVersion: machine.response?.httpVersion ?? "1.1", remoteAddress: socket ?? remote,
      localAddress: socket == nil ? handle.address(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT) : nil, isReused: isReused)
    guard job.isSecure else { return connection }
    let key = "\(connection.localAddress ?? "") \(connection.remoteAddress ?? "")"
    // An older library does not report when it has reached the server.
    let isAtServer = hasReachedServer || !handle.library.version.asksBeforeRequests
    if let known = memory[key], isAtServer, isReused || tls.version == nil {
      connection.tls = known
    } else {
      let chain = isAtServer ? CertificateChain.certificates(handle.certificateLines) : []
      let found = tls.connection(for: request, alpn: tls.alpn, certificates: chain)
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

  static func store(for body: Request.Body, _ opening: SentFile.Opening = .following) -> ByteStore? {
    switch body {
    case .none, .stream: nil
    case .bytes(let bytes): ByteStore(bytes)
    case .file, .sequence: read(body.pieces ?? [], body.count ?? 0, opening)
    }
  }

  private static func read(_ pieces: [Request.Body.Piece], _ size: Int, _ opening: SentFile.Opening) -> ByteStore? {
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

/// TLS details of open connections, which libcurl reports only to the request that opened one. Keyed by both addresses,
/// which are unique among live connections; the oldest entries are dropped.
struct ConnectionMemory {
  private var known: [String: Connection.TLS] = [:]
  private var order: [String] = []
  private static let limit = 256

  subscript(key: String) -> Connection.TLS? {
    get { known[key] }
    set {
      if known.updateValue(newValue ?? Connection.TLS(), forKey: key) == nil { order.append(key) }
      guard order.count > Self.limit else { return }
      known[order.removeFirst()] = nil
    }
  }
}

/// Parses a server's certificates as libcurl lists them: `Name:Value` lines for each, leaf first.
enum CertificateChain {
  static func certificates(_ chain: [[String]]) -> [Connection.Certificate] {
    chain.map { lines in
      func value(_ name: String) -> String { lines.lazy.compactMap { $0.after(name + ":") }.first ?? "" }
      return Connection.Certificate(
        subject: value("Subject"), issuer: value("Issuer"), notBefore: value("Start date"),
        notAfter: value("Expire date"), sha256: fingerprint(value("Cert")),
        alternativeNames: names(value("X509v3 Subject Alternative Name")))
    }
  }

  /// The error for a server whose certificate is none of those that are trusted for it; `nil` if it is one of them.
  static func fault(in chain: [[String]], trusting trusted: [String], of request: Request) -> NetworkError? {
    let presented = certificates(chain).first?.sha256 ?? ""
    // A TLS library that does not report the certificate trusts none.
    if !presented.isEmpty, trusted.contains(presented) { return nil }
    let words = presented.isEmpty ? "this libcurl does not report it" : "it is sha256:\(presented)"
    let address = URLParts(request.url).hostAndPort
    return NetworkError(.tls, "The certificate of \(address) \(NetworkError.otherCertificate)", detail: words)
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { String(decoding: $0.utf8.trimmed, as: UTF8.self) }.filter { !$0.isEmpty }
  }

  /// The SHA-256 of the DER bytes in PEM text; empty if there are none.
  private static func fingerprint(_ pem: String) -> String {
    let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    guard let der = Base64.decode(lines.joined()), !der.isEmpty else { return "" }
    return Digest.hexadecimal(der)
  }
}
