import CCurl

/// One easy handle with its options as typed calls.
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

  /// libcurl keeps its own copy.
  @discardableResult
  func set(_ option: CURLoption, _ value: String) -> CURLcode {
    ccurl_set_str(library.easySetOption, raw, option, value)
  }

  @discardableResult
  func set(_ option: CURLoption, pointer: UnsafeRawPointer?) -> CURLcode {
    ccurl_set_ptr(library.easySetOption, raw, option, pointer)
  }

  /// The list must live until the transfer is over.
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

  /// The handle's own copy, there until the handle is used again.
  func text(_ info: CURLINFO) -> UnsafePointer<CChar>? {
    var value: UnsafePointer<CChar>?
    return ccurl_get_str(library.easyGetInfo, raw, info, &value) == CURLE_OK ? value : nil
  }

  /// Microseconds as libcurl counts them; `nil` for a phase that did not happen.
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

/// A list of strings as libcurl takes them. It must live as long as a transfer that was given it.
// Unchecked: never changed once it is made; libcurl only reads it.
final class CurlList: @unchecked Sendable {
  let first: UnsafeMutablePointer<curl_slist>?
  private let library: CurlLibrary

  init(_ lines: [String], library: CurlLibrary) {
    self.library = library
    var first: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      // Out of memory ends the list; libcurl keeps what it has.
      guard let longer = library.listAppend(first, line) else { break }
      first = longer
    }
    self.first = first
  }

  deinit { library.listFree(first) }
}

/// A URL that libcurl has read already. It must live as long as a transfer that was given it.
// Unchecked: never changed once it is made; libcurl takes a copy for each transfer.
final class CurlURL: @unchecked Sendable {
  let raw: UnsafeMutableRawPointer
  private let library: CurlLibrary

  /// Read as libcurl reads `CURLOPT_URL`; `nil` where it cannot, and says so when it is given the text.
  init?(_ url: String, library: CurlLibrary) {
    guard let raw = library.urlInit() else { return nil }
    self.library = library
    self.raw = raw
    let flags = UInt32(CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS)
    if library.urlSet(raw, CURLUPART_URL, url, flags) != CURLUE_OK { return nil }
  }

  deinit { library.urlCleanup(raw) }
}
