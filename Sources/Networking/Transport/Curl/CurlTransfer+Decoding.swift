import CCurl
import HTTPTypes

/// Decompression of the body here rather than in libcurl.
extension CurlTransfer {
  /// Chooses the decoder for the content that follows this head.
  func prepareDecoding(for head: ResponseHead) {
    decoding = nil
    decodedAhead = 0
    guard let codings = handle.library.codings, request.options.decompresses ?? true else { return }
    if head.hasTransferCoding {
      // libcurl up to 8.4 decodes either all codings or none.
      handle.set(CURLOPT_HTTP_CONTENT_DECODING, true)
      return
    }
    let names = head.codings
    if !names.isEmpty { decoding = BodyDecoding(names, codings) }
  }

  /// Returns how many bytes were consumed, or the value that asks libcurl to pause.
  func received(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let decoding else { return receivedContent(bytes) }
    // After a pause libcurl repeats the data; skip the part that was already decoded.
    let skipped = min(decodedAhead, bytes.count)
    var answer = bytes.count
    do throws(DecodingFault) {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[skipped...])
      let (read, isTaken) = try decoding.decode(rest) { piece in
        let taken = receivedContent(piece)
        if taken != piece.count { answer = taken }
        return taken == piece.count
      }
      decodedAhead = isTaken ? decodedAhead - skipped : decodedAhead + read
    } catch {
      end(.failed(NetworkError(.malformed, "The body cannot be decompressed", detail: error.words)))
      return 0
    }
    return answer
  }

  /// The error if the body is incomplete although libcurl considers it complete. Partial content (RFC 9110, section
  /// 15.3.7) may end anywhere.
  var cutShort: NetworkError? {
    guard let decoding, !decoding.isWhole, machine.response?.status.code != 206 else { return nil }
    let address = URLParts(request.url).hostAndPort
    return NetworkError(.truncated, "\(address) broke off: the compressed body ends early")
  }
}
