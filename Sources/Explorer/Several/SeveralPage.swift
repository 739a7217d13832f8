package import Networking
import Terminal
package import Workspaces

/// One request under several environments: which are ticked, then what each answered.
package struct SeveralPage: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case idle
    case sending(Int)
    /// It waits for what the request asks for.
    case asked([PromptQuestion])
    case answered(Exchange, AnswerChecks)
    /// Why there is no answer.
    case failed(String)
  }

  package struct Row: Equatable, Sendable {
    package let environment: String
    let isProtected: Bool
    package var isTicked: Bool
    package var outcome = Outcome.idle
    /// What in its request is secret.
    var secrets: Set<String> = []

    /// The number of its send, while that runs.
    var sending: Int? { if case .sending(let number) = outcome { number } else { nil } }
    package var exchange: Exchange? { if case .answered(let exchange, _) = outcome { exchange } else { nil } }
  }

  let key: RequestKey
  /// As it was when the page was opened.
  let draft: RequestDefinition
  package var rows: [Row]
  package var cursor = 0
  /// The row that others are compared with; `nil` for the first.
  package var marked: Int?
  /// Whether the rows are results: else they are to be ticked.
  package var hasSent = false
  /// What was answered so far to what the request asks for.
  var answers: [String: String] = [:]
  /// Whether a form asks for it.
  var isAsking = false

  /// The rows of this stage, as indexes.
  package var shown: [Int] { rows.indices.filter { !hasSent || rows[$0].outcome != .idle } }
  var current: Int? { shown.indices.contains(cursor) ? shown[cursor] : nil }

  /// The keys that its last row names.
  var keys: [(key: String, label: String)] {
    guard hasSent else { return [("Space", "tick"), ("a", "all"), ("Enter", "send"), ("Esc", "close")] }
    return [("Enter", "open"), ("d", "compare"), ("Space", "mark"), ("e", "environments"), ("Esc", "close")]
  }

  /// The row that the one under the cursor is compared with.
  var comparand: Int? {
    guard let current else { return nil }
    if let marked, marked != current { return marked }
    return shown.first { $0 != current && rows[$0].exchange != nil }
  }

  mutating func change(send number: Int, _ body: (inout Row) -> Void) {
    guard let index = rows.firstIndex(where: { $0.sending == number }) else { return }
    body(&rows[index])
  }
}
