import Basics
import CNGHTTP2
import HTTPModel

/// libnghttp2's functions. The library is a dependency of every libcurl with HTTP/2.
// Unchecked: function addresses, which never change once the library is open.
final class NGHTTP2Library: @unchecked Sendable {
  typealias Session = OpaquePointer
  typealias Status = Int32

  let version: String
  private let callbacksNew: @convention(c) (UnsafeMutablePointer<OpaquePointer?>?) -> Status
  private let callbacksDelete: @convention(c) (OpaquePointer?) -> Void
  private let optionNew: @convention(c) (UnsafeMutablePointer<OpaquePointer?>?) -> Status
  private let optionDelete: @convention(c) (OpaquePointer?) -> Void
  private let optionSetOwnWindowUpdates: @convention(c) (OpaquePointer?, Int32) -> Void
  private let optionSetLongestHead: @convention(c) (OpaquePointer?, Int) -> Void
  private let setters: Setters
  private let clientNew:
    @convention(c) (UnsafeMutablePointer<OpaquePointer?>?, OpaquePointer?, UnsafeMutableRawPointer?, OpaquePointer?) ->
      Status
  let delete: @convention(c) (Session?) -> Void
  let submitSettings: @convention(c) (Session?, UInt8, UnsafePointer<nghttp2_settings_entry>?, Int) -> Status
  let submitRequest:
    @convention(c) (
      Session?, UnsafeRawPointer?, UnsafePointer<nghttp2_nv>?, Int, UnsafePointer<nghttp2_data_provider>?,
      UnsafeMutableRawPointer?
    ) -> Int32
  let submitReset: @convention(c) (Session?, UInt8, Int32, UInt32) -> Status
  let resumeData: @convention(c) (Session?, Int32) -> Status
  let setWindow: @convention(c) (Session?, UInt8, Int32, Int32) -> Status
  let consumeConnection: @convention(c) (Session?, Int) -> Status
  let consumeStream: @convention(c) (Session?, Int32, Int) -> Status
  let receive: @convention(c) (Session?, UnsafePointer<UInt8>?, Int) -> Int
  let send: @convention(c) (Session?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?) -> Int
  let wantsRead: @convention(c) (Session?) -> Int32
  let wantsWrite: @convention(c) (Session?) -> Int32
  let terminate: @convention(c) (Session?, UInt32) -> Status
  private let text: @convention(c) (Int32) -> UnsafePointer<CChar>?

  private struct Setters {
    let frame: @convention(c) (OpaquePointer?, nghttp2_on_frame_recv_callback?) -> Void
    let unsent: @convention(c) (OpaquePointer?, nghttp2_on_frame_not_send_callback?) -> Void
    let head: @convention(c) (OpaquePointer?, nghttp2_on_begin_headers_callback?) -> Void
    let field: @convention(c) (OpaquePointer?, nghttp2_on_header_callback?) -> Void
    let data: @convention(c) (OpaquePointer?, nghttp2_on_data_chunk_recv_callback?) -> Void
    let close: @convention(c) (OpaquePointer?, nghttp2_on_stream_close_callback?) -> Void
    let fault: @convention(c) (OpaquePointer?, nghttp2_error_callback2?) -> Void
  }

  /// The callbacks of a session; the last argument of each is the session's context.
  struct Callbacks {
    let frame: nghttp2_on_frame_recv_callback
    let unsent: nghttp2_on_frame_not_send_callback
    let head: nghttp2_on_begin_headers_callback
    let field: nghttp2_on_header_callback
    let data: nghttp2_on_data_chunk_recv_callback
    let close: nghttp2_on_stream_close_callback
    let fault: nghttp2_error_callback2
  }

  static let loaded: Loaded<NGHTTP2Library> = {
    do throws(DynamicLibrary.Failure) { return .library(try NGHTTP2Library()) } catch {
      return .nothing(failure(error))
    }
  }()

  #if canImport(Darwin)
  private static let names = ["libnghttp2.14.dylib", "/opt/homebrew/opt/libnghttp2/lib/libnghttp2.14.dylib"]
  private static let advice = "install it with `brew install libnghttp2`"
  #else
  private static let names = ["libnghttp2.so.14", "libnghttp2.so"]
  private static let advice = "install libnghttp2-14 (Debian, Ubuntu) or libnghttp2 (Fedora)"
  #endif

  private static func failure(_ failure: DynamicLibrary.Failure) -> NetworkError {
    switch failure {
    case .library(_, let reason):
      NetworkError(.unsupported, "libnghttp2, which gRPC needs, is not installed; \(advice)", detail: reason)
    case .function(let name, library: _):
      NetworkError(.unsupported, "this libnghttp2 is too old for gRPC: it has no \(name)")
    }
  }

  private init() throws(DynamicLibrary.Failure) {
    let library = try DynamicLibrary(Self.names)
    callbacksNew = try library.function("nghttp2_session_callbacks_new")
    callbacksDelete = try library.function("nghttp2_session_callbacks_del")
    optionNew = try library.function("nghttp2_option_new")
    optionDelete = try library.function("nghttp2_option_del")
    optionSetOwnWindowUpdates = try library.function("nghttp2_option_set_no_auto_window_update")
    optionSetLongestHead = try library.function("nghttp2_option_set_max_send_header_block_length")
    setters = Setters(
      frame: try library.function("nghttp2_session_callbacks_set_on_frame_recv_callback"),
      unsent: try library.function("nghttp2_session_callbacks_set_on_frame_not_send_callback"),
      head: try library.function("nghttp2_session_callbacks_set_on_begin_headers_callback"),
      field: try library.function("nghttp2_session_callbacks_set_on_header_callback"),
      data: try library.function("nghttp2_session_callbacks_set_on_data_chunk_recv_callback"),
      close: try library.function("nghttp2_session_callbacks_set_on_stream_close_callback"),
      fault: try library.function("nghttp2_session_callbacks_set_error_callback2"))
    clientNew = try library.function("nghttp2_session_client_new2")
    delete = try library.function("nghttp2_session_del")
    submitSettings = try library.function("nghttp2_submit_settings")
    submitRequest = try library.function("nghttp2_submit_request")
    submitReset = try library.function("nghttp2_submit_rst_stream")
    resumeData = try library.function("nghttp2_session_resume_data")
    setWindow = try library.function("nghttp2_session_set_local_window_size")
    consumeConnection = try library.function("nghttp2_session_consume_connection")
    consumeStream = try library.function("nghttp2_session_consume_stream")
    receive = try library.function("nghttp2_session_mem_recv")
    send = try library.function("nghttp2_session_mem_send")
    wantsRead = try library.function("nghttp2_session_want_read")
    wantsWrite = try library.function("nghttp2_session_want_write")
    terminate = try library.function("nghttp2_session_terminate_session")
    text = try library.function("nghttp2_strerror")
    let about: @convention(c) (Int32) -> UnsafePointer<nghttp2_info>? = try library.function("nghttp2_version")
    version = about(0)?.pointee.version_str.map { String(cString: $0) } ?? ""
  }

  /// Creates a client session; `nil` without memory. Windows are opened only as content is processed.
  /// - Parameter longestHead: the maximum size of a request's fields, in bytes.
  func session(_ callbacks: Callbacks, longestHead: Int, context: UnsafeMutableRawPointer) -> Session? {
    var known: OpaquePointer?
    var option: OpaquePointer?
    var session: OpaquePointer?
    guard callbacksNew(&known) == 0 else { return nil }
    defer { callbacksDelete(known) }
    guard optionNew(&option) == 0 else { return nil }
    defer { optionDelete(option) }
    setters.frame(known, callbacks.frame)
    setters.unsent(known, callbacks.unsent)
    setters.head(known, callbacks.head)
    setters.field(known, callbacks.field)
    setters.data(known, callbacks.data)
    setters.close(known, callbacks.close)
    setters.fault(known, callbacks.fault)
    optionSetOwnWindowUpdates(option, 1)
    optionSetLongestHead(option, longestHead)
    return clientNew(&session, known, context, option) == 0 ? session : nil
  }

  func words(_ code: Int) -> String { text(Int32(clamping: code)).map { String(cString: $0) } ?? "\(code)" }
}
