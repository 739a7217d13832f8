import Networking
package import Sessions
import Workspaces

/// Follows the send under one of several environments.
package struct SeveralListener: Sendable {
  private let number: Int

  package init(_ number: Int) { self.number = number }

  package func hear(_ event: SendEvent, post: Services.Post) {
    switch event {
    case .judged(let answer):
      post(
        .several(
          .answered(
            send: number, answer.record.exchange, answer.checks, answer.scope, secrets: answer.redaction.secrets)))
    case .asking(.prompts(let questions)): post(.several(.asked(send: number, questions)))
    case .asking(.consent(let uses)):
      let what = uses.first?.what ?? "something"
      post(.several(.failed(send: number, "It would use \(what): send it in this environment to be asked")))
    case .refused(let fault): post(.several(.failed(send: number, "\(fault)")))
    case .failed(let error): post(.several(.failed(send: number, error.message)))
    case .notKept(let notice): post(.notified(.error, notice))
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be kept: \(why)"))
    case .sentFirst, .resolved, .conversation, .cancelling, .finished, .kept: break
    }
  }
}
