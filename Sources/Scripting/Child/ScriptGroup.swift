/// The engine's heap and code cache, which the global objects of all jobs share.
final class ScriptGroup {
  let engine: JavaScriptCore
  let group: JSContextGroup
  /// Outlives the jobs.
  private let context: JSContext
  /// A function that does nothing.
  let ignoring: JSValue
  /// Kept for all jobs: hashing a new string of this size takes a third of the evaluation.
  private let library: (text: JSString, name: JSString)

  init(_ engine: JavaScriptCore) throws(ScriptContext.Fault) {
    self.engine = engine
    group = engine.createGroup()
    guard let context = engine.createContext(group, nil) else { throw ScriptContext.Fault(message: "no context") }
    self.context = context
    let strings = [ScriptLibrary.text, "apus:library"].compactMap { text in
      text.withCString { engine.stringFromUTF8($0) }
    }
    guard strings.count == 2 else { throw ScriptContext.Fault(message: "no strings") }
    library = (strings[0], strings[1])
    ignoring = engine.makeFunction(context, nil) { _, _, _, _, _, _ in nil }
    engine.protect(context, ignoring)
  }

  /// The value of the library's text in this context: a function.
  func library(in scope: ScriptContext) throws(ScriptContext.Fault) -> JSValue? {
    var exception: JSValue?
    let value = engine.evaluate(scope.context, library.text, nil, library.name, 1, &exception)
    if let exception { throw ScriptContext.Fault(message: scope.text(exception)) }
    return value
  }

  /// Frees the global objects of former jobs. The engine would do so on a timer, which never fires here.
  func collectGarbage() { engine.collectGarbage(context) }
}
