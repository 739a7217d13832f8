import CCurl
import HTTPModel

/// One easy handle, with typed calls for its options.
// Unchecked: it has one user at a time, who got it from the pool or from the previous user.
struct CurlHandle: @unchecked Sendable {
  let library: CurlLibrary
  let raw: UnsafeMutableRawPointer

  @discardableResult
  func set(_ option: CURLoption, _ value: Int) -> CURLcode {
    ccurl_set_long(library.easySetOption, raw, option, value)
  }

  @discardableResult
  func set(_ option: CURLoption, _ value: Bool) -> CURLcode { set(option, value ? 1 : 0) }

  @discardableResult
  func set(_ option: CURLoption, offset: Int) -> CURLcode {
    ccurl_set_off(library.easySetOption, raw, option, curl_off_t(offset))
  }

  /// libcurl copies the text.
  @discardableResult
  func set(_ option: CURLoption, _ value: String) -> CURLcode {
    ccurl_set_str(library.easySetOption, raw, option, value)
  }

  @discardableResult
  func set(_ option: CURLoption, pointer: UnsafeRawPointer?) -> CURLcode {
    ccurl_set_ptr(library.easySetOption, raw, option, pointer)
  }

  /// The list must outlive the transfer.
  @discardableResult
  func set(_ option: CURLoption, list: CurlList) -> CURLcode {
    ccurl_set_list(library.easySetOption, raw, option, list.first)
  }

  func long(_ info: CURLINFO) -> Int {
    var value = 0
    return ccurl_get_long(library.easyGetInfo, raw, info, &value) == CURLE_OK ? value : 0
  }

  func offset(_ info: CURLINFO) -> Int {
    var value: curl_off_t = 0
    return ccurl_get_off(library.easyGetInfo, raw, info, &value) == CURLE_OK ? Int(value) : 0
  }

  func string(_ info: CURLINFO) -> String? { text(info).map { String(cString: $0) } }

  /// An address of the connection with its port; `nil` if libcurl has none.
  func address(_ ip: CURLINFO, _ port: CURLINFO) -> String? {
    guard let ip = string(ip), !ip.isEmpty else { return nil }
    return ip.utf8.contains(UInt8(ascii: ":")) ? "[\(ip)]:\(long(port))" : "\(ip):\(long(port))"
  }

  /// Points into the handle; valid until it is used again.
  func text(_ info: CURLINFO) -> UnsafePointer<CChar>? {
    var value: UnsafePointer<CChar>?
    return ccurl_get_str(library.easyGetInfo, raw, info, &value) == CURLE_OK ? value : nil
  }

  /// A time in libcurl's microseconds; `nil` for a phase that did not happen.
  func moment(_ info: CURLINFO) -> Duration? {
    let microseconds = offset(info)
    return microseconds > 0 ? .microseconds(microseconds) : nil
  }

  /// The server's certificates, one list of `Name:Value` lines each, leaf first.
  var certificateLines: [[String]] {
    var chain: UnsafeMutablePointer<curl_certinfo>?
    guard ccurl_get_chain(library.easyGetInfo, raw, &chain) == CURLE_OK, let chain else { return [] }
    return (0..<max(0, Int(chain.pointee.num_of_certs))).map { index in
      var lines: [String] = []
      var node = chain.pointee.certinfo?[index]
      while let entry = node {
        if let text = entry.pointee.data { lines.append(String(cString: text)) }
        node = entry.pointee.next
      }
      return lines
    }
  }
}

/// A `curl_slist`. It must outlive every transfer that uses it.
// Unchecked: immutable after creation; libcurl only reads it.
final class CurlList: @unchecked Sendable {
  let first: UnsafeMutablePointer<curl_slist>?
  /// The size of all lines, in bytes.
  let size: Int
  private let library: CurlLibrary

  init(_ lines: [String], library: CurlLibrary) {
    self.library = library
    size = lines.reduce(0) { $0 + $1.utf8.count }
    var first: UnsafeMutablePointer<curl_slist>?
    var last: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      // libcurl walks from the given node to the end. Out of memory ends the list early.
      guard let node = library.listAppend(last, line) else { break }
      if first == nil { first = node }
      last = last == nil ? node : last?.pointee.next
    }
    self.first = first
  }

  deinit { library.listFree(first) }
}

/// The C functions that libcurl calls on the loop's thread. Each forwards to the transfer behind its pointer.
enum CurlCallbacks {
  /// - Parameter pointer: points to `transfer`.
  static func install(on handle: CurlHandle, for transfer: CurlTransfer, at pointer: UnsafeMutableRawPointer) {
    let options = handle.library.easySetOption
    ccurl_set_write(options, handle.raw, CURLOPT_HEADERFUNCTION, header)
    handle.set(CURLOPT_HEADERDATA, pointer: pointer)
    ccurl_set_write(options, handle.raw, CURLOPT_WRITEFUNCTION, write)
    handle.set(CURLOPT_WRITEDATA, pointer: pointer)
    ccurl_set_debug(options, handle.raw, debug)
    handle.set(CURLOPT_DEBUGDATA, pointer: pointer)
    if transfer.remarksOnlyOnSending || transfer.steps.mayKeepBody || transfer.job.isSecure {
      // Without this option, libcurl sends the same header lines with every attempt.
      ccurl_set_prereq(options, handle.raw, CURLOPT_PREREQFUNCTION, willSend)
      handle.set(CURLOPT_PREREQDATA, pointer: pointer)
    }
    if !transfer.remarksOnlyOnSending { handle.set(CURLOPT_VERBOSE, true) }
    if transfer.job.request.reportsProgress || transfer.watchesActivity {
      ccurl_set_progress(options, handle.raw, progress)
      handle.set(CURLOPT_XFERINFODATA, pointer: pointer)
      handle.set(CURLOPT_NOPROGRESS, false)
    }
    // Nothing answers the `Expect` of a preview.
    if transfer.job.request.previewPeer != nil { handle.set(CURLOPT_EXPECT_100_TIMEOUT_MS, 1) }
    guard transfer.isUploading else { return }
    ccurl_set_read(options, handle.raw, read)
    handle.set(CURLOPT_READDATA, pointer: pointer)
    ccurl_set_seek(options, handle.raw, seek)
    handle.set(CURLOPT_SEEKDATA, pointer: pointer)
  }

  static func transfer(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer? {
    pointer.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let header: curl_write_callback = { data, size, count, pointer in
    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    return CurlCallbacks.transfer(pointer)?.receivedLine(bytes) == true ? bytes.count : 0
  }

  private static let write: curl_write_callback = { data, size, count, pointer in
    let bytes = UnsafeRawBufferPointer(start: data, count: size * count)
    return CurlCallbacks.transfer(pointer)?.received(bytes) ?? 0
  }

  private static let read: curl_read_callback = { data, size, count, pointer in
    let buffer = UnsafeMutableRawBufferPointer(start: data, count: size * count)
    return CurlCallbacks.transfer(pointer)?.read(into: buffer) ?? ccurl_read_abort
  }

  private static let seek: curl_seek_callback = { pointer, offset, origin in
    // libcurl only ever seeks from the start (SEEK_SET).
    guard origin == 0, let transfer = CurlCallbacks.transfer(pointer) else { return 2 }
    return transfer.seek(to: Int(offset)) ? 0 : 1
  }

  private static let progress: curl_xferinfo_callback = { pointer, toReceive, received, toSend, sent in
    CurlCallbacks.transfer(pointer)?.counted(
      TransferProgress(
        sent: Int(sent), toSend: toSend > 0 ? Int(toSend) : nil, received: Int(received),
        toReceive: toReceive > 0 ? Int(toReceive) : nil))
    return 0
  }

  private static let willSend: curl_prereq_callback = { pointer, _, _, _, _ in
    CurlCallbacks.transfer(pointer)?.willSend() == true ? 0 : 1
  }

  private static let debug: curl_debug_callback = { _, kind, data, size, pointer in
    guard let transfer = CurlCallbacks.transfer(pointer) else { return 0 }
    switch kind {
    case CURLINFO_TEXT: transfer.noted(UnsafeRawBufferPointer(start: data, count: size))
    case CURLINFO_HEADER_OUT: transfer.sentHead(UnsafeRawBufferPointer(start: data, count: size))
    case CURLINFO_DATA_OUT: transfer.sentContent()
    default: transfer.touch()
    }
    return 0
  }
}
