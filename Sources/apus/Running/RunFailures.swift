import Explorer
import Networking
import Sessions
import Terminal
import Workspaces

/// The failed requests of a run, with the expected and the actual value of each failed assertion.
///
/// A server that does not answer fails every request to it in the same words, so these words are printed once.
struct RunFailures {
  /// Longer actual values are cut; the reports contain them in full.
  private static let longestActual = 200
  /// The number of failures at the end of a run; further ones are counted.
  private static let mostListed = 100

  private var failed: [RunResult] = []
  private var more = 0
  /// The transfer failures in the order of their first request, with their requests.
  private var transfers: [(transfer: Transfer, ids: [String])] = []
  /// The transfer failures that `details` has printed.
  private var printed: Set<String> = []

  /// A request without an answer.
  private struct Transfer {
    /// The server and the kind of the failure, if the server was not reached at all.
    let key: String
    /// The first message with this key, and the next step for the user.
    let message: String

    init?(_ result: RunResult) {
      guard case .transfer(let message, let category)? = result.trouble, result.cases.allSatisfy(\.passed) else {
        return nil
      }
      let isDown = [.connect, .connectTimeout, .resolve, .proxy, .tls].contains(category)
      key = isDown ? "\(category.rawValue) \(URLParts(result.url).hostAndPort)" : "\(result.id) \(message)"
      let advised = category == .connect ? NetworkError(category, message).errorDescription ?? message : message
      self.message = TerminalText.line(advised)
    }
  }

  mutating func add(_ result: RunResult) {
    guard !result.passed else { return }
    if let transfer = Transfer(result) {
      guard let place = transfers.firstIndex(where: { $0.transfer.key == transfer.key }) else {
        return transfers.append((transfer, [result.id]))
      }
      return transfers[place].ids.append(result.id)
    }
    if failed.count < Self.mostListed { failed.append(result) } else { more += 1 }
  }

  /// The lines below the line of a request.
  mutating func details(of result: RunResult) -> ColoredText {
    var text = ColoredText()
    for assertion in result.cases where !assertion.passed {
      text.add("    \(TerminalText.line(assertion.expression)): \(assertion.lead)\(Self.actual(of: assertion))\n")
    }
    if let transfer = Transfer(result) {
      if printed.insert(transfer.key).inserted { text.add("    \(transfer.message)\n") }
    } else if let message = result.message {
      text.add("    \(TerminalText.line(message))\n")
    }
    return text
  }

  /// The lines at the end of a run.
  func text(_ mark: String) -> ColoredText {
    var text = ColoredText()
    guard !failed.isEmpty || !transfers.isEmpty else { return text }
    text.add("\nFailed\n", .accent)
    for result in failed {
      text.add(mark, .error)
      text.add(" \(TerminalText.line(result.id))\n")
      for assertion in result.cases where !assertion.passed {
        text.add("    expected  ", .dim)
        text.add("\(TerminalText.line(assertion.expression))\n")
        text.add("    \(assertion.explains ? "but     " : "got     ")  ", .dim)
        text.add("\(Self.actual(of: assertion))\n", .error)
      }
      if let message = result.message { text.add("    \(TerminalText.line(message))\n") }
    }
    if more > 0 { text.add("… and \(more) more failures\n") }
    for (transfer, ids) in transfers {
      text.add(mark, .error)
      let others = ids.count > 1 ? " and \(ids.count - 1) more" : ""
      text.add(" \(TerminalText.line(ids[0]))\(others)\n")
      text.add("    \(transfer.message)\n")
    }
    text.add("\n")
    return text
  }

  private static func actual(of assertion: AssertionResult) -> String {
    Truncation.end.applied(to: TerminalText.line(assertion.actual), columns: longestActual)
  }
}
