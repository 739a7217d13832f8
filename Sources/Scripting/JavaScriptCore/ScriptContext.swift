/// A global object of the engine, with the operations on its values. Does not own it.
struct ScriptContext {
  let engine: JavaScriptCore
  let context: JSContext

  /// An error that code threw and nothing handled.
  struct Fault: Error {
    let message: String
  }

  func string(_ text: String) -> JSValue? {
    engine.withString(text) { $0.map { engine.makeString(context, $0) } }
  }

  /// The value as text; empty if it has none or is longer than 64 KB.
  func text(_ value: JSValue?) -> String {
    var exception: JSValue?
    guard let string = engine.toString(context, value, &exception) else { return "" }
    defer { engine.releaseString(string) }
    return String(decoding: engine.utf8(string, limit: 1 << 16) ?? [], as: UTF8.self)
  }

  /// A number of lines or columns; 0 for anything else.
  func count(_ value: JSValue?) -> Int {
    var exception: JSValue?
    let number = value.map { engine.toNumber(context, $0, &exception) } ?? 0
    return number >= 0 && number < 1e9 ? Int(number) : 0
  }

  func property(_ name: String, of object: JSValue?) -> JSValue? {
    var exception: JSValue?
    return engine.withString(name) { name in
      object.flatMap { object in name.flatMap { engine.property(context, object, $0, &exception) } }
    }
  }

  /// The value of the code, whose source has this name in errors.
  func evaluate(_ code: String, name: String) throws(Fault) -> JSValue? {
    var exception: JSValue?
    let value = engine.withString(code) { code in
      engine.withString(name) { name in
        code.flatMap { engine.evaluate(context, $0, nil, name, 1, &exception) }
      }
    }
    if let exception { throw Fault(message: text(exception)) }
    return value
  }

  /// The syntax error of a program, with its line.
  func syntaxError(_ program: String) -> (message: String, line: Int)? {
    var exception: JSValue?
    let isFine = engine.withString(program) { program in
      program.map { engine.checkSyntax(context, $0, nil, 1, &exception) } ?? true
    }
    guard !isFine, let exception else { return nil }
    return (text(property("message", of: exception)), count(property("line", of: exception)))
  }

  /// Calls the function. At its end, the engine runs the microtasks.
  func call(_ function: JSValue?, _ arguments: [JSValue?]) throws(Fault) -> JSValue? {
    guard let function, engine.isObject(context, function) else { throw Fault(message: "the library is incomplete") }
    var exception: JSValue?
    let value = arguments.withUnsafeBufferPointer {
      engine.call(context, function, nil, $0.count, $0.baseAddress, &exception)
    }
    if let exception { throw Fault(message: text(exception)) }
    return value
  }
}
