import Networking
package import Sessions
package import Workspaces

/// Follows one send of an open request and turns each step into actions for the screen.
package struct SendListener: Sendable {
  private let key: RequestKey
  private let number: Int
  private let definition: RequestDefinition
  /// Absolute path of the collection whose consent is needed; computed only on demand.
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
    case .asking(.prompts(let questions)): post(.sending(.answersNeeded(key, send: number, questions)))
    case .asking(.consent(let uses)):
      post(.sending(.consentNeeded(key, send: number, ConsentQuestion(uses, collection: collection()))))
    case .resolved(let send):
      guard !send.resent.isEmpty else { return }
      post(.notified(.information, "Sent first because its answer is needed: \(send.resent.joined(separator: ", "))"))
    case .conversation(let event): post(.response(.transfer(key, send: number, event)))
    case .judged(let answer):
      // Posted only now, so that the next send sees the captured variables. Saving to the slow history comes later.
      post(.response(.transfer(key, send: number, .finished(answer.record.exchange))))
      post(.sending(.judged(key, answer.checks, answer.scope)))
    case .notKept(let notice): post(.notified(.error, notice))
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be kept: \(why)"))
    case .refused(.cancelled): post(.response(.transfer(key, send: number, .finished(start.cancelled(definition)))))
    case .refused(let fault): post(.response(.refused(key, send: number, Refusal(fault, definition))))
    // The screen's drivers always produce an exchange, and its history entry appears through the history.
    case .failed, .cancelling, .sentFirst, .finished, .kept: break
    }
  }
}
