import CCurl

/// Version and build features of the installed libcurl.
struct CurlVersion: Sendable {
  /// `0x075801` for 7.88.1.
  let number: UInt32
  let name: String
  let features: Int32

  init(_ data: curl_version_info_data?) {
    number = data?.version_num ?? 0
    features = data?.features ?? 0
    var name = data?.version.map { "libcurl/" + String(cString: $0) } ?? ""
    if let tls = data?.ssl_version {
      if !name.isEmpty { name += " " }
      name += String(cString: tls)
    }
    self.name = name
  }

  func has(_ feature: Int32) -> Bool { features & feature != 0 }

  /// The value of `Accept-Encoding` that libcurl writes when it is to decode all it can.
  var acceptedCodings: String {
    let known: [(Int32, String)] = [
      (CURL_VERSION_LIBZ, "deflate, gzip"), (CURL_VERSION_BROTLI, "br"), (CURL_VERSION_ZSTD, "zstd"),
    ]
    let names = known.filter { has($0.0) }.map(\.1)
    return names.isEmpty ? "identity" : names.joined(separator: ", ")
  }

  /// Whether a handle may be reused for a second transfer. libcurl keeps response headers since 7.83, and before 8.3 a
  /// handle kept a dangling pointer to a header of the previous response: a head that begins with a folded line then
  /// crashes the process (curl issues 11101 and 11620).
  var reusesHandles: Bool { number < 0x075300 || number >= 0x080300 }

  /// Whether it has a callback just before a request is sent.
  var asksBeforeRequests: Bool { number >= 0x075000 }

  var capabilities: TransportCapabilities {
    var found: Set<TransportCapabilities.Feature> = [
      .proxy, .resolveOverride, .connectTo, .interface, .clientCertificate, .pinnedPublicKey, .digest, .phaseTiming,
      .verbatimHeaders, .verbatimPath, .anyMethod, .informationalResponses, .trailers, .certificateChain, .rawHeads,
      .backPressure, .phaseTimeouts,
    ]
    let optional: [(Int32, TransportCapabilities.Feature)] = [
      (CURL_VERSION_HTTP2, .http2), (CURL_VERSION_HTTP3, .http3), (CURL_VERSION_UNIX_SOCKETS, .unixSocket),
      (CURL_VERSION_NTLM, .ntlm), (CURL_VERSION_SPNEGO, .negotiate), (CURL_VERSION_LIBZ, .gzip),
      (CURL_VERSION_BROTLI, .brotli), (CURL_VERSION_ZSTD, .zstd),
    ]
    for (bit, feature) in optional where has(bit) { found.insert(feature) }
    if number >= 0x074B00 { found.insert(.awsSignature) }
    return TransportCapabilities(name: name, features: found)
  }
}
