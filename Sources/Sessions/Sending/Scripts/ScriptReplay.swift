package import Basics
import HTTPModel
import Synchronization
package import Workspaces

/// Runs the recorded scripts of an exchange again: offline, with what they were given, and without waiting.
package struct ScriptReplay: Sendable {
  /// The result for one recorded job.
  package struct Job: Sendable {
    package enum Result: Sendable {
      case notReplayable(String)
      /// The results of the scripts, in the form of the record.
      case replayed(recorded: JSONValue, now: JSONValue)
    }

    package var phase: String
    package var result: Result
    /// True if secrets are masked in the inputs of the scripts.
    package var isMasked = false
  }

  private let record: HistoryRecord
  private let workspace: Workspace
  private let running: ScriptRunning
  /// The scripts that run today; `nil` for those of the record.
  private let present: RequestScripts?

  /// - Parameter present: scripts to run in the place of the recorded ones.
  package init(of record: HistoryRecord, in workspace: Workspace, with running: ScriptRunning, present: RequestScripts?)
  {
    self.record = record
    self.workspace = workspace
    self.running = running
    self.present = present
  }

  package func run() async throws(ScriptFailure) -> [Job] {
    let scripts = present == nil ? workspace.scripts(ofCollection: collection) : []
    let codes = Dictionary(scripts.map { ($0.digest, $0.code) }) { first, _ in first }
    var jobs: [Job] = []
    var setBody: [UInt8]?
    for recorded in record.scripts?.array ?? [] {
      var result = Job(phase: recorded["scripts"]?.array?.first?["phase"]?.string ?? "", result: .notReplayable(""))
      do throws(Obstacle) {
        let (job, isMasked) = try self.job(recorded, phase: result.phase, codes, setBody)
        result.isMasked = isMasked
        let outcome = try await self.outcome(of: job, replies: recorded["inputs"]?["answers"]?.array ?? [])
        setBody = outcome.responseBody.map { Array($0.plainText.utf8) } ?? setBody
        // Other texts have other places.
        let comparison = ReplayComparison(
          recorded, ScriptRecord(job: job, outcome: outcome).json, comparesPlaces: present == nil)
        result.result = .replayed(recorded: comparison.recorded, now: comparison.now)
      } catch {
        if case .unavailable(let failure) = error { throw failure }
        if case .reason(let reason) = error { result.result = .notReplayable(reason) }
      }
      jobs.append(result)
    }
    return jobs
  }

  private enum Obstacle: Error {
    case reason(String)
    case unavailable(ScriptFailure)
  }

  private var collection: String { workspace.folder(ofCollectionOf: record) }
}

extension ScriptReplay {
  private func job(
    _ recorded: JSONValue, phase: String, _ codes: [String: String], _ setBody: [UInt8]?
  ) throws(Obstacle) -> (ScriptJob, isMasked: Bool) {
    if let reason = recorded["notReplayable"]?.string { throw .reason(reason) }
    var scripts = present?.scripts(in: phase) ?? []
    if present == nil {
      for json in recorded["scripts"]?.array ?? [] {
        let (place, script) = PlacedScript.recorded(json) { codes[$0] }
        guard let script else { throw .reason("\(place) has changed since; --scripts now runs its present text") }
        scripts.append(script)
      }
    }
    let (body, isMasked) = try self.body(recorded["inputs"]?["body"], setBody)
    guard let job = ScriptJob(recorded: recorded, scripts: scripts, body: body) else {
      throw .reason("the history does not have what they were given")
    }
    return (job, isMasked || recorded["masked"]?.bool == true)
  }

  /// The body that the scripts read: that of the response, or the one that an earlier script set.
  private func body(_ wanted: JSONValue?, _ setBody: [UInt8]?) throws(Obstacle) -> ([UInt8], isMasked: Bool) {
    guard let digest = wanted?["sha256"]?.string else { return ([], false) }
    let received = ResponseForm.body(record.exchange).bytes
    for body in [setBody, received] {
      if let body, Digest.hexadecimal(body) == digest { return (body, false) }
    }
    let mask = Array(Redaction.standard.mask.utf8)
    guard received.firstRange(of: mask) != nil else {
      throw .reason("the history does not have the body that they read")
    }
    return (received, true)
  }

  private func outcome(of job: ScriptJob, replies: [JSONValue]) async throws(Obstacle) -> ScriptOutcome {
    let replies = ScriptReplies(replies, modules: collection, acceptsChanged: present != nil)
    let reported = Mutex(ScriptOutcome())
    let result = await running.result(
      of: job, { event in reported.withLock { $0.add(event) } }, { replies.answer($0) })
    switch result {
    case .success(let outcome): return outcome
    case .failure(.ended(let why, let place)): return reported.withLock { $0 }.ended(why, at: place)
    case .failure(let failure): throw .unavailable(failure)
    }
  }
}

extension RequestScripts {
  fileprivate func scripts(in phase: String) -> [PlacedScript] {
    [before, captures, after, assertions, tests].first { $0.contains { $0.phase == phase } } ?? []
  }
}

extension Workspace {
  /// The folder of the collection from which an exchange was sent.
  package func folder(ofCollectionOf record: HistoryRecord) -> String {
    record.collection.map { FilePaths.join(path, $0) } ?? path
  }

  /// The scripts that a request of the history has today; `nil` if it is not saved, or has none.
  package func presentScripts(of record: HistoryRecord) throws(WorkspaceError) -> RequestScripts? {
    let folder = folder(ofCollectionOf: record)
    guard let id = record.requestID, let path = path(ofRequest: id, in: folder) else { return nil }
    let file = try request(at: path)
    let context = try context(for: path, environment: nil, inputs: VariableInputs())
    return context.scripts(of: file.definition, in: FilePaths.relative(path, to: folder))
  }
}
