import Basics
import CCurl
import HTTPModel

/// A connection made by libcurl, with the addresses, proxies, TLS, authorities and client certificates of any request;
/// this program sends and receives its bytes (CURLOPT_CONNECT_ONLY(3)).
// Used only by the thread of its connection.
final class CurlPipe {
  enum Received: Equatable {
    case bytes(Int)
    case later
    case end
  }

  let handle: CurlHandle
  private let multi: UnsafeMutableRawPointer
  private let sockets: CurlSockets
  private let request: Request
  private let identities = ClientIdentities()
  private let connectTo: CurlList?
  private let resolve: CurlList?
  /// libcurl writes its message here while it connects.
  private let errorText: UnsafeMutablePointer<CChar>
  private(set) var tls = TLSNotes()
  private(set) var selected: String?
  private(set) var socket: Int32 = -1
  private var hasReachedServer = false

  /// - Parameters:
  ///   - asked: the request that needs the connection.
  ///   - bell: ends a wait when it becomes readable.
  init(_ asked: Request, library: CurlLibrary, bell: Int32) throws(NetworkError) {
    var request = asked
    request.method = .get
    request.body = .none
    request.options.httpVersion = .http11
    request.options.upgrades = true
    request.options.authentication = nil
    request.options.requestTarget = nil
    request.options.decompresses = false
    self.request = request
    guard let raw = library.easyInit() else { throw Self.outOfMemory }
    handle = CurlHandle(library: library, raw: raw)
    guard let multi = library.multiInit() else {
      library.easyCleanup(raw)
      throw Self.outOfMemory
    }
    self.multi = multi
    sockets = CurlSockets(library: library, multi: multi, bell: bell, loopWatch: LoopWatch())
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.pointee = 0
    connectTo = request.options.connectTo.map { CurlList($0, library: library) }
    resolve = request.options.resolve.map { CurlList($0, library: library) }
    // All properties are set from here on, so that `deinit` may run.
    try CurlOptions(request: request, isSecure: request.isSecure, identities: identities, handle: handle).apply()
    if let connectTo { handle.set(CURLOPT_CONNECT_TO, list: connectTo) }
    if let resolve { handle.set(CURLOPT_RESOLVE, list: resolve) }
    handle.set(CURLOPT_CONNECT_ONLY, true)
    handle.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    if request.isSecure {
      try ProtocolNegotiation.offer(on: handle)
      if request.options.tls?.caFile(for: request.url) == nil {
        var authorities = SystemAuthorities()
        authorities.set(on: handle)
      }
    }
    install()
    guard library.multiAdd(multi, raw) == CURLM_OK else { throw Self.outOfMemory }
  }

  deinit {
    // The callbacks are no longer needed.
    handle.set(CURLOPT_VERBOSE, false)
    _ = handle.library.multiRemove(multi, handle.raw)
    handle.library.easyCleanup(handle.raw)
    _ = handle.library.multiCleanup(multi)
    errorText.deallocate()
  }

  private static let outOfMemory = NetworkError(.other, "libcurl has no memory for another connection")

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> CurlPipe? {
    pointer.map { Unmanaged<CurlPipe>.fromOpaque($0).takeUnretainedValue() }
  }

  private func install() {
    let options = handle.library.easySetOption
    let pointer = Unmanaged.passUnretained(self).toOpaque()
    handle.set(CURLOPT_VERBOSE, true)
    handle.set(CURLOPT_DEBUGDATA, pointer: pointer)
    ccurl_set_debug(options, handle.raw) { _, kind, data, size, pointer in
      if kind == CURLINFO_TEXT { CurlPipe.at(pointer)?.noted(UnsafeRawBufferPointer(start: data, count: size)) }
      return 0
    }
    handle.set(CURLOPT_PREREQDATA, pointer: pointer)
    ccurl_set_prereq(options, handle.raw, CURLOPT_PREREQFUNCTION) { pointer, _, _, _, _ in
      CurlPipe.at(pointer)?.reached()
      return 0
    }
  }

  private func noted(_ text: UnsafeRawBufferPointer) { tls.note(text) }

  private func reached() {
    hasReachedServer = true
    if request.isSecure { selected = ProtocolNegotiation.selected(on: handle) }
  }

  /// Continues to connect.
  /// - Returns: true if it is connected.
  func connect() throws(NetworkError) -> Bool {
    sockets.act()
    var left: Int32 = 0
    while let message = handle.library.multiRead(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE else { continue }
      let code = message.pointee.data.result
      guard code == CURLE_OK else { throw failure(code, hasAsked: false) }
      try checkServer()
      guard ccurl_get_socket(handle.library.easyGetInfo, handle.raw, &socket) == CURLE_OK, socket >= 0 else {
        throw NetworkError(.connect, "libcurl returned no connection to \(address)")
      }
      return true
    }
    return false
  }

  /// Waits for progress while it connects, or for the bell.
  func waitWhileConnecting(atMost longest: Int32) { _ = sockets.wait(atMost: longest) }

  private var address: String { URLParts(request.url).hostAndPort }

  private func checkServer() throws(NetworkError) {
    guard request.isSecure else { return }
    if case .certificates(let trusted) = request.options.tls?.verification(of: request.url),
      let fault = CertificateChain.fault(in: handle.certificateLines, trusting: trusted, of: request)
    {
      throw fault
    }
    // A library without that callback does not report the protocol; the server's first bytes will.
    guard selected == ProtocolNegotiation.name || !hasReachedServer else {
      // Until it has read our end of the handshake, a server of TLS 1.3 does not miss a certificate.
      let isAsked = tls.asksForCertificate == true && request.options.tls?.certificateFile == nil
      let more = isAsked ? "; it also \(NetworkError.certificateWanted)" : ""
      throw NetworkError(.malformed, "\(address) does not offer HTTP/2 over TLS (ALPN h2), which gRPC needs\(more)")
    }
  }

  func failure(_ code: CURLcode, hasAsked: Bool) -> NetworkError {
    let own = String(cString: errorText)
    let text = own.isEmpty ? handle.library.easyText(code).map { String(cString: $0) } ?? "" : own
    let progress = CurlErrors.Progress(
      hadHead: false, hasAsked: hasAsked, doubtsProxy: handle.long(CURLINFO_PROXY_SSL_VERIFYRESULT) != 0,
      asksForCertificate: tls.asksForCertificate == true, systemError: CInt(handle.long(CURLINFO_OS_ERRNO)))
    return CurlErrors.error(code, text: text, request: request, progress)
  }

  /// The reason why a server may have closed the connection before it sent anything; `nil` if unknown.
  var endBeforeAnswer: NetworkError? {
    let error = failure(CURLE_GOT_NOTHING, hasAsked: false)
    return error.category == .tls ? error : nil
  }

  /// Sends as many bytes as the connection takes now.
  /// - Returns: the number of sent bytes.
  func send(_ bytes: UnsafeRawBufferPointer) throws(NetworkError) -> Int {
    var sent = 0
    switch handle.library.easySend(handle.raw, bytes.baseAddress, bytes.count, &sent) {
    case CURLE_OK: return sent
    case CURLE_AGAIN: return 0
    case let code: throw failure(code, hasAsked: false)
    }
  }

  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Received {
    var count = 0
    switch handle.library.easyReceive(handle.raw, buffer.baseAddress, buffer.count, &count) {
    case CURLE_OK: return count > 0 ? .bytes(count) : .end
    case CURLE_AGAIN: return .later
    case let code: throw failure(code, hasAsked: false)
    }
  }
}

extension CurlPipe {
  /// A description of the connection.
  func connection(isReused: Bool) -> Connection {
    let socket = request.options.unixSocket
    var connection = Connection(
      httpVersion: "2", remoteAddress: socket ?? handle.address(CURLINFO_PRIMARY_IP, CURLINFO_PRIMARY_PORT),
      localAddress: socket == nil ? handle.address(CURLINFO_LOCAL_IP, CURLINFO_LOCAL_PORT) : nil, isReused: isReused)
    guard request.isSecure else { return connection }
    connection.tls = tls.connection(
      for: request, alpn: selected, certificates: CertificateChain.certificates(handle.certificateLines))
    return connection
  }
}

/// Offers HTTP/2 in a TLS handshake made by libcurl (ALPN, RFC 7301). libcurl offers only protocols that it implements
/// itself, so its own offer is disabled, and the TLS library behind it is configured directly.
enum ProtocolNegotiation {
  /// The functions of OpenSSL and LibreSSL.
  // Unchecked: function addresses, which never change once the library is open.
  private struct Functions: @unchecked Sendable {
    let offer: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> Int32
    let selected:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt32>?
      ) -> Void

    init(_ symbols: CurlSymbols) throws(NetworkError) {
      offer = try symbols.function("SSL_CTX_set_alpn_protos")
      selected = try symbols.function("SSL_get0_alpn_selected")
    }

    static let installed: Functions? = {
      // Other TLS libraries lack these functions.
      do throws(NetworkError) { return try Functions(CurlSymbols()) } catch { return nil }
    }()
  }

  static let name = "h2"

  /// Offers HTTP/2 on this handle.
  static func offer(on handle: CurlHandle) throws(NetworkError) {
    let backend = handle.library.version.name.asciiLowercased
    // Other libraries return a different kind of context for the same option.
    let isKnown = ["openssl", "libressl", "boringssl", "quictls"].contains { backend.contains($0) }
    guard isKnown, Functions.installed != nil else { throw unsupported(handle) }
    handle.set(CURLOPT_SSL_ENABLE_ALPN, false)
    let code = ccurl_set_context(handle.library.easySetOption, handle.raw) { _, context, _ in
      let name = Array(ProtocolNegotiation.name.utf8)
      let list = [UInt8(name.count)] + name
      return Functions.installed?.offer(context, list, UInt32(list.count)) == 0 ? CURLE_OK : CURLE_SSL_CONNECT_ERROR
    }
    guard code == CURLE_OK else { throw unsupported(handle) }
  }

  private static func unsupported(_ handle: CurlHandle) -> NetworkError {
    NetworkError(
      .unsupported, "gRPC over TLS needs a libcurl with OpenSSL or LibreSSL; this is \(handle.library.version.name)")
  }

  /// The protocol that the server selected; `nil` for none. Call it while the handle is connected, in its callback
  /// before a request.
  static func selected(on handle: CurlHandle) -> String? {
    var session: UnsafeMutablePointer<curl_tlssessioninfo>?
    guard ccurl_get_session(handle.library.easyGetInfo, handle.raw, &session) == CURLE_OK, let session,
      session.pointee.backend == CURLSSLBACKEND_OPENSSL, let connection = session.pointee.internals
    else { return nil }
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    Functions.installed?.selected(connection, &name, &count)
    guard let name, count > 0 else { return nil }
    return String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
  }
}
