import Basics
import Libc

/// The native functions of the library's `host`.
enum HostFunctions {
  /// The host of the running job.
  // The engine calls C functions, which carry no reference of ours. The child runs scripts on one thread.
  nonisolated(unsafe) static var current: ScriptHost?

  static let all: [(name: String, function: JSCallback)] = [
    ("report", { call($0, $3, $4, $5) { $0.report() } }),
    ("ask", { call($0, $3, $4, $5) { $0.ask() } }),
    ("askNow", { call($0, $3, $4, $5) { $0.askNow() } }),
    ("evaluate", { call($0, $3, $4, $5) { $0.evaluate() } }),
    ("fault", { call($0, $3, $4, $5) { $0.fault() } }),
    ("module", { call($0, $3, $4, $5) { $0.module() } }),
    ("now", { call($0, $3, $4, $5) { $0.number(ScriptHost.now()) } }),
    ("random", { call($0, $3, $4, $5) { $0.buffer($0.host.random($0.count(at: 0))) } }),
    ("bodyText", { call($0, $3, $4, $5) { $0.body(of: 0, as: $0.text) } }),
    ("bodyBytes", { call($0, $3, $4, $5) { $0.body(of: 0, as: $0.buffer) } }),
    ("answerText", { call($0, $3, $4, $5) { $0.body(of: $0.count(at: 0), as: $0.text) } }),
    ("answerBytes", { call($0, $3, $4, $5) { $0.body(of: $0.count(at: 0), as: $0.buffer) } }),
  ]

  private static func call(
    _ context: JSContext?, _ count: Int, _ arguments: UnsafePointer<JSValue?>?, _ exception: JSException?,
    _ body: (HostCall) -> JSValue?
  ) -> JSValue? {
    guard let context, let exception, let host = current else { return nil }
    return body(
      HostCall(
        host: host, context: context, arguments: UnsafeBufferPointer(start: arguments, count: count),
        exception: exception))
  }
}

/// One call of a native function.
struct HostCall {
  let host: ScriptHost
  let context: JSContext
  let arguments: UnsafeBufferPointer<JSValue?>
  let exception: JSException

  private var engine: JavaScriptCore { host.engine }
  private var undefined: JSValue { engine.makeUndefined(context) }

  private func argument(_ index: Int) -> JSValue? { index < arguments.count ? arguments[index] : nil }

  /// The argument as a number of things; 0 for anything that is not one.
  func count(at index: Int) -> Int {
    let number = engine.toNumber(context, argument(index), exception)
    return number >= 0 && number < 1e8 ? Int(number) : 0
  }

  func number(_ value: Double) -> JSValue? { engine.makeNumber(context, value) }

  func report() -> JSValue? {
    guard let json = json() else { return nil }
    host.report(json)
    return undefined
  }

  func ask() -> JSValue? {
    guard let json = json() else { return nil }
    host.link.send(ScriptFrame(kind: .ask, json: json))
    return undefined
  }

  func askNow() -> JSValue? {
    guard let json = json() else { return nil }
    return text(host.askNow(json).json)
  }

  /// The first argument as bytes; `nil` with an exception if it is too large.
  private func json() -> [UInt8]? {
    guard let string = engine.toString(context, argument(0), exception) else { return nil }
    defer { engine.releaseString(string) }
    if let bytes = engine.utf8(string, limit: ScriptFrameReader.largest) { return bytes }
    fail("more than \(ScriptFrameReader.largest >> 20) MB at once")
    return nil
  }

  /// Throws an error of the engine.
  private func fail(_ message: String) {
    let value = engine.withString(message) { $0.map { engine.makeString(context, $0) } }
    exception.pointee = [value].withUnsafeBufferPointer { engine.makeError(context, 1, $0.baseAddress, exception) }
  }

  /// Evaluates code with its source name and first line, and says so before, because a limit may end it.
  func evaluate() -> JSValue? {
    guard let code = engine.toString(context, argument(0), exception) else { return nil }
    defer { engine.releaseString(code) }
    guard let name = engine.toString(context, argument(1), exception) else { return nil }
    defer { engine.releaseString(name) }
    let line = max(1, count(at: 2))
    let place = engine.utf8(name, limit: 1 << 16) ?? []
    host.link.send(ScriptFrame(kind: .entered, number: UInt64(line), json: place))
    return engine.evaluate(context, code, nil, name, Int32(clamping: line), exception)
  }

  /// The syntax error of code after a head, as JSON.
  func fault() -> JSValue? {
    guard let code = string(at: 0, limit: ScriptFrameReader.largest), let head = string(at: 1, limit: 1 << 10) else {
      return undefined
    }
    let scope = ScriptContext(engine: engine, context: context)
    let fault = SyntaxFault(in: code, after: head, check: scope.syntaxError)
    return text((fault?.form ?? .null).compact)
  }

  /// The argument as text; `nil` if it is longer than the limit.
  private func string(at index: Int, limit: Int) -> String? {
    guard let string = engine.toString(context, argument(index), exception) else { return nil }
    defer { engine.releaseString(string) }
    return engine.utf8(string, limit: limit).map { String(decoding: $0, as: UTF8.self) }
  }

  func module() -> JSValue? {
    let name = string(at: 0, limit: 1 << 10) ?? ""
    guard let code = ScriptLibrary.modules[name] else {
      fail("no module \(name)")
      return nil
    }
    return engine.withString(code) { code in
      engine.withString("apus:\(name)") { url in
        code.flatMap { engine.evaluate(context, $0, nil, url, 1, exception) }
      }
    }
  }

  func body(of question: Int, as form: ([UInt8]) -> JSValue?) -> JSValue? {
    let frame = host.body(of: question)
    guard let frame, frame.withholdsBody else { return form(frame?.body ?? []) }
    fail(String(decoding: frame.body, as: UTF8.self))
    return nil
  }

  func text(_ bytes: [UInt8]) -> JSValue? {
    engine.withString(String(decoding: bytes, as: UTF8.self)) { $0.map { engine.makeString(context, $0) } }
  }

  /// The engine frees the memory.
  func buffer(_ bytes: [UInt8]) -> JSValue? {
    let memory = malloc(max(1, bytes.count))
    if let memory {
      bytes.withUnsafeBytes { if let base = $0.baseAddress { memory.copyMemory(from: base, byteCount: $0.count) } }
    }
    return engine.makeArrayBuffer(
      context, memory, memory == nil ? 0 : bytes.count, { bytes, _ in free(bytes) }, nil, exception)
  }
}
