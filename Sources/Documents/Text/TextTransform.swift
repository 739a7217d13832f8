/// Makes another text from a document's bytes, piece by piece as they arrive.
protocol TextTransform: Sendable {
  /// Reads from the front of `bytes`, writes to `output`, and returns how many bytes it is done with.
  ///
  /// It may leave bytes for the next call, which brings them again with more behind; when `isFinal` it must take all.
  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int
}
