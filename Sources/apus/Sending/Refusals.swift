import Basics
import Sessions
import Synchronization

/// The lines of standard input that could not be said into a conversation: each is told, and the conversation goes on.
final class Refusals: Sendable {
  private let number = Atomic(0)
  /// How many files are said before the first line.
  private let files: Int

  init(files: Int) { self.files = files }

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }

  func hear(_ reply: ConversationInput.Reply) {
    guard case .refused(let words, let message) = reply else { return }
    add()
    let place = "line \(Quantity.count(max(1, message - files))) of the input"
    Output.error.say("apus: \(place) is not said: \(TerminalText.line(words))")
  }
}
