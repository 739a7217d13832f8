import CCurl

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
  private let library: CurlLibrary

  init(_ lines: [String], library: CurlLibrary) {
    self.library = library
    var first: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      // Out of memory ends the list early.
      guard let longer = library.listAppend(first, line) else { break }
      first = longer
    }
    self.first = first
  }

  deinit { library.listFree(first) }
}

/// A URL parsed by libcurl. It must outlive every transfer that uses it.
// Unchecked: immutable after creation; libcurl copies it for each transfer.
final class CurlURL: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer
  private let library: CurlLibrary

  /// Parsed as `CURLOPT_URL` is; `nil` if invalid, which libcurl reports when it gets the text instead.
  init?(_ url: String, library: CurlLibrary) {
    guard let raw = library.urlInit() else { return nil }
    self.library = library
    self.raw = raw
    let flags = UInt32(CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS)
    if library.urlSet(raw, CURLUPART_URL, url, flags) != CURLUE_OK { return nil }
  }

  deinit { library.urlCleanup(raw) }
}
