/// The error codes of RFC 9113, section 7.
enum HTTP2Code {
  private static let words = [
    "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
    "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
    "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
  ]

  static func word(_ code: UInt32) -> String {
    words.indices.contains(Int(code)) ? words[Int(code)] : "error \(code)"
  }
}
