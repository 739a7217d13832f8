/// Derives another text from a document's bytes, piece by piece as they arrive.
protocol TextTransform: Sendable {
  /// Reads from the start of `bytes`, writes to `output`, and returns the number of bytes consumed.
  ///
  /// It may leave bytes for the next call, which passes them again with more after them; if `isFinal`, it consumes all.
  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int
}
