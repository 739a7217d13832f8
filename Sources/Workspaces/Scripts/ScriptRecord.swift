/// One job of scripts with its outcome, as the history keeps it for a replay.
package struct ScriptRecord: Sendable {
  package var job: ScriptJob
  package var outcome: ScriptOutcome

  package init(job: ScriptJob, outcome: ScriptOutcome) {
    self.job = job
    self.outcome = outcome
  }
}
