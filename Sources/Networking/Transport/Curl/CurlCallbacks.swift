import CCurl

/// The C functions that libcurl calls on the loop's thread; each finds its transfer through the pointer and forwards.
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
      // A library without this option sends the same header lines with every attempt.
      ccurl_set_prereq(options, handle.raw, CURLOPT_PREREQFUNCTION, willSend)
      handle.set(CURLOPT_PREREQDATA, pointer: pointer)
    }
    if !transfer.remarksOnlyOnSending { handle.set(CURLOPT_VERBOSE, true) }
    if transfer.job.request.reportsProgress || transfer.watchesActivity {
      ccurl_set_progress(options, handle.raw, progress)
      handle.set(CURLOPT_XFERINFODATA, pointer: pointer)
      handle.set(CURLOPT_NOPROGRESS, false)
    }
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
