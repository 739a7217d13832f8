import Networking
import Terminal
import Workspaces

@testable import Explorer

/// A place where a menu opens.
enum MenuPlace: CaseIterable {
  case collection, folder, emptyFolder, request, openRequest, scratch, historyRoot, exchange
  case url, params, headers, body, auth, facts, grid
  case history, run, finishedRun, environments

  var journey: Journey {
    switch self {
    case .collection: return Journey()
    case .folder: return tree(.folder("/w/demo/users"), in: Journey())
    case .emptyFolder: return tree(.folder("/w/demo/orders"), in: Journey())
    case .request: return tree(.request(Samples.getUserPath), in: Journey())
    case .openRequest: return tree(.request(Samples.getUserPath), in: Journey.answered())
    case .scratch:
      var journey = Journey()
      journey.paste("http://127.0.0.1/x")
      journey.press(.escape)
      return tree(.scratch(journey.state.scratches.first ?? 1), in: journey)
    case .historyRoot: return tree(.historyRoot, in: listed(Journey()))
    case .exchange:
      var journey = listed(Journey())
      journey.apply(.tree(.activate(.historyRoot)))
      return tree(.exchange("2"), in: journey)
    case .url: return Journey.request()
    case .params, .headers, .body, .auth:
      var journey = Journey.request(self == .body ? Samples.post(.text(.json, "{}")) : Samples.getUser)
      journey.press(.down)
      journey.type(self == .params ? "1" : self == .headers ? "2" : self == .body ? "3" : "4")
      return journey
    case .facts, .grid:
      var journey = Journey.answered("[{\"id\": 1}, {\"id\": 2}]")
      journey.use(self == .facts ? "2" : "t")
      return journey
    case .history:
      var journey = listed(Journey())
      journey.type("H")
      return journey
    case .run, .finishedRun: return run()
    case .environments:
      var journey = Journey(columns: 120, rows: 40)
      let rows = [Row("base_url", "http://127.0.0.1"), Row("token", "x")]
      let local = Environment(name: "local", variables: rows.map { Environment.Variable($0, isSecret: false) })
      journey.apply(.environment(.loaded([local, Environment(name: "staging")])))
      journey.type("E")
      return journey
    }
  }

  private func tree(_ id: TreeRow.ID, in start: Journey) -> Journey {
    var journey = start
    _ = journey.state.setFocus(.tree)
    journey.state.showInTree(id)
    journey.apply(.tree(.select(id)))
    return journey
  }

  private func listed(_ start: Journey) -> Journey {
    var journey = start
    journey.apply(.history(.loaded(Samples.history)))
    return journey
  }

  private func run() -> Journey {
    var journey = Journey(columns: 120, rows: 40)
    journey.apply(.tree(.select(.folder("/w/demo/users"))))
    journey.type("R")
    guard self == .finishedRun else { return journey }
    journey.type(" ")
    let number = journey.state.run.number
    for index in 0..<3 {
      journey.apply(.run(.started(run: number, index: index)))
      journey.apply(.run(.finished(run: number, index: index, RunSamples.result(index))))
    }
    journey.apply(.run(.ended(run: number)))
    return journey
  }

  func menu(of journey: Journey) -> [Picker.Item] {
    var journey = journey
    journey.type(".")
    return if case .picker(let picker)? = journey.state.overlay { picker.items } else { [] }
  }

  /// Opens the menu and chooses an item by moving to it.
  func choose(_ id: String, _ journey: inout Journey) {
    let index = menu(of: journey).firstIndex { $0.id == id } ?? 0
    journey.type(".")
    for _ in 0..<index { journey.press(.down) }
    journey.press(.enter)
  }
}
