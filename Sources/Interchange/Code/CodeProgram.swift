/// A program or command that sends a request, line by line.
struct CodeProgram {
  var lines: [String]
  /// What it does not do as Apus does, one sentence each.
  var notices: [String] = []
  /// How many lines come before any comment: those that open the file.
  var opening = 0

  /// The text with each notice as a comment at the top.
  /// - Parameter comment: what begins a comment; `nil` writes none.
  func text(comment: String?) -> String {
    let comments = comment.map { mark in notices.map { "\(mark) \($0)" } } ?? []
    let head = lines.prefix(opening)
    return (head + comments + lines.dropFirst(opening)).joined(separator: "\n") + "\n"
  }
}
