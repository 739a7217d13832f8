/// The compact view of JSON: the same tokens without white space, as far as the text is valid.
struct JSONMinifier: TextTransform {
  private var formatter: JSONFormatter

  init(isSequence: Bool) { formatter = JSONFormatter(.minified, isSequence: isSequence) }

  mutating func transform(_ bytes: UnsafeRawBufferPointer, isFinal: Bool, into output: inout [UInt8]) -> Int {
    do {
      try formatter.consume(bytes) { output.append(contentsOf: $0) }
      if isFinal { try formatter.finish { output.append(contentsOf: $0) } }
    } catch {
      // Nothing follows a fault; the pretty and raw views show it.
    }
    return bytes.count
  }
}
