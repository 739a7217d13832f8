/// Decodes one content coding, piece by piece, and knows whether its end was reached.
protocol ContentDecoder: AnyObject {
  /// Decodes from `input` to `output`, until either is exhausted.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) -> DecodingStep

  /// Whether nothing or everything has arrived; anything in between is a truncated body.
  var isWhole: Bool { get }
}

/// The progress of one call of a decoder, in bytes.
struct DecodingStep: Equatable {
  var read: Int
  var written: Int
}

/// A body that does not match its Content-Encoding.
struct DecodingFault: Error, Equatable {
  /// What is wrong: `its gzip data is corrupt`.
  let words: String

  init(_ words: String) {
    self.words = words
  }
}
