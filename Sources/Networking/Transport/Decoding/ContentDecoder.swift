/// Undoes one coding of a body, a piece at a time, and knows whether the end of it has come.
protocol ContentDecoder: AnyObject {
  /// Reads from `input` and writes into `output`, as far as either reaches.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFault) -> DecodingStep

  /// Whether nothing has come yet, or everything: what lies between is a body that was cut.
  var isWhole: Bool { get }
}

/// How far one call of a decoder got, in bytes.
struct DecodingStep: Equatable {
  var read: Int
  var written: Int
}

/// A body that is not what its Content-Encoding says.
struct DecodingFault: Error, Equatable {
  /// In words: `its gzip data is broken`.
  let words: String

  init(_ words: String) {
    self.words = words
  }
}
