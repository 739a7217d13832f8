package import Basics

/// One job of scripts with its outcome, as the history keeps it: for a reader, and to run it again.
package struct ScriptRecord: Sendable {
  package var job: ScriptJob
  package var outcome: ScriptOutcome
  /// In the order in which they were given.
  package var answers: [ScriptReply]

  package init(job: ScriptJob, outcome: ScriptOutcome, answers: [ScriptReply] = []) {
    self.job = job
    self.outcome = outcome
    self.answers = answers
  }

  /// The job without its inputs. Codes are recorded by their digests; the files and their versions have the texts.
  package var json: JSONValue {
    let verdicts = outcome.verdicts + [outcome.error].compactMap(\.self)
    return .object([
      "rules": .string(job.rules.rawValue), "seed": .string(String(job.seed)),
      "scripts": .array(job.scripts.map(Self.json)), "verdicts": .filled(verdicts.map(Self.json)),
      "console": .filled(outcome.console.map(Self.json)), "changes": .filled(outcome.changes.map(Self.json)),
      "values": .filled(outcome.values), "request": changedRequest, "skipped": .flag(outcome.skipsRequest),
      "names": outcome.names == .object([]) ? nil : outcome.names,
      "readings": outcome.readings == .object([]) ? nil : outcome.readings,
    ])
  }

  /// The parts of the request that the scripts have changed, as they are after it; `nil` if it is unchanged.
  private var changedRequest: JSONValue? {
    guard case .object(let members)? = outcome.request else { return nil }
    let changed = members.filter { $0.value != job.request[$0.name] ?? .null }
    return changed.isEmpty ? nil : .object(changed)
  }

  private static func json(_ script: PlacedScript) -> JSONValue {
    .object([
      "phase": .string(script.phase), "file": .string(script.file), "line": .int(script.line),
      "indent": script.indent == 0 ? nil : .int(script.indent), "sha256": .string(script.digest),
    ])
  }

  private static func json(_ verdict: ScriptVerdict) -> JSONValue {
    .object([
      "name": .string(verdict.name), "passed": .bool(verdict.passed), "skipped": .flag(verdict.isSkipped),
      "error": .text(verdict.error), "message": .text(verdict.message), "place": .text(verdict.place?.description),
    ])
  }

  private static func json(_ line: ConsoleLine) -> JSONValue {
    .object(["level": .string(line.level), "message": .string(line.text), "place": .text(line.place?.description)])
  }

  /// A value that its name makes secret is not recorded.
  private static func json(_ change: ScriptChange) -> JSONValue {
    .object([
      "scope": .string(change.scope.rawValue), "name": .string(change.name),
      "value": VariableTable.namesSecret(change.name) ? nil : change.value, "removed": .flag(change.value == nil),
      "place": .text(change.place?.description),
    ])
  }
}

extension HistoryRecord {
  var failsTests: Bool {
    assertions.contains { !$0.passed }
      || (scripts?.array ?? []).contains { job in
        (job["verdicts"]?.array ?? []).contains { $0["passed"]?.bool == false && $0["skipped"] == nil }
      }
  }
}
