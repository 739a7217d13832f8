/// What is known of a layer at one moment.
struct LayerIndex: Sendable {
  /// Line feeds in the text.
  var text = TextIndex()
  /// Checkpoints, if the layer is JSON.
  var json: JSONIndex?
  var fault: JSONFault?
  /// Why a derived text is incomplete.
  var problem: String?
  /// Whether the whole text has been read.
  var isComplete = false
}
