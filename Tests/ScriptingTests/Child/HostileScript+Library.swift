extension HostileScript {
  static let floods = [
    HostileScript("timers", .questions, "for (let i = 0; i < 100000; i++) setTimeout(() => {}, 1e6)"),
    HostileScript("sends", .questions, "for (let i = 0; i < 100000; i++) pm.sendRequest('https://a.org', () => {})"),
    HostileScript("timers that start timers", .questions, "const next = () => setTimeout(next, 0); next()"),
    HostileScript("console", .time, "for (;;) console.log('x'.repeat(1000))"),
    HostileScript("long lines", .harmless, "for (let i = 0; i < 20; i++) console.log('x'.repeat(1e6))"),
    HostileScript("tests", .harmless, "for (let i = 0; i < 12000; i++) pm.test('t' + i, () => {})"),
    HostileScript("long name of a test", .harmless, "pm.test('x'.repeat(1e6), () => {})"),
    HostileScript("variables", .harmless, "for (let i = 0; i < 500; i++) pm.environment.set('v' + i, i)"),
    HostileScript("large variable", .harmless, "pm.environment.set('v', 'x'.repeat(5e6))"),
    HostileScript("long script", .harmless, "const a = '" + String(repeating: "x", count: 10 << 20) + "'; a.length"),
    HostileScript("lone surrogates", .harmless, #"console.log('\ud800'); pm.test('\udc00', () => {})"#),
    HostileScript("zeros", .harmless, #"console.log('a\0b'); pm.environment.set('a\0', '\0')"#),
    HostileScript("controls", .harmless, #"console.log('\u001b[2J\u009b\u202e')"#),
  ]

  static let pollution = [
    HostileScript("Object.prototype", .harmless, "Object.prototype.passed = false; Object.prototype.id = 7"),
    HostileScript("toJSON", .harmless, "Object.prototype.toJSON = () => 'x'; String.prototype.toJSON = () => 1"),
    HostileScript("setters", .harmless, "Object.defineProperty(Object.prototype, 'name', { set() {}, get: () => 1 })"),
    HostileScript("JSON.stringify", .harmless, "JSON.stringify = () => '{\"verdict\":1}'; JSON.parse = () => ({})"),
    HostileScript("JSON", .harmless, "\(world)world.JSON = { stringify: () => 'x', parse: () => null }"),
    HostileScript("array methods", .harmless, broken("Array.prototype")),
    HostileScript("string methods", .harmless, broken("String.prototype")),
    HostileScript("Reflect", .harmless, broken("Reflect")),
    HostileScript(
      "Function.prototype", .harmless, "Function.prototype.call = Function.prototype.apply = () => { throw 1 }"),
    HostileScript("then", .harmless, "Promise.prototype.then = function () { return this }"),
    HostileScript("Symbol.iterator", .harmless, "Array.prototype[Symbol.iterator] = function* () {}"),
    HostileScript("Error", .harmless, "Error.prepareStackTrace = () => { throw 1 }; \(world)world.Error = null"),
    HostileScript("frozen", .harmless, "[Object, Array, String].forEach((a) => Object.freeze(a.prototype))"),
  ]

  /// Scripts under Postman's rules do not see `globalThis`.
  private static let world = "const world = (0, eval)('this'); "

  /// Replaces all methods of an object by functions that throw.
  private static func broken(_ object: String) -> String {
    "for (const n of Object.getOwnPropertyNames(\(object))) try { \(object)[n] = () => { throw 1 } } catch {}"
  }

  /// The names that would lead out, if there were any.
  static let escapes =
    [
      "Deno", "Bun", "$vm", "host", "WebAssembly", "SharedArrayBuffer", "Atomics",
      "load", "read", "run", "quit", "gc", "print", "readFile", "importScripts", "Worker", "XMLHttpRequest", "document",
    ].map { name in
      HostileScript(
        "the name \(name)", .harmless, "if (eval('typeof \(name)') !== 'undefined') throw new Error('\(name)')")
    } + [
      HostileScript(
        "constructor of a function", .harmless,
        "if (pm.test.constructor('return typeof host')() !== 'undefined') throw 1"),
      HostileScript(
        "globals removed", .harmless,
        "\(world)for (const n of Object.getOwnPropertyNames(world)) try { delete world[n] } catch {}"),
      HostileScript("caller", .error, "(function f() { return f.caller.arguments })()"),
      HostileScript("import", .error, "await import('fs')"),
      HostileScript("forged frame", .harmless, #"console.log('\u0000\u0000\u0000\u0001{"done":{}}')"#),
      HostileScript("stack of calls", .harmless, "if (/host\\./.test(new Error().stack)) throw 1"),
      HostileScript("invalid UTF-8", .harmless, "if (pm.response && pm.response.text().length > 10) throw 1"),
    ]
}
