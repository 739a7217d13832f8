import Basics
import Networking
import Sessions
import Workspaces

/// The pages over the whole window as lines.
extension AppState {
  var linearRun: LinearList {
    guard run.rowCount > 0 else {
      return .text("Run of \(run.target.title)", "", [run.showsFailedOnly ? "nothing failed" : "no requests"])
    }
    var list = LinearList.rows(
      "Run of \(run.target.title)", run.showsFailedOnly ? "failed" : "", count: run.rowCount, cursor: run.cursor.row
    ) { row in run.index(at: row).map { words(forRunAt: $0) } ?? "" }
    if run.phase == .ready { list.detail = keys.filled("\(run.spokenCount), \(key: "runStop") sends them") }
    return list
  }

  func words(forRunAt index: Int) -> String {
    let node = run.node(index)
    let iteration = (run.iterations ?? 2) > 1 ? "round \(index / max(1, run.target.nodes.count) + 1)" : nil
    guard let result = run.done[index]?.result else {
      return SpokenText.joined([
        "\(node.method) \(node.name)", iteration, run.running[index] == nil ? "not sent" : "being sent",
      ])
    }
    let passed = result.assertions.count(where: \.passed)
    return SpokenText.joined([
      "\(result.method) \(node.name)", iteration, result.passed ? "passed" : "failed",
      result.shortStatus.text ?? "no answer",
      result.duration > .zero ? Quantity.duration(result.duration) : nil,
      result.assertions.isEmpty ? nil : "tests \(passed) of \(result.assertions.count)",
    ])
  }

  var linearHistory: LinearList {
    guard !historyPage.rows.isEmpty else {
      let words =
        history.refusal
        ?? (history.query != nil ? "nothing matches" : history.isLoaded ? "nothing was sent yet" : "loading")
      return .text("History", "", [words])
    }
    let rows = historyPage.rows
    let current = historyPage.current?.id
    var list = LinearList.rows(
      "History", history.query.map { "filter \($0)" } ?? "", count: rows.count, cursor: historyPage.cursor.row,
      id: current
    ) { index in
      switch rows[index] {
      case .day(let title): return title
      case .more: return "older ones are being read"
      case .entry(let entry, _):
        return SpokenText.joined([words(for: entry), historyPage.marked?.id == entry.id ? "marked" : nil])
      }
    }
    list.detail = SpokenText.amount(history.shown.count, "exchange")
    return list
  }
}

extension RunFeature.State {
  /// How many requests it has, or how it is paced where nobody knows before the end.
  var spokenCount: String { count.map { SpokenText.amount($0, "request") } ?? tempo.words }
}
