import Essentials
import Scripting
import Sessions
import Workspaces

/// The scripts of a command: whether they run, and whether the user has allowed them all.
struct ScriptChoice: Sendable {
  var runs = true
  var allowsAll = false
  /// The servers that they may send to, besides those of the collection's requests.
  var origins: Set<String> = []
  /// The limit on their running time, instead of that of the settings.
  var timeout: Duration?
  /// True if the variables that they set are written to files at the end.
  var savesVariables = false

  func apply(to options: inout SendSession.Options) {
    options.runsScripts = runs
    options.allowsScripts = allowsAll
    options.scriptOrigins = origins
    options.scriptTimeout = timeout
  }
}

extension ScriptOptions {
  var choice: ScriptChoice {
    let timeout = timeoutScript.map { Duration.milliseconds($0 == 0 ? Configuration.longestScript : $0) }
    return ScriptChoice(
      runs: !noScripts, allowsAll: allowScripts, origins: origins, timeout: timeout, savesVariables: saveVariables)
  }

  private var origins: Set<String> { Set(allowScriptOrigin.compactMap(VariableTable().origin)) }
}

/// The engine that runs the scripts of a session, in children of this program.
enum LiveScripts {
  /// - Parameter timeZone: an identifier such as `Europe/Berlin`; `nil` for the system's.
  static func make(timeZone: String? = nil) -> ScriptRunning {
    make(ScriptEngine(environment: ProcessInfo.processInfo.environment, timeZone: timeZone))
  }

  static func make(_ engine: ScriptEngine) -> ScriptRunning {
    ScriptRunning(
      fault: { await engine.fault() },
      run: { job, onEvent, answering throws(ScriptFailure) in
        var limits = ScriptLimits()
        limits.running = job.timeout ?? limits.running
        return try await engine.run(job, limits: limits, onEvent: onEvent) { await answering($0.content) }
      })
  }

  /// Why no script can run here, with what to install; `nil` if scripts can run.
  @Sendable static func fault() -> String? {
    guard case .failure(.unavailable(let why)) = ScriptEngine.availability() else { return nil }
    return why
  }
}
