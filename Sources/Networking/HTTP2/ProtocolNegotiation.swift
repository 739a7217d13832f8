import CCurl

/// Offers HTTP/2 in a TLS handshake that libcurl makes (ALPN, RFC 7301). libcurl offers only what it speaks itself, so its
/// own offer is switched off, and the TLS library behind it is told directly.
enum ProtocolNegotiation {
  /// The functions of OpenSSL and LibreSSL.
  // Unchecked: addresses of functions, which never change once the library is open.
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
      // Another TLS library has no such functions.
      do throws(NetworkError) { return try Functions(CurlSymbols()) } catch { return nil }
    }()
  }

  static let name = "h2"

  /// Offers HTTP/2 on this handle.
  static func offer(on handle: CurlHandle) throws(NetworkError) {
    let backend = handle.library.version.name.asciiLowercased
    // Other libraries have a context of another kind under the same option.
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

  /// What the server chose; `nil` for nothing. Asked while the handle is connected, in its callback before a request.
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
