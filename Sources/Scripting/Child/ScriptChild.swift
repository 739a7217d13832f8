import Basics
import CProcess
import Libc

/// The hidden mode of the program in which it runs scripts: a socket to Apus is its standard input, and it has nothing
/// else.
package enum ScriptChild {
  /// The only argument of a program in this mode; the second one is the memory in bytes.
  package static let argument = "__scripts"

  /// Call this before the program starts a thread or opens a file.
  /// - Parameter beforeScripts: runs when the process is confined; a test tries what scripts must not do.
  package static func run(memory: String?, beforeScripts: () -> Void = {}) -> Never {
    // Somebody typed the argument.
    guard isSocket(0) else { exit(2) }
    // Apus decides what a key of the terminal ends.
    for number in [SIGINT, SIGQUIT, SIGHUP] { signal(number, SIG_IGN) }
    let code = cprocess_close_from(3)
    guard let link = ScriptLink(0) else { exit(1) }
    do throws(Confinement.Failure) {
      if code != 0 { throw Confinement.Failure("cannot close files", code) }
      let engine = try open()
      let (group, realm) = try warmUp(engine)
      if let code = link.watch() { throw Confinement.Failure("cannot watch Apus", code) }
      let gauge = try Confinement.begin(memory: memory.flatMap { Int($0) } ?? ScriptLimits().memory)
      beforeScripts()
      link.send(ScriptFrame(kind: .ready, json: JSONValue.string(engine.version).compact))
      serve(ScriptHost(engine, link), group, realm, gauge)
    } catch {
      link.send(ScriptFrame(kind: .failed, json: JSONValue.string(error.message).compact))
      exit(1)
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func open() throws(Confinement.Failure) -> JavaScriptCore {
    do throws(DynamicLibrary.Failure) {
      return try JavaScriptCore()
    } catch {
      throw Confinement.Failure(JavaScriptCore.missing(error))
    }
  }

  /// Loads what the engine reads from files at first use: time zone, locale, tables of Unicode.
  private static func warmUp(_ engine: JavaScriptCore) throws(Confinement.Failure) -> (ScriptGroup, ScriptRealm) {
    do throws(ScriptContext.Fault) {
      let group = try ScriptGroup(engine)
      let realm = try ScriptRealm(group)
      try realm.evaluate(warmUpCode)
      group.collectGarbage()
      return (group, try ScriptRealm(group))
    } catch {
      throw Confinement.Failure("the library failed: \(error.message)")
    }
  }

  private static let warmUpCode = #"""
    String(new Date(2024, 6, 1)) + new Date().toLocaleString() + new Intl.DateTimeFormat().resolvedOptions().timeZone
      + new Intl.DateTimeFormat("de-DE", {dateStyle: "full", timeStyle: "full", timeZone: "Asia/Tokyo"}).format(0)
      + (1234.5).toLocaleString() + new Intl.NumberFormat("en-US", {style: "currency", currency: "USD"}).format(1)
      + "ä".localeCompare("b") + new Intl.Collator("de").compare("a", "b") + "ä".normalize("NFD") + "I".toLocaleLowerCase()
      + new Intl.PluralRules("en").select(1) + new Intl.RelativeTimeFormat("en").format(1, "day")
      + new Intl.ListFormat("en").format(["a", "b"]) + /\p{L}+/u.test("ä") + new Uint8Array(1 << 16).length
      + "ß".toUpperCase() + /Ä/iu.test("ä") + encodeURIComponent("ä") + JSON.stringify({a: [1, "ä"]})
    """#

  /// Answers the frames of Apus until the socket is closed.
  private static func serve(_ host: ScriptHost, _ group: ScriptGroup, _ first: ScriptRealm, _ gauge: MemoryGauge)
    -> Never
  {
    HostFunctions.current = host
    var next: ScriptRealm? = first
    var jobs = 0
    // Requests that are sent in turn often all have tests. With few of them, the warm-up takes longer than it saves.
    var testingInARow = 0
    while true {
      let frame = host.link.receive()
      do throws(ScriptContext.Fault) {
        let realm = if let next { next } else { try ScriptRealm(group) }
        next = nil
        switch frame.kind {
        case .check:
          host.link.send(ScriptFrame(kind: .faults, json: SyntaxCheck(realm).faults(in: frame.json).compact))
          next = realm
        case .job:
          let result = try run(frame, realm, host)
          host.end()
          jobs += 1
          testingInARow = host.reports > 2 ? testingInARow + 1 : 0
          if gauge.isHigh { group.collectGarbage() }
          let isLast = gauge.isHigh
          host.link.send(ScriptFrame(kind: .done, number: isLast ? 1 : 0, json: result))
          if isLast { exit(0) }
        default: exit(1)
        }
      } catch {
        host.link.send(ScriptFrame(kind: .failed, json: JSONValue.string(error.message).compact))
        exit(1)
      }
      // Made while Apus waits for a server, so that the next job need not wait.
      if next == nil {
        // Otherwise the engine does it in the middle of every fourth job.
        if jobs % 3 == 0 { group.collectGarbage() }
        // The next job tries again, and says why it failed.
        next = try? ScriptRealm(group)
        if testingInARow > 1 { next?.warmUp() }
      }
    }
  }

  private static func run(
    _ job: ScriptFrame, _ realm: ScriptRealm, _ host: ScriptHost
  ) throws(ScriptContext.Fault) -> [UInt8] {
    host.begin(job)
    try realm.start(job.json)
    while true {
      if let result = try realm.finish() { return result }
      try realm.receive(host.nextAnswer())
    }
  }
}
