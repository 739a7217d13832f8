import Terminal

/// Commands that open and steer the run of a folder.
enum RunCommands {
  struct Situation {
    var state: RunFeature.State
    var isOpen: Bool
    var isInTree: Bool

    var refusalWhileRunning: String? { state.isInProgress ? "Stop the run first: \(key: "runStop")" : nil }
  }

  typealias Record = CommandRecord<Situation, RunFeature.Action>

  static let all: [Record] = [open, toggle, again, failedOnly, data, until, tempo, more, fewer, report]

  static let open = Record(
    "runFolder", "Run a folder: send its requests and check the answers", [.character("R")], section: .request,
    rank: 25,
    footer: .word("run", when: { $0.isInTree && !$0.isOpen }), handler: { _ in [.requested] })

  private static let toggle = Record(
    "runStop", "Start, stop or continue the run", [.character(" ")], in: [.run], section: .request, rank: 141,
    footer: .init(
      text: { given in
        switch given.state.phase {
        case .ready: "start"
        case .running: "stop"
        case .stopping: "cancel"
        case .stopped: "go on"
        case .finished: "again"
        }
      }, lead: (5, [.run])),
    handler: { _ in [.toggled] })

  private static let again = Record(
    "runAgain", "Run again from the first request", [.character("r")], in: [.run], section: .request, rank: 142,
    footer: .word("again", lead: (20, [.run]), when: { $0.state.phase == .stopped }),
    refusal: { $0.state.isInProgress ? "The run is still going: \(key: "runStop") stops it" : nil },
    handler: { _ in [.restarted] })

  private static let failedOnly = Record(
    "runFailedOnly", "Show only what failed in the run, or all", [.character("f")], in: [.run], section: .request,
    rank: 143,
    footer: .init(text: { $0.state.showsFailedOnly ? "all" : "failed only" }, lead: (30, [.run])),
    handler: { _ in [.failedOnlyToggled] })

  private static let data = Record(
    "runData", "Run the folder for each row of a data file", [.character("D")], in: [.run], section: .request,
    rank: 144, footer: .word("data", lead: (40, [.run])), refusal: { $0.refusalWhileRunning },
    handler: { _ in [.dataRequested] })

  private static let until = Record(
    "runUntil", "Repeat each request of a run until its answer is as expected", [.character("U")], in: [.run],
    section: .request, rank: 148, footer: .word("until", lead: (45, [.run])),
    refusal: { $0.refusalWhileRunning }, handler: { _ in [.untilRequested] })

  private static let tempo = Record(
    "runTempo", "Repeat a run, run it for a time or at a rate", [.character("p")], in: [.run], section: .request,
    rank: 149, footer: .word("pace", lead: (42, [.run])), refusal: { $0.refusalWhileRunning },
    handler: { _ in [.tempoRequested] })

  private static let more = Record(
    "runMore", "Send more requests of a run at a time", [.character("+")], in: [.run], section: .request, rank: 145,
    footer: .word("more at a time", lead: (60, [.run]), when: { !$0.state.isInProgress }),
    refusal: { given in
      given.refusalWhileRunning
        ?? (given.state.parallel == RunFeature.parallelChoices.last ? "More at a time are not sent" : nil)
    },
    handler: { _ in [.parallelChanged(1)] })

  private static let fewer = Record(
    "runFewer", "Send fewer requests of a run at a time", [.character("-")], in: [.run], section: .request, rank: 146,
    refusal: { given in
      given.refusalWhileRunning ?? (given.state.parallel == 1 ? "They are already sent one at a time" : nil)
    },
    handler: { _ in [.parallelChanged(-1)] })

  private static let report = Record(
    "runReport", "Write a report of the run", [.character("s")], in: [.run], section: .request, rank: 147,
    footer: .word("report", lead: (50, [.run]), when: { $0.state.settled > 0 && !$0.state.isInProgress }),
    refusal: { $0.refusalWhileRunning ?? ($0.state.settled == 0 ? "Nothing has been sent yet" : nil) },
    handler: { _ in [.reportRequested] })
}
