import Basics
import Foundation
import HTTPTypes
import Networking
import Synchronization
import TestSupport
import Workspaces

@testable import Sessions

/// The messages of an exchange, each after a mark for its direction.
func texts(_ exchange: Exchange?) -> [String] {
  (exchange?.messages ?? []).map { message in
    (message.direction == .outgoing ? "> " : "< ") + String(decoding: message.body.allBytes, as: UTF8.self)
  }
}

/// A server made of a closure, and the requests it received.
final class Net: Sendable {
  let asked = Mutex<[String]>([])
  let recorded = Mutex<[HistoryRecord]>([])
  let status = Mutex(200)
  /// Runs the scripts of its sessions.
  let scripts = Mutex<ScriptRunning?>(nil)

  func session(
    _ workspace: Workspace?, now: Date = Date(timeIntervalSince1970: 1_700_000_000),
    _ options: SendSession.Options = SendSession.Options(), and drivers: [ConversationDriver] = [],
    drivers first: [ConversationDriver] = []
  ) -> SendSession {
    var dependencies = SendSession.Dependencies(
      drivers: first + [ConversationDriver { prepared, _ in self.answer(prepared.request, at: now) }] + drivers,
      record: { record, redaction in
        self.recorded.withLock { $0.append(record) }
        guard let workspace else { return .off }
        do {
          try History(workspace: workspace).append(record, redaction: redaction)
          return .kept
        } catch {
          return .notKept("\(error)")
        }
      })
    dependencies.scripts = scripts.withLock { $0 }
    return SendSession(
      workspace, dependencies: dependencies, dynamic: DynamicValues(now: { now }, random: { _ in 0 }), options: options)
  }

  private func answer(_ request: Request, at date: Date) -> Exchange {
    let count = asked.withLock { asked in
      asked.append("\(request.method.rawValue) \(request.url)")
      return asked.count
    }
    let head = ResponseHead(status: .init(code: status.withLock { $0 }))
    let body = ByteStore(Array("{\"token\": \"tok-\(count)\", \"auth\": \"\(request.headers["A"] ?? "")\"}".utf8))
    let hop = Hop(
      request: SentRequest(method: request.method.rawValue, url: request.url), response: head)
    return Exchange(startedAt: date, hops: [hop], body: body)
  }
}

/// The events of one send.
struct Received {
  var steps: [String] = []
  var send: SessionSend?
  var answer: SessionAnswer?
  var refusal: SendRefusal?
  var fault: SendFault?
  var question: SendQuestion?
  var skipped: ScriptResults?

  mutating func add(_ event: SendEvent) {
    switch event {
    case .sendingFirst(let id, _): steps.append("sending first \(id)")
    case .resolved(let send):
      steps.append("resolved")
      self.send = send
    case .asking(let question):
      steps.append("asking")
      self.question = question
    case .refused(let fault):
      steps.append("refused")
      self.fault = fault
      if case .refusal(let refusal) = fault { self.refusal = refusal }
    case .script(.began(let place)): steps.append("began \(place.phase)")
    case .script(.verdict(let verdict)): steps.append("test \(verdict.name)")
    case .script(.console(let line)): steps.append("console \(line.text)")
    case .skipped(let results):
      steps.append("skipped")
      skipped = results
    case .conversation: steps.append("conversation")
    case .cancelling: steps.append("cancelling")
    case .failed: steps.append("failed")
    case .finished: steps.append("finished")
    case .judged(let answer):
      steps.append("judged")
      self.answer = answer
    case .kept(let record): steps.append("kept \(record.requestID ?? "-")")
    case .notKept: steps.append("not kept")
    case .cookiesNotKept: steps.append("cookies not kept")
    }
  }
}

extension SendSession {
  /// Sends a plan and returns its events.
  func received(_ plan: SendPlan, through driver: ConversationDriver? = nil, following: Bool = true) async -> Received {
    var received = Received()
    await send(plan, through: driver.map { [$0] }, following: following) { received.add($0) }
    return received
  }
}

extension Workspace {
  /// The plan for a saved request.
  func plan(_ id: String, environment: String? = "dev", isConfirmed: Bool = false) throws -> SendPlan {
    let file = try request(at: self.path(ofRequest: id, in: path) ?? id)
    let context = try context(for: file.path, environment: environment)
    var plan = SendPlan(definition: file.definition, context: context, workspace: self, requestID: id)
    plan.isConfirmed = isConfirmed
    return plan
  }

  /// The plan for a request that was never saved.
  func plan(_ definition: RequestDefinition, environment: String? = "dev") throws -> SendPlan {
    SendPlan(
      definition: definition, context: try context(for: "\(path)/x.yml", environment: environment), workspace: self)
  }
}
