import Basics
import Scripting
import TestSupport
import Testing
import Workspaces

/// The forms of values in the console, in the real engine.
@Suite("The console of scripts", .scriptEngine) struct ConsoleTests {
  /// An expression of JavaScript, and what Node prints for it.
  struct Sample: Sendable, CustomTestStringConvertible {
    let code: String
    let line: String

    init(_ code: String, _ line: String) { (self.code, self.line) = (code, line) }

    var testDescription: String { code }
  }

  static let samples: [Sample] = [
    Sample("'a', 1, 2n, null, undefined, true, -0", "a 1 2n null undefined true -0"),
    Sample("{ a: 1, 'b-c': 'd', e: { f: [] } }", "{ a: 1, 'b-c': 'd', e: { f: [] } }"),
    Sample(#"["it's", 'say "x"', 'a\nb']"#, #"[ "it's", 'say "x"', 'a\nb' ]"#),
    Sample("[1, , , [2]]", "[ 1, <2 empty items>, [ 2 ] ]"),
    Sample("Object.assign([1], { extra: 2 })", "[ 1, extra: 2 ]"),
    Sample("new Map([['a', 1], [{ k: 1 }, new Map()]])", "Map(2) { 'a' => 1, { k: 1 } => Map(0) {} }"),
    Sample("new Set([1, 'b'])", "Set(2) { 1, 'b' }"),
    Sample("/x/g, [/y/]", "/x/g [ /y/ ]"),
    Sample("new Date(0), [new Date(NaN)]", "1970-01-01T00:00:00.000Z [ Invalid Date ]"),
    Sample("new RangeError('x'), { e: new Error('y') }", "RangeError: x { e: [Error: y] }"),
    Sample("Object.assign(new Error('x'), { code: 'E1' })", "Error: x { code: 'E1' }"),
    Sample("new Uint8Array([1, 2])", "Uint8Array(2) [ 1, 2 ]"),
    Sample("Buffer.from('hi')", "<Buffer 68 69>"),
    Sample("function f() {}, () => 1, class A {}", "[Function: f] [Function (anonymous)] [class A]"),
    Sample("async () => 1", "[AsyncFunction (anonymous)]"),
    Sample("new (class Point { x = 1; })", "Point { x: 1 }"),
    Sample("Object.assign(Object.create(null), { a: 1 })", "[Object: null prototype] { a: 1 }"),
    Sample("(() => { const o = { n: 1 }; o.self = o; return o; })()", "<ref *1> { n: 1, self: [Circular *1] }"),
    Sample("(() => { const o = {}; return [o, o]; })()", "[ {}, {} ]"),
    Sample("{ [Symbol('k')]: 1, s: Symbol() }", "{ s: Symbol(), [Symbol(k)]: 1 }"),
    Sample("'%s is %d%% of %j', 'a', 5, { b: [1] }, 'and more'", #"a is 5% of {"b":[1]} and more"#),
    Sample("'100%'", "100%"),
    Sample("{ get a() { throw new Error('x') } }, 'kept'", "[a value without text] kept"),
    Sample(
      "pm.info, Object.keys(pm.info).length",
      "{ eventName: 'test', iteration: 0, iterationCount: 1, requestName: 'Get user', requestId: 'r-1' } 5"),
    Sample("pm.request.headers", "[ { key: 'A', value: 'b' } ]"),
  ]

  private static func lines(_ code: String) async throws -> [String] {
    var bench = ScriptBench.answered("{}")
    bench.info["requestId"] = "r-1"
    bench.request["headers"] = [["key": "A", "value": "b"]]
    return try await bench.run(code).console.map(\.text)
  }

  @Test("Values are shown as Node shows them", arguments: samples)
  func values(sample: Sample) async throws {
    #expect(try await Self.lines("console.log(\(sample.code))") == [sample.line])
  }

  @Test("Depth, items and length of a value are limited, and what is left out is counted")
  func limits() async throws {
    let lines = try await Self.lines(
      """
      let deep = {}, outer = deep;
      for (let i = 0; i < 20; i++) outer = outer.n = {};
      console.log(deep);
      console.log(Array.from({ length: 102 }, () => 0));
      console.log(Array.from({ length: 100 }, () => "z".repeat(10_000)));
      console.log(Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => Array(100).fill(0))));
      console.log(Array(1e9), Buffer.alloc(2e7), new Uint8Array(2e7));
      console.dir({ a: { b: {} } }, { depth: 0 });
      """)
    #expect(lines.count == 6)
    #expect(lines.first?.hasSuffix("{ n: [Object]" + String(repeating: " }", count: 11)) == true)
    #expect(lines.dropFirst().first?.hasSuffix(", 0, ... 2 more items ]") == true)
    #expect(lines.dropFirst(2).first?.hasSuffix("zz', ... 90 more items ]") == true)
    #expect(lines.allSatisfy { $0.utf8.count < 110_000 })
    #expect(lines.last == "{ a: [Object] }")
  }

  @Test("`util.inspect` and `util.format` show values as the console does, and assertions keep theirs")
  func utilities() async throws {
    let list = "Array.from({ length: 30 }, (_, index) => index)"
    let value = try await ScriptBench().value(
      "[require('util').inspect(new Map([[1, 2]])), require('util').format('%o!', { a: 1 }), "
        + "require('util').inspect(\(list)).length, require('chai').util.inspect(\(list)).length]")
    #expect(value == ["Map(1) { 1 => 2 }", "{ a: 1 }!", 112, 40])
  }

  @Test("Bruno's request and response are shown by their parts")
  func bruno() async throws {
    var bench = ScriptBench.answered(#"{"id":7}"#)
    bench.rules = .bruno
    let lines = try await bench.run("console.log(res); console.log(req)").console.map(\.text)
    #expect(lines.first?.hasPrefix("{ status: 200, statusText: 'OK', headers: ") == true)
    #expect(lines.first?.contains("body: { id: 7 }") == true)
    #expect(lines.last?.hasPrefix("{ url: 'https://example.org/users/1', method: 'GET'") == true)
  }
}
