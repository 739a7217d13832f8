/// Modal editing as in vim: text, cursor, registers and mode, changed by one key after the other. A pure value: `:w` and
/// `:q` come back as an outcome.
struct VimEditor: Hashable, Sendable {
  enum Mode: Hashable, Sendable {
    case normal, insert, visual, visualLine
  }

  struct Register: Hashable, Sendable {
    var text: String
    var isLinewise: Bool
  }

  enum Outcome: Hashable, Sendable {
    case done, failed
    case write, quit, writeAndQuit
  }

  /// The last change, for `.`.
  struct Change: Hashable, Sendable {
    var command: VimCommand
    /// What was typed in insert mode.
    var typed = ""
    /// The size of the selection that it was made of.
    var visual: Selection?
  }

  struct Selection: Hashable, Sendable {
    var isLinewise: Bool
    var lines: Int
    /// Columns of the screen: the width in one line, else where the last line ends.
    var columns: Int
  }

  struct Insertion: Hashable, Sendable {
    var count = 1
    /// What was typed so far.
    var typed = ""
    var opensLine = false
    /// Whether it is a step of undo even if nothing was typed.
    var isStep = false
    var start = VimText.Place()
    /// The lines before the change, for undo.
    var before: [[Character]]?
    var undoCursor = VimText.Place()
    var change: VimCommand?
    var visual: Selection?
  }

  var text: VimText
  var mode = Mode.normal
  var registers: [Character: Register] = [:]
  /// The keys of a command that is not complete.
  var pending: [Character] = []
  /// The column on the screen that vertical moves aim at; `Int.max` after `$`.
  var goal = 0
  /// Where the selection began.
  var anchor = VimText.Place()
  var find: VimFind?
  var pattern: String?
  var history = VimHistory()
  var last: Change?
  var isRepeating = false
  var insertion = Insertion()
  /// Whether the last motion went behind the last character of a line, and was put on it.
  var landsPastEnd = false

  init(_ text: String) { self.text = VimText(text) }
}
