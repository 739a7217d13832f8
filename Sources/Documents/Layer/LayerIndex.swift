/// What is known of a layer at one moment.
struct LayerIndex: Sendable {
  /// Line feeds of the text.
  var text = TextIndex()
  /// Checkpoints, when the layer is JSON.
  var json: JSONIndex?
  var fault: JSONFault?
  /// Why a text that is made could not be made to its end.
  var problem: String?
  /// Whether all of the text has been seen.
  var isComplete = false
}
