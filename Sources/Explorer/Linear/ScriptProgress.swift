import SessionModel
import Workspaces

extension LinearScene {
  /// The reports of the open request's scripts so far.
  struct ScriptProgress: Equatable {
    var key: RequestKey?
    /// The script that runs before or after the request.
    var running: ScriptPlace?
    /// The number of console lines, and of failed tests.
    var lines = 0
    var failed = 0

    init(_ session: RequestSession?) {
      key = session?.key
      if case .sending(let sending)? = session?.response.phase { running = sending.script }
      lines = session?.response.scripts?.console.count ?? 0
      failed = session?.response.scripts?.verdicts.count { !$0.passed } ?? 0
    }
  }
}

extension LinearReducer {
  /// The number of console lines and of failed tests that are spoken during a send. The tabs have the others.
  private static let most = 5

  /// The running send whose scripts have reported something; `nil` if none has.
  var reportedSend: (key: RequestKey, id: Int)? {
    guard before.scripts != after.scripts, let key = after.scripts.key, before.scripts.key == key,
      case .sending(let id)? = before.sends[key]
    else { return nil }
    return (key, id)
  }

  /// Announces the new reports of the scripts of a running send in one line.
  mutating func sayScripts() {
    guard let (key, id) = reportedSend else { return }
    let (old, new) = (before.scripts, after.scripts)
    var parts: [String?] = []
    switch after.sends[key] {
    case .sending(id):
      if let script = new.running, script != old.running { parts.append("Script \(script.phase) of \(script.file)") }
      let failed = state.session?.response.scripts?.verdicts.filter { !$0.passed } ?? []
      parts += fresh(failed, since: old.failed, in: .tests) { test in
        "failed: " + [test.name, test.message ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
      }
    // A message announces the failed tests of an answer.
    case .finished, .refused: break
    case .sending, nil: return
    }
    let console = state.session?.response.scripts?.console ?? []
    parts += fresh(console, since: old.lines, in: .console) { "\($0.level): \($0.text)" }
    say(SpokenText.joined(parts))
  }

  /// The new items up to the limit; the first one beyond it gives a hint to the tab.
  private func fresh<Item>(
    _ items: [Item], since known: Int, in tab: ResponseTab, _ words: (Item) -> String
  ) -> [String] {
    guard items.count > known, known <= Self.most else { return [] }
    let said = items[known..<min(items.count, Self.most)].map { item in
      SpokenText.limited(words(item).split(whereSeparator: \.isNewline).joined(separator: " "), to: 200)
    }
    return said + (items.count > Self.most ? ["more in the tab \(tab.rawValue)"] : [])
  }
}
