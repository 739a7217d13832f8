import Sessions
import Workspaces

/// Listens to one send of an open request: each step as what follows from it on the screen.
package struct SendListener: Sendable {
  private let key: RequestKey
  private let number: Int
  private let definition: RequestDefinition
  /// Absolute path of the collection that is asked for its consent; looked for only then.
  private let collection: @Sendable () -> String
  private let start: SendStart

  package init(
    _ key: RequestKey, _ number: Int, _ definition: RequestDefinition, since start: SendStart,
    collection: @escaping @Sendable () -> String
  ) {
    self.key = key
    self.number = number
    self.definition = definition
    self.collection = collection
    self.start = start
  }

  package func hear(_ event: SendEvent, post: Services.Post) {
    switch event {
    case .asking(.prompts(let labels)): post(.sending(.answersNeeded(key, send: number, labels: labels)))
    case .asking(.consent(let uses)):
      post(.sending(.consentNeeded(key, send: number, ConsentQuestion(uses, collection: collection()))))
    case .resolved(let send):
      guard !send.resent.isEmpty else { return }
      post(.notified(.information, "Sent first, for its answer: \(send.resent.joined(separator: ", "))"))
    case .conversation(let event): post(.response(.transfer(key, send: number, event)))
    case .judged(let answer):
      // Told only now, so that the next send has what the response sets. The slow history comes later.
      post(.response(.transfer(key, send: number, .finished(answer.record.exchange))))
      post(.sending(.judged(key, answer.checks, answer.scope)))
    case .notKept(let notice): post(.notified(.warning, notice))
    case .refused(.cancelled): post(.response(.transfer(key, send: number, .finished(start.cancelled(definition)))))
    case .refused(let fault): post(.response(.refused(key, send: number, Refusal(fault, definition))))
    // The drivers of the screen always have an exchange, and its record is listed by the history.
    case .failed, .cancelling, .sentFirst, .finished, .kept: break
    }
  }
}
