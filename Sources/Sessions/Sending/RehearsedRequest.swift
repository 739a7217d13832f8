import Basics
package import Networking
import Workspaces

/// A request as it would be sent, to the byte.
package struct RehearsedRequest: Sendable {
  package let sent: SentRequest
  package let redaction: Redaction
  /// Warnings that do not stop a send.
  package let notices: [String]
  /// Of a conversation, when what stands in place of a body would be said; `nil` if the body is one.
  package let saying: String?
  /// The size of what stands in place of a body, if that is not the size of its text.
  package var size: Int?
}

/// Why it is not known what would be sent.
package enum RehearsalFault: Error, Sendable {
  /// A send would be refused, too.
  case refused(SendFault)
  /// Only a send would tell; what each value waits for.
  case unknown([String])
  case failed(NetworkError)

  package var text: String {
    switch self {
    case .refused(.refusal(let refusal)):
      if case .notAllowed = refusal.problem { "\(refusal); send it once to be asked" } else { "\(refusal)" }
    case .refused(let fault): "\(fault)"
    case .unknown(let needs): needs.joined(separator: "; ")
    case .failed(let error): error.message
    }
  }
}

extension SendSession {
  /// What a plan would send now. Nothing is sent, neither for it nor for a login, and no command is run: values of other
  /// answers and tokens are those that are there.
  /// - Parameter driver: sends nothing, and has what it would have sent in the last hop of its exchange.
  package nonisolated func rehearse(
    _ plan: SendPlan, through driver: ConversationDriver
  ) async throws(RehearsalFault) -> RehearsedRequest {
    var plan = plan
    plan.context = plan.context.with(runtime(in: plan.context.answerScope))
    let needs = try addKnown(to: &plan)
    guard needs.isEmpty else { throw .unknown(needs) }
    let ready: PreparedRequest
    do throws(SendFault) {
      ready = try plan.prepared(dynamic: dynamic, logins: Logins(fetches: false), kinds: driver.kinds)
    } catch {
      throw .refused(error)
    }
    let prepared = withCookies(ready, in: plan.context).prepared
    let exchange: Exchange
    do throws(NetworkError) { exchange = try await driver.exchange(prepared, nil) } catch { throw .failed(error) }
    guard var sent = exchange.hops.last?.request, !sent.head.isEmpty else {
      throw .failed(exchange.failure ?? NetworkError(.other, "Nothing would be sent"))
    }
    let redaction = prepared.redaction.adding(credentialsOf: exchange).adding(logins.issued)
    guard let conversation = exchange.conversation else {
      return RehearsedRequest(
        sent: sent, redaction: redaction, notices: prepared.notices, saying: prepared.sayingOfScript)
    }
    let messages = RehearsedMessages(conversation, frames: sent.body, redaction)
    sent.body = messages.text.isEmpty ? nil : ByteStore(messages.text)
    return RehearsedRequest(
      sent: sent, redaction: redaction, notices: prepared.notices, saying: messages.saying, size: messages.size)
  }

  /// Adds what is known without an effect: the values of answers of this session and of the history.
  /// - Returns: what a send would find out first.
  private nonisolated func addKnown(to plan: inout SendPlan) throws(RehearsalFault) -> [String] {
    guard let workspace = plan.workspace, !plan.context.templates(of: plan.definition).isEmpty else { return [] }
    var needs: [String] = []
    do throws(SendRefusal) {
      needs = try workspace.secretCommands(for: plan.definition, in: plan.context).map {
        "{{\($0.command.name)}} is what a command prints, which is not run"
      }
    } catch {
      throw .refused(.refusal(error))
    }
    return needs
      + addAnswersAtHand(to: &plan, in: workspace).map {
        "{{\($0.name)}} is in the answer to \($0.requestID), which would be sent first"
      }
  }
}
