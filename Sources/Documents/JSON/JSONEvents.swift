/// The events of a scan over the text. Offsets count from the start of the scanned memory.
///
/// The calls are in the innermost loop: implementations are structs, specialised into the scanner.
protocol JSONEvents: ~Copyable {
  /// A container starts at `offset`; `depth` containers were open before.
  mutating func opened(at offset: Int, object: Bool, depth: Int)
  /// The last opened container is not empty: its first element or key starts at `offset`.
  mutating func firstChild(at offset: Int, depth: Int)
  mutating func comma(at offset: Int, depth: Int)
  mutating func colon(at offset: Int)
  /// A container ends at `offset`; `depth` containers stay open.
  mutating func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int)
  /// A piece of a string, number or literal. Long or interrupted ones come in several pieces.
  mutating func scalar(from start: Int, to end: Int, isComplete: Bool)
  /// Another value starts at the top level of a sequence.
  mutating func nextDocument(at offset: Int)
}

/// Ignores all events: for validation only.
struct NoJSONEvents: JSONEvents {
  @inline(__always) func opened(at offset: Int, object: Bool, depth: Int) {}
  @inline(__always) func firstChild(at offset: Int, depth: Int) {}
  @inline(__always) func comma(at offset: Int, depth: Int) {}
  @inline(__always) func colon(at offset: Int) {}
  @inline(__always) func closed(at offset: Int, object: Bool, isEmpty: Bool, depth: Int) {}
  @inline(__always) func scalar(from start: Int, to end: Int, isComplete: Bool) {}
  @inline(__always) func nextDocument(at offset: Int) {}
}
