/// The list or text that has the keyboard, as lines that can be said.
struct LinearList {
  /// What it stands in, such as a pane; said when it changes.
  var pane: String
  var title: String
  /// Said with the title when one comes here.
  var detail = ""
  var count = 0
  /// `nil` for a text without a cursor, which is said whole.
  var cursor: Int?
  /// What the cursor is on: the same line may say something else later.
  var id = ""
  /// The cell of the row under the cursor, where rows have cells to go through.
  var cell = ""
  /// Whether its lines are read, and not counted.
  var isText = false
  /// So many lines at most from one on, each with its number.
  var lines: (_ first: Int, _ most: Int) -> [(number: Int, text: String)] = { _, _ in [] }

  /// A list with a line for each index.
  static func rows(
    _ pane: String, _ title: String, count: Int, cursor: Int?, id: String? = nil, _ text: @escaping (Int) -> String
  ) -> LinearList {
    var list = LinearList(pane: pane, title: title)
    list.count = count
    list.cursor = count > 0 ? cursor.map { min(max(0, $0), count - 1) } : nil
    list.id = id ?? list.cursor.map(String.init) ?? ""
    list.lines = { first, most in
      guard first < count else { return [] }
      return (max(0, first)..<min(count, first + most)).map { ($0, text($0)) }
    }
    return list
  }

  /// A text that is said whole.
  static func text(_ pane: String, _ title: String, _ lines: [String], id: String = "") -> LinearList {
    var list = rows(pane, title, count: lines.count, cursor: nil, id: id) { lines[$0] }
    list.isText = true
    return list
  }

  /// The line under the cursor.
  var text: String { cursor.flatMap { lines($0, 1).first?.text } ?? "" }
}
