/// A global object with the library in it, for one job: nothing of a job reaches the next one.
final class ScriptRealm {
  private let scope: ScriptContext
  /// The library's `start`, `receive`, `finish` and `warmUp`, kept from being collected.
  private let functions: JSValue
  private let group: ScriptGroup

  private var engine: JavaScriptCore { scope.engine }

  init(_ group: ScriptGroup) throws(ScriptContext.Fault) {
    let engine = group.engine
    self.group = group
    guard let context = engine.createContext(group.group, nil) else { throw ScriptContext.Fault(message: "no context") }
    scope = ScriptContext(engine: engine, context: context)
    let host = engine.makeObject(context, nil, nil)
    for (name, function) in HostFunctions.all {
      engine.withString(name) { name in
        guard let name else { return }
        var exception: JSValue?
        engine.setProperty(context, host, name, engine.makeFunction(context, name, function), 0, &exception)
      }
    }
    guard let functions = try scope.call(group.library(in: scope), [host]) else {
      throw ScriptContext.Fault(message: "the library is incomplete")
    }
    self.functions = functions
    engine.protect(context, functions)
    if let rejected = scope.property("rejected", of: functions), engine.isObject(context, rejected) {
      reportRejections(to: rejected)
    }
  }

  deinit {
    // The global object holds its function as a root, and would hold itself by it.
    reportRejections(to: group.ignoring)
    engine.unprotect(scope.context, functions)
    engine.releaseContext(scope.context)
  }

  private func reportRejections(to function: JSValue) {
    var exception: JSValue?
    engine.reportRejections?(scope.context, function, &exception)
  }

  func start(_ job: [UInt8]) throws(ScriptContext.Fault) {
    _ = try call("start", [scope.string(String(decoding: job, as: UTF8.self))])
  }

  func receive(_ answer: ScriptFrame) throws(ScriptContext.Fault) {
    let number = engine.makeNumber(scope.context, Double(answer.number))
    _ = try call("receive", [number, scope.string(String(decoding: answer.json, as: UTF8.self))])
  }

  /// The JSON of the result; `nil` while answers are missing.
  func finish() throws(ScriptContext.Fault) -> [UInt8]? {
    let result = try call("finish", [])
    guard engine.isString(scope.context, result) else { return nil }
    var exception: JSValue?
    guard let string = engine.toString(scope.context, result, &exception) else { return nil }
    defer { engine.releaseString(string) }
    guard let json = engine.utf8(string, limit: ScriptFrameReader.largest) else {
      throw ScriptContext.Fault(message: "changed more than \(ScriptFrameReader.largest >> 20) MB")
    }
    return json
  }

  private func call(_ name: String, _ arguments: [JSValue?]) throws(ScriptContext.Fault) -> JSValue? {
    try scope.call(scope.property(name, of: functions), arguments)
  }

  /// Makes the next job faster, if it has tests.
  func warmUp() {
    // Without it, the job only takes longer.
    _ = try? call("warmUp", [])
  }

  /// Evaluates code of the child itself.
  func evaluate(_ code: String) throws(ScriptContext.Fault) { _ = try scope.evaluate(code, name: "apus:child") }

  func syntaxFault(in code: String, after head: String) -> SyntaxFault? {
    SyntaxFault(in: code, after: head, check: scope.syntaxError)
  }
}
