package import HTTPModel
package import SessionModel
package import Workspaces

/// Follows one send of an open request and turns each step into actions for the screen.
package struct SendListener: Sendable {
  private let key: RequestKey
  private let number: Int
  private let definition: RequestDefinition
  /// Returns the absolute path of the collection whose consent is needed. Computed on demand.
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

  package func report(_ event: SendEvent, post: Services.Post) {
    switch event {
    case .asking(.prompts(let questions)): post(.sending(.step(key, .answersNeeded(send: number, questions))))
    case .asking(.consent(let uses)):
      post(.sending(.step(key, .consentNeeded(send: number, ConsentQuestion(uses, collection: collection())))))
    case .asking(.resend(let question)): post(.sending(.step(key, .resendNeeded(send: number, question))))
    case .asking(.scripts(let question)): post(.sending(.step(key, .scriptsNeeded(send: number, question))))
    case .refused(.scripts(.unavailable(let count, let why))):
      post(.sending(.step(key, .scriptsUnavailable(send: number, count, why))))
    case .skipped(let results): post(.sending(.step(key, .scriptsSkipped(send: number, results))))
    case .sendingFirst(let id, let method):
      post(.notified(.information, "Sending \(id) (\(method)) first, for its answer"))
    case .conversation(let event): post(.response(.transfer(send: number, event), of: key))
    case .script(let event): post(.response(.scriptsReported(send: number, [event]), of: key))
    case .judged(let answer):
      // Posted after the captures, so that the next send sees the captured variables. Saving to the slower history
      // follows.
      post(.response(.transfer(send: number, .finished(answer.record.exchange)), of: key))
      let scripts = answer.scripts.map { $0.masked(by: answer.redaction) }
      post(.sending(.step(key, .judged(answer.checks, answer.scope, scripts))))
      if let missing = scripts?.missing, !missing.isEmpty {
        post(.sending(.step(key, .scriptValuesNeeded(ConsentQuestion(missing, collection: collection())))))
      }
    case .notKept(let why): post(.history(.notStored(why)))
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be stored: \(why)"))
    case .refused(.cancelled): post(.response(.transfer(send: number, .finished(start.cancelled(definition))), of: key))
    case .refused(let fault): post(.response(.refused(send: number, Refusal(fault, definition)), of: key))
    // The screen's drivers always produce an exchange, and its history entry appears through the history.
    case .failed, .resolved, .cancelling, .finished, .kept: break
    }
  }
}

extension [Action] {
  /// The same actions with consecutive reports of scripts as one, so that a flood of console lines does not delay keys.
  var joiningReports: [Action] {
    guard count > 1 else { return self }
    var joined: [Action] = []
    var reports: (send: Int, key: RequestKey?, events: [ScriptEvent])?
    func flush() {
      if let last = reports { joined.append(.response(.scriptsReported(send: last.send, last.events), of: last.key)) }
      reports = nil
    }
    for action in self {
      guard case .response(.scriptsReported(let send, let events), let key) = action else {
        flush()
        joined.append(action)
        continue
      }
      if reports?.send != send || reports?.key != key { flush() }
      if reports == nil { reports = (send, key, []) }
      reports?.events += events
    }
    flush()
    return joined
  }
}

/// Follows a send under one of several environments, and turns each step into actions for the screen.
package struct EnvironmentComparisonListener: Sendable {
  private let number: Int

  package init(_ number: Int) { self.number = number }

  package func report(_ event: SendEvent, post: Services.Post) {
    switch event {
    case .judged(let answer):
      post(
        .environmentComparison(
          .answered(
            send: number, answer.record.exchange, answer.checks, answer.scope, secrets: answer.redaction.secrets)))
    case .asking(.prompts(let questions)): post(.environmentComparison(.asked(send: number, questions)))
    case .asking(.consent(let uses)):
      let what = uses.first?.what ?? "something"
      post(
        .environmentComparison(.failed(send: number, "It would use \(what): send it in this environment to allow that"))
      )
    case .asking(.resend(let question)):
      let words = "It would send \(question.requestID) again for its answer: send it in this environment to allow that"
      post(.environmentComparison(.failed(send: number, words)))
    case .asking(.scripts):
      let words = "Its scripts are not allowed yet: send it in this environment to allow them"
      post(.environmentComparison(.failed(send: number, words)))
    case .skipped: post(.environmentComparison(.failed(send: number, "A script kept it from being sent")))
    case .refused(let fault): post(.environmentComparison(.failed(send: number, "\(fault)")))
    case .failed(let error): post(.environmentComparison(.failed(send: number, error.message)))
    case .notKept(let why): post(.history(.notStored(why)))
    case .cookiesNotKept(let why): post(.notified(.error, "The cookies cannot be stored: \(why)"))
    case .sendingFirst, .resolved, .script, .conversation, .cancelling, .finished, .kept: break
    }
  }
}

/// Copies a request to the clipboard as a curl command, and reports the result.
package struct CurlCopying: Sendable {
  package let style: CurlCommand.Style
  package let revealsSecrets: Bool

  package init(style: CurlCommand.Style, revealsSecrets: Bool) {
    self.style = style
    self.revealsSecrets = revealsSecrets
  }

  /// - Parameter tool: the program that runs the command, if it is not curl.
  package func report(_ command: String, tool: String?, notices: [String], post: Services.Post) {
    let name = tool ?? (style == .exact ? "exact cURL" : "cURL")
    let label = revealsSecrets ? "\(name) (with its secrets)" : "\(name) (secrets masked)"
    let start = revealsSecrets ? "" : SystemEffect.start(of: command)
    post(.effect(.system(.copy(command, label: label, shown: start))))
    if let notice = notices.first { post(.notified(.warning, notice)) }
  }

  package func report(_ fault: SendFault, post: Services.Post) {
    post(.notified(.error, ExportListener.words(for: fault)))
  }
}

extension Refusal {
  /// The reason why a request was not sent, with the table row as displayed.
  init(_ fault: SendFault, _ definition: RequestDefinition) {
    guard case .refusal(let refusal) = fault else {
      self.init(.other, fault.description)
      return
    }
    let field: Field =
      switch refusal.field {
      case .url: .url
      case .method: .method
      case .authentication: .auth
      case .header(let row): .header(row)
      case .query(let row): .param(row)
      case .pathParameter(let name):
        definition.params.firstIndex { $0.place == .path && $0.row.name == name }.map { .param($0) } ?? .url
      case .body(let row): row.map { .bodyRow($0) } ?? .body
      case .kind, .settings, .inherited: .other
      }
    self.init(field, refusal.headline)
    guard case .unresolved(let variables) = refusal.problem else { return }
    variable = variables.first(where: \.isDefinable)?.name
  }
}

extension UnresolvedVariable {
  /// True if defining a variable with this name would resolve it.
  fileprivate var isDefinable: Bool {
    switch reason {
    case .missing, .secretWithoutValue, .disabled: true
    case .cycle, .tooLarge, .secretCommandFailed, .prompt, .noChoice, .unknownDynamic, .notUnderstood, .notSet,
      .nameOfSecret, .noAnswer, .namedByAnswer:
      false
    }
  }
}
