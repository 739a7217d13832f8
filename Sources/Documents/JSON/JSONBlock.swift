/// One checkpoint of a JSON text: enough to start reading there, and to know what lies between it and the next one
/// without reading it.
struct JSONBlock: Equatable, Sendable {
  /// Blocks end at the first line start after this many bytes.
  static let size = 8 << 10

  /// Just behind a comma or a closing bracket, or at the first child of a container, or 0.
  var offset: Int
  /// The pretty line that starts first at or after `offset`.
  var line: Int
  /// How many containers are open at `offset`.
  var depth: Int32
  /// The least number of open containers anywhere in the block.
  var minimumDepth: Int32
  /// Commas at that least depth, since it was first reached: children that end within the block.
  var commas: Int32 = 0
}
