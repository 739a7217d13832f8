import Basics
import CCurl
import HTTPModel

/// libcurl's functions, loaded for the first request.
///
/// The program does not link libcurl, because loading its dependencies would add 5 ms and 9 MB to every start, even if
/// nothing is sent. Types and constants come from the headers, addresses from the installed library.
// Unchecked: function addresses, which never change once the library is open.
final class CurlLibrary: @unchecked Sendable {
  let easyInit: @convention(c) () -> UnsafeMutableRawPointer?
  let easyCleanup: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let easyReset: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let easyPause: @convention(c) (UnsafeMutableRawPointer?, Int32) -> CURLcode
  let easySend:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>?) -> CURLcode
  let easyReceive:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>?) -> CURLcode
  let easyText: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  let listAppend:
    @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>?) -> UnsafeMutablePointer<
      curl_slist
    >?
  let listFree: @convention(c) (UnsafeMutablePointer<curl_slist>?) -> Void
  let multiInit: @convention(c) () -> UnsafeMutableRawPointer?
  let multiCleanup: @convention(c) (UnsafeMutableRawPointer?) -> CURLMcode
  let multiAdd: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CURLMcode
  let multiRemove: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> CURLMcode
  let multiAct: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, UnsafeMutablePointer<Int32>?) -> CURLMcode
  let multiRead:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int32>?) -> UnsafeMutablePointer<
      CURLMsg
    >?
  /// Variadic, called through the shim.
  let easySetOption: UnsafeMutableRawPointer
  let easyGetInfo: UnsafeMutableRawPointer
  let multiSetOption: UnsafeMutableRawPointer
  let version: CurlVersion
  /// `nil` if libcurl supports a coding whose library cannot be found: libcurl then decompresses bodies itself.
  let codings: ContentCodings?

  /// Opened once per process: `curl_global_init` must not run concurrently.
  static let loaded: Loaded<CurlLibrary> = {
    do throws(NetworkError) { return .library(try CurlLibrary()) } catch { return .nothing(error) }
  }()

  private init() throws(NetworkError) {
    let symbols = try CurlSymbols()
    easyInit = try symbols.function("curl_easy_init")
    easyCleanup = try symbols.function("curl_easy_cleanup")
    easyReset = try symbols.function("curl_easy_reset")
    easyPause = try symbols.function("curl_easy_pause")
    easySend = try symbols.function("curl_easy_send")
    easyReceive = try symbols.function("curl_easy_recv")
    easyText = try symbols.function("curl_easy_strerror")
    listAppend = try symbols.function("curl_slist_append")
    listFree = try symbols.function("curl_slist_free_all")
    multiInit = try symbols.function("curl_multi_init")
    multiCleanup = try symbols.function("curl_multi_cleanup")
    multiAdd = try symbols.function("curl_multi_add_handle")
    multiRemove = try symbols.function("curl_multi_remove_handle")
    multiAct = try symbols.function("curl_multi_socket_action")
    multiRead = try symbols.function("curl_multi_info_read")
    easySetOption = try symbols.address("curl_easy_setopt")
    easyGetInfo = try symbols.address("curl_easy_getinfo")
    multiSetOption = try symbols.address("curl_multi_setopt")
    let globalInit: @convention(c) (Int) -> CURLcode = try symbols.function("curl_global_init")
    let code = globalInit(ccurl_global_default)
    guard code == CURLE_OK else {
      throw NetworkError(
        .unsupported, "libcurl could not be started", detail: easyText(code).map { String(cString: $0) })
    }
    let about: @convention(c) (CURLversion) -> UnsafeMutablePointer<curl_version_info_data>? =
      try symbols.function("curl_version_info")
    version = CurlVersion(about(CURLVERSION_FIRST)?.pointee)
    codings = version.codings.allSatisfy(ContentCodings.installed.supports) ? .installed : nil
  }
}

/// A library, or the reason why it cannot be used. Not a `Result`: its first use with a custom error in a process is
/// slow.
enum Loaded<Library: Sendable>: Sendable {
  case library(Library)
  case nothing(NetworkError)

  func get() throws(NetworkError) -> Library {
    switch self {
    case .library(let library): return library
    case .nothing(let error): throw error
    }
  }
}

/// Looks up symbols in the open library.
struct CurlSymbols {
  private let library: DynamicLibrary

  #if canImport(Darwin)
  private static let names = [
    "libcurl.4.dylib", "/usr/lib/libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
  ]
  private static let advice = "install curl"
  #else
  private static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"]
  private static let advice = "install libcurl4 (Debian, Ubuntu) or libcurl (Fedora)"
  #endif

  init() throws(NetworkError) {
    do throws(DynamicLibrary.Failure) { library = try DynamicLibrary(Self.names) } catch {
      throw Self.failure(error)
    }
  }

  func address(_ name: String) throws(NetworkError) -> UnsafeMutableRawPointer {
    do throws(DynamicLibrary.Failure) { return try library.address(name) } catch { throw Self.failure(error) }
  }

  /// `F` must be the type declared for that name in libcurl's header.
  func function<F>(_ name: String) throws(NetworkError) -> F {
    do throws(DynamicLibrary.Failure) { return try library.function(name) } catch { throw Self.failure(error) }
  }

  private static func failure(_ failure: DynamicLibrary.Failure) -> NetworkError {
    switch failure {
    case .library(_, let reason):
      NetworkError(.unsupported, "libcurl is not installed; \(advice)", detail: reason)
    case .function(let name, library: _):
      NetworkError(.unsupported, "this libcurl is too old (7.66 or later is needed): it has no \(name)")
    }
  }
}

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

  /// The value of `Accept-Encoding` that libcurl writes if it is asked to decode every supported coding.
  var acceptedCodings: String {
    let names = codings.map { $0 == "gzip" ? "deflate, gzip" : $0 }
    return names.isEmpty ? "identity" : names.joined(separator: ", ")
  }

  /// The codings that libcurl supports, by one name for each library.
  var codings: [String] {
    let known: [(Int32, String)] = [
      (CURL_VERSION_LIBZ, "gzip"), (CURL_VERSION_BROTLI, "br"), (CURL_VERSION_ZSTD, "zstd"),
    ]
    return known.filter { has($0.0) }.map(\.1)
  }

  /// True if a handle may be reused for a second transfer. libcurl keeps response headers since 7.83, and before 8.3 a
  /// handle kept a dangling pointer to a header of the previous response: a head that begins with a folded line then
  /// crashes the process (curl issues 11101 and 11620).
  var reusesHandles: Bool { number < 0x075300 || number >= 0x080300 }

  /// True if it has a callback just before a request is sent.
  var asksBeforeRequests: Bool { number >= 0x075000 }

  var capabilities: TransportCapabilities {
    var found: Set<TransportCapabilities.Feature> = [
      .proxy, .resolveOverride, .connectTo, .interface, .clientCertificate, .pinnedPublicKey, .digest, .phaseTiming,
      .verbatimHeaders, .verbatimPath, .anyMethod, .informationalResponses, .trailers, .certificateChain, .rawHeads,
      .backPressure, .phaseTimeouts, .versionChoice, .tlsOptions, .login, .compressedContent, .upgrade,
    ]
    let optional: [(Int32, TransportCapabilities.Feature)] = [
      (CURL_VERSION_HTTP2, .http2), (CURL_VERSION_HTTP3, .http3), (CURL_VERSION_UNIX_SOCKETS, .unixSocket),
      (CURL_VERSION_NTLM, .ntlm), (CURL_VERSION_SPNEGO, .negotiate), (CURL_VERSION_LIBZ, .gzip),
      (CURL_VERSION_BROTLI, .brotli), (CURL_VERSION_ZSTD, .zstd),
    ]
    for (bit, feature) in optional where has(bit) { found.insert(feature) }
    return TransportCapabilities(name: name, features: found)
  }
}
