import Testing

/// A script that tries to do harm, and how it has to end.
struct HostileScript: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    /// The limit of running time ends it.
    case time
    /// The system refuses memory: the script fails, or its child ends. A slow one is ended by the time before.
    case memory
    /// It fails with an error of its own.
    case error
    /// It does no harm, and ends.
    case harmless
    /// It asks too often.
    case questions
  }

  let name: String
  let outcome: Outcome
  let code: String

  var testDescription: String { name }

  init(_ name: String, _ outcome: Outcome, _ code: String) {
    (self.name, self.outcome, self.code) = (name, outcome, code)
  }

  static let all = loops + patterns + memory + depth + floods + pollution + escapes

  private static let loops = [
    HostileScript("while", .time, "while (true) {}"),
    HostileScript("for", .time, "for (;;) {}"),
    HostileScript("do in try", .time, "do { try { throw 1 } catch {} finally { continue } } while (true)"),
    HostileScript("catching everything", .time, "for (;;) { try { null.x } catch {} }"),
    HostileScript("promises", .time, "const turn = () => Promise.resolve().then(turn); await turn()"),
    HostileScript("promises in the background", .time, "const turn = () => Promise.resolve().then(turn); turn()"),
    HostileScript("await", .time, "while (true) await null"),
    HostileScript("queueMicrotask", .time, "const turn = () => Promise.resolve().then(() => turn()); turn(); turn()"),
    HostileScript("thenable", .time, "const a = { then(f) { f(a) } }; await a"),
    HostileScript("generator", .time, "function* all() { for (;;) yield 1 } for (const one of all()) {}"),
    HostileScript("async generator", .time, "async function* f() { for (;;) yield 1 } for await (const a of f()) {}"),
    HostileScript("getter", .time, "({ get a() { for (;;); } }).a"),
    HostileScript("valueOf", .time, "+{ valueOf() { for (;;); } }"),
    HostileScript("proxy", .time, "new Proxy({}, { get() { for (;;); } }).a"),
    HostileScript("toJSON", .time, "JSON.stringify({ toJSON() { for (;;); } })"),
    HostileScript("iterator", .time, "for (const a of { [Symbol.iterator]: () => ({ next: () => ({}) }) });"),
    HostileScript("eval", .time, "eval('for (;;);')"),
    HostileScript("Function", .time, "new Function('for (;;);')()"),
    HostileScript("in a test", .time, "pm.test('t', () => { for (;;); })"),
    HostileScript("in a timer", .time, "setTimeout(() => { for (;;); }, 0)"),
    HostileScript("sort", .time, "[3, 2, 1].sort(() => { for (;;); })"),
    HostileScript("class field", .time, "new (class { a = (() => { for (;;); })() })()"),
    HostileScript("tagged template", .time, "((parts) => { for (;;); })`a`"),
    HostileScript("label", .time, "outer: for (;;) { for (;;) continue outer }"),
    HostileScript("big numbers", .time, "let n = 3n; for (;;) { n = (n * n) % (2n ** 60000n) }"),
  ]

  private static let patterns = [
    HostileScript("nested quantifier", .time, "for (;;) /^(a+)+$/.test('a'.repeat(40) + 'b')"),
    HostileScript("alternatives", .time, "for (;;) /^(a|aa)+$/.test('a'.repeat(60) + 'b')"),
    HostileScript("lookbehind", .time, "for (;;) /(?<=(a+)+)b$/.test('a'.repeat(40) + 'c')"),
    HostileScript("back reference", .time, #"for (;;) /(a*)*\1$/.test('a'.repeat(40) + 'b')"#),
    HostileScript("replace", .time, "for (;;) ('a'.repeat(40) + 'b').replace(/(a+)+$/g, 'x')"),
  ]

  private static let memory = [
    HostileScript("doubled string", .memory, "let s = 'ab'; for (;;) { s += s; s.charCodeAt(s.length - 1) }"),
    HostileScript("ten gigabytes", .memory, "'a'.repeat(2 ** 30).padEnd(2 ** 31 - 100, 'b').split('')"),
    HostileScript("array", .memory, "const a = []; for (;;) a.push({ a: 1, b: [2] })"),
    HostileScript("filled array", .memory, "const a = []; for (;;) a.push(new Array(1e6).fill(1.5))"),
    HostileScript("typed arrays", .memory, "const a = []; for (;;) a.push(new Uint8Array(1 << 24).fill(1))"),
    HostileScript("one typed array", .memory, "new Float64Array(2 ** 30).fill(1)"),
    HostileScript("buffers", .memory, "const a = []; for (;;) a.push(new ArrayBuffer(1 << 26))"),
    HostileScript("map", .memory, "const m = new Map(); for (let i = 0; ; i++) m.set(i, 'v' + i)"),
    HostileScript("closures", .memory, "let f = () => 0; for (;;) { const g = f; f = () => g }"),
    HostileScript("joined", .memory, "new Array(2 ** 28).join('abcdefgh').split('c')"),
    HostileScript("promises kept", .memory, "const a = []; for (;;) a.push(new Promise(() => {}).then(() => {}))"),
    HostileScript("big number", .memory, "let n = 2n; for (;;) n *= n"),
    HostileScript("functions", .memory, "const a = []; for (let i = 0; ; i++) a.push(new Function('return ' + i))"),
    HostileScript("symbols", .memory, "const a = []; for (let i = 0; ; i++) a.push(Symbol.for('s' + i))"),
    HostileScript("properties", .memory, "const o = {}; for (let i = 0; ; i++) o['p' + i] = i"),
    HostileScript(
      "thrown strings", .memory, "const a = []; for (;;) { try { null.x } catch (e) { a.push(e, e.stack) } }"),
    HostileScript("structured JSON", .memory, "let t = '[1]'; for (;;) { t = '[' + t + ',' + t + ']'; JSON.parse(t) }"),
  ]

  private static let depth = [
    HostileScript("recursion", .error, "const f = (n) => f(n + 1) + 1; f(0)"),
    HostileScript("recursion through getters", .error, "const o = { get a() { return this.a } }; o.a"),
    HostileScript("recursion through proxies", .error, "new Proxy({}, { get: (t, n, r) => r[n] }).a"),
    HostileScript("recursion through toString", .error, "const o = { toString() { return '' + this } }; '' + o"),
    HostileScript("deep JSON", .harmless, "JSON.parse('['.repeat(1e6) + ']'.repeat(1e6))"),
    HostileScript("deep parentheses", .error, "eval('('.repeat(1e5) + '1' + ')'.repeat(1e5))"),
    HostileScript("deep pattern", .memory, "new RegExp('('.repeat(1e5) + ')'.repeat(1e5)).test('')"),
  ]
}
