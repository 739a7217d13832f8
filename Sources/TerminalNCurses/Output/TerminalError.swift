/// Why there is no terminal to draw on. The message says what is wrong and how to fix it.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Standard input or output is a file or a pipe.
  case notATerminal
  /// `TERM` is not set, or names a terminal without cursor movement.
  case tooSimple(term: String)
  /// The terminal database does not know the terminal that `TERM` names.
  case unknownType(term: String)

  package var description: String {
    switch self {
    case .notATerminal:
      return "Standard input and output are not a terminal; run this in one, or use the commands (`apus help`)."
    case .tooSimple(let term):
      let named = term.isEmpty ? "TERM is not set" : "TERM=\(term) cannot place its cursor"
      return "\(named), so nothing can be drawn; set TERM (often xterm-256color), or use the commands (`apus help`)."
    case .unknownType(let term):
      return "The terminal type TERM=\(term) is not in the terminal database; install it, or set TERM=xterm-256color."
    }
  }
}
