import Basics
import CCurl

/// libcurl's functions, loaded by the first request.
///
/// The program does not link libcurl, because loading its dependencies would add 5 ms and 9 MB to every start, even if
/// nothing is sent. Types and constants come from the headers, addresses from the installed library.
// Unchecked: addresses of functions, which never change once the library is open.
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
  let urlInit: @convention(c) () -> UnsafeMutableRawPointer?
  let urlCleanup: @convention(c) (UnsafeMutableRawPointer?) -> Void
  let urlSet: @convention(c) (UnsafeMutableRawPointer?, CURLUPart, UnsafePointer<CChar>?, UInt32) -> CURLUcode
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
  /// `nil` if libcurl decompresses bodies itself.
  let codings: ContentCodings?

  /// Opened once per process: `curl_global_init` must not run concurrently.
  static let loaded = Loaded()

  /// The library, or why it cannot be loaded. Not a `Result`: its first use with a custom error in a process is slow.
  enum Loaded: Sendable {
    case library(CurlLibrary)
    case nothing(NetworkError)

    fileprivate init() {
      do throws(NetworkError) {
        self = .library(try CurlLibrary())
      } catch {
        self = .nothing(error)
      }
    }
  }

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
    urlInit = try symbols.function("curl_url")
    urlCleanup = try symbols.function("curl_url_cleanup")
    urlSet = try symbols.function("curl_url_set")
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
    codings = ContentCodings(symbols, version)
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

  /// `F` must be the type that libcurl's header declares for that name.
  func function<F>(_ name: String) throws(NetworkError) -> F {
    do throws(DynamicLibrary.Failure) { return try library.function(name) } catch { throw Self.failure(error) }
  }

  private static func failure(_ failure: DynamicLibrary.Failure) -> NetworkError {
    switch failure {
    case .library(_, let reason):
      NetworkError(.unsupported, "libcurl is not on this system; \(advice)", detail: reason)
    case .function(let name, library: _):
      NetworkError(.unsupported, "this libcurl is too old (7.66 or later is needed): it has no \(name)")
    }
  }
}
