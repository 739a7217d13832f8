/// The engine's heap and code cache, which the global objects of all jobs share.
final class ScriptGroup {
  let engine: JavaScriptCore
  let group: JSContextGroup
  /// Outlives the jobs.
  private let context: JSContext
  /// A function that does nothing.
  let ignoring: JSValue

  init(_ engine: JavaScriptCore) throws(ScriptContext.Fault) {
    self.engine = engine
    group = engine.createGroup()
    guard let context = engine.createContext(group, nil) else { throw ScriptContext.Fault(message: "no context") }
    self.context = context
    ignoring = engine.makeFunction(context, nil) { _, _, _, _, _, _ in nil }
    engine.protect(context, ignoring)
  }

  /// Frees the global objects of former jobs. The engine would do so on a timer, which never fires here.
  func collectGarbage() { engine.collectGarbage(context) }
}
