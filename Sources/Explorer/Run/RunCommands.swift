import Terminal

/// Commands that open and steer the run of a folder.
enum RunCommands {
  static let all: [Command] = [open, toggle, again, failedOnly, data, until, profile, more, fewer, report]

  static let open = Command(
    "runFolder", "Run a folder: send its requests and check the answers", [.character("R")], section: .request,
    rank: 25,
    footer: .word("run", when: { $0.focus == .tree && $0.page != .run }), action: .run(.requested))

  private static let toggle = Command(
    "runStop", "Start, stop or continue the run", [.character(" ")], in: [.run], section: .request, rank: 141,
    footer: .init(
      text: { state in
        switch state.run.phase {
        case .ready: "start"
        case .running: "stop"
        case .stopping: "cancel"
        case .stopped: "continue"
        case .finished: "again"
        }
      }, lead: (5, [.run])),
    action: .run(.toggled))

  private static let again = Command(
    "runAgain", "Run again from the first request", [.character("r")], in: [.run], section: .request, rank: 142,
    footer: .word("again", lead: (20, [.run]), when: { $0.run.phase == .stopped }),
    refusal: { $0.run.isInProgress ? "The run is in progress: \(key: "runStop") stops it" : nil },
    action: .run(.restarted))

  private static let failedOnly = Command(
    "runFailedOnly", "Show only what failed in the run, or all", [.character("f")], in: [.run], section: .request,
    rank: 143,
    footer: .init(text: { $0.run.showsFailedOnly ? "all" : "failed only" }, lead: (30, [.run])),
    action: .run(.failedOnlyToggled))

  private static let data = Command(
    "runData", "Run the folder for each row of a data file", [.character("D")], in: [.run], section: .request,
    rank: 144, footer: .word("data", lead: (40, [.run])), refusal: { $0.run.refusalWhileRunning },
    action: .run(.dataRequested))

  private static let until = Command(
    "runUntil", "Repeat each request of a run until its answer is as expected", [.character("U")], in: [.run],
    section: .request, rank: 148, footer: .word("until", lead: (45, [.run])),
    refusal: { $0.run.refusalWhileRunning }, action: .run(.untilRequested))

  private static let profile = Command(
    "runTempo", "Repeat a run, run it for a time or at a rate", [.character("p")], in: [.run], section: .request,
    rank: 149, footer: .word("pace", lead: (42, [.run])), refusal: { $0.run.refusalWhileRunning },
    action: .run(.profileRequested))

  private static let more = Command(
    "runMore", "Send more requests of a run in parallel", [.character("+")], in: [.run], section: .request, rank: 145,
    footer: .word("more at a time", lead: (60, [.run]), when: { !$0.run.isInProgress }),
    refusal: { state in
      state.run.refusalWhileRunning
        ?? (state.run.parallel == Run.parallelChoices.last ? "This is the maximum" : nil)
    },
    action: .run(.parallelChanged(1)))

  private static let fewer = Command(
    "runFewer", "Send fewer requests of a run in parallel", [.character("-")], in: [.run], section: .request, rank: 146,
    refusal: { state in
      state.run.refusalWhileRunning ?? (state.run.parallel == 1 ? "Requests are already sent one at a time" : nil)
    },
    action: .run(.parallelChanged(-1)))

  private static let report = Command(
    "runReport", "Write a report of the run", [.character("s")], in: [.run], section: .request, rank: 147,
    footer: .word("report", lead: (50, [.run]), when: { $0.run.settled > 0 && !$0.run.isInProgress }),
    refusal: { $0.run.refusalWhileRunning ?? ($0.run.settled == 0 ? "Nothing has been sent yet" : nil) },
    action: .run(.reportRequested))
}

extension Run {
  fileprivate var refusalWhileRunning: String? { isInProgress ? "Stop the run first: \(key: "runStop")" : nil }
}
