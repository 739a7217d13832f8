import Networking
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is said of a state, as values to compare: a line is said of what changed, once.
struct LinearScene: Equatable {
  /// What has the keyboard, and the line under the cursor.
  struct Place: Equatable {
    var pane: String
    var title: String
    var detail: String
    var count: Int
    var cursor: Int?
    var id: String
    var cell: String
    var isText: Bool
    var text: String
    /// Without a cursor, all of it.
    var whole: [String] = []
  }

  /// How far the send of a request is.
  enum Send: Equatable {
    case sending(Int)
    case finished(Date, Duration)
    case refused(String)
  }

  /// How far the run is.
  struct Run: Equatable {
    var number = 0
    var phase = RunFeature.Phase.ready
    var failed: [Int] = []
  }

  var place: Place
  var edit: LinearEdit?
  var message: Message?
  var environment: String
  var sends: [RequestKey: Send]
  /// The verdicts on the answer of the open request.
  var tests: String
  var run: Run
  var asked: Int

  /// More of a text without a cursor is asked for.
  static let most = 24

  init(_ state: AppState) {
    let list = state.linearList
    place = Place(
      pane: list.pane, title: list.title, detail: list.detail, count: list.count, cursor: list.cursor, id: list.id,
      cell: list.cell, isText: list.isText, text: list.text)
    // Of a question nothing is left to be asked for: its answers come last.
    let isQuestion = if case .question? = state.overlay { true } else { false }
    if list.cursor == nil { place.whole = list.lines(0, isQuestion ? list.count : Self.most).map(\.text) }
    edit = state.linearEdit
    message = state.message
    environment = state.environmentWords
    sends = state.sessions.compactMapValues { Self.send($0.response.phase) }
    tests = state.session?.testWords ?? ""
    run = Run(number: state.run.number, phase: state.run.phase, failed: state.run.failed)
    asked = state.linear.count
  }

  private static func send(_ phase: ResponsePane.Phase) -> Send? {
    switch phase {
    case .empty: nil
    case .sending(let sending): .sending(sending.id)
    case .finished(let exchange): .finished(exchange.startedAt, exchange.duration)
    case .refused(let refusal): .refused(refusal.message)
    }
  }
}

extension AppState {
  /// `local, protected`
  var environmentWords: String {
    guard let name = environment.chosen else { return "none" }
    return SpokenText.joined([
      name, isProtected ? "protected" : nil, environment.current?.trust.verifies == false ? "TLS not verified" : nil,
    ])
  }
}

extension RequestSession {
  /// `tests 4 of 4 passed`; empty until they are judged.
  var testWords: String {
    guard response.exchange?.isAnswered == true, let results = checks?.assertions, !results.isEmpty else { return "" }
    return "tests \(results.count(where: \.passed)) of \(results.count) passed"
  }
}
