/// One checkpoint of a JSON text: enough to start reading there, and to know what lies between it and the next one
/// without reading it.
struct JSONBlock: Equatable, Sendable {
  /// In bytes: a block ends at the first line start after this size.
  static let size = 8 << 10

  /// After a comma or a closing bracket, or at the first child of a container, or 0.
  var offset: Int
  /// The first pretty line that starts at or after `offset`.
  var line: Int
  /// The number of containers open at `offset`.
  var depth: Int32
  /// The minimum number of open containers anywhere in the block.
  var minimumDepth: Int32
  /// Commas at that minimum depth since it was first reached: children that end within the block.
  var commas: Int32 = 0
}
