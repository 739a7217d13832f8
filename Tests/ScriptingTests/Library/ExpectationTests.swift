import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@Suite(.scriptEngine) struct ExpectationTests {
  /// An expression with its expected failure.
  struct Example: Sendable {
    var code: String
    /// The message of the error; `nil` if the expression passes.
    var message: String?
    var error: String

    init(_ code: String, _ message: String? = nil, error: String = "AssertionError") {
      self.code = code
      self.message = message
      self.error = error
    }

    /// The message of a `TypeError` is the engine's own.
    func matches(passed: Bool, error: String?, message: String?) -> Bool {
      guard let expected = self.message else { return passed }
      return !passed && error == self.error && (error == "TypeError" || message == expected)
    }
  }

  @Test(.corpora("scripts"))
  func `Recorded assertions of chai pass and fail with the same messages`() async throws {
    let file = URL(fileURLWithPath: "\(try Corpora.folder("scripts"))/chai-cases.jsonl")
    let examples = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let row = try JSONValue(parsing: Array(line.utf8))
      return Example(row["code"]?.string ?? "", row["message"]?.string, error: row["error"]?.string ?? "")
    }
    try #require(examples.count > 1000)
    let differences = try await differences(examples)
    #expect(differences.count * 100 <= examples.count, "\(differences.joined(separator: "\n"))")
  }

  @Test func `Values are compared and shown as in chai`() async throws {
    try await expectNoDifferences([
      Example("expect({ a: [1, { b: null }] }).to.eql({ a: [1, { b: null }] })"),
      Example("expect({ a: undefined }).to.eql({})", "expected { a: undefined } to deeply equal {}"),
      Example("const a = {}; a.self = a; expect(a).to.be.null", "expected { self: [Circular] } to be null"),
      Example("const a = {}, b = {}; a.self = a; b.self = b; expect(a).to.eql(b)"),
      Example("expect(new Map([['a', { b: 1 }]])).to.eql(new Map([['a', { b: 1 }]]))"),
      Example("expect('x'.repeat(50)).to.equal('y')", "expected '\(String(repeating: "x", count: 37))…' to equal 'y'"),
      Example(
        "expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]).to.be.empty",
        "expected [ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …(2) ] to be empty"),
      Example("expect('it\\'s\\n').to.be.empty", "expected 'it\\'s\\n' to be empty"),
      Example("expect({ 'a-b': 0 }).to.be.null", "expected { 'a-b': +0 } to be null"),
    ])
  }

  @Test func `Chains continue with the value and the flags of the words before`() async throws {
    try await expectNoDifferences([
      Example("expect([1, 2]).to.be.an('array').that.includes(2).and.has.lengthOf(2)"),
      Example("expect({ a: [5] }).to.have.nested.property('a[0]').that.is.above(7)", "expected 5 to be above 7"),
      Example(
        "expect({ a: 1, b: 2 }).to.include({ a: 1, b: 3 })",
        "expected { a: 1, b: 2 } to have property 'b' of 3, but got 2"),
      Example("expect({ a: 1, b: 2 }).to.have.all.keys('a', 'b').but.not.any.keys('c')"),
      Example(
        "expect([1, 2]).to.have.ordered.members([2, 1])",
        "expected [ 1, 2 ] to have the same ordered members as [ 2, 1 ]"),
      Example("expect(5, 'note').to.be.within(6, 8)", "note: expected 5 to be within 6..8"),
      Example("const o = { n: 1 }; expect(() => o.n++).to.increase(o, 'n').by(3)", "expected .n to increase by 3"),
      Example("const one = expect(1); one.to.not.equal(2); one.to.equal(1)"),
    ])
  }

  @Test func `A misspelt or misused word fails with its name`() async throws {
    try await expectNoDifferences([
      Example("expect(1).to.be.eqaul(1)", "Invalid Chai property: eqaul. Did you mean \"equal\"?", error: "Error"),
      Example(
        "expect(1).to.equal.ok", "Invalid Chai property: equal.ok. See docs for proper usage of \"equal\".",
        error: "Error"),
      Example("expect(true).to.be.true()", "", error: "TypeError"),
      Example("expect(null).to.have.property('a')", "Target cannot be null or undefined."),
      Example("expect('5').to.be.above(3)", "expected '5' to be a number or a date"),
      Example("expect(() => { throw new TypeError('bad') }).to.throw(TypeError, /bad/)"),
      Example(
        "expect(() => { throw new TypeError('bad') }).to.throw('good')",
        "expected [Function] to throw error including 'good' but got 'bad'"),
    ])
  }

  @Test func `Functions of assert and additions of plugins judge as chains do`() async throws {
    try await expectNoDifferences([
      Example("assert.isAtLeast(1, 2, 'note')", "note: expected 1 to be at least 2"),
      Example("assert.changesBy(() => {}, { n: 1 }, 'n', 2)", "expected .n to change"),
      Example("assert.throws(() => {}, /x/)", "expected [Function] to throw an error"),
      Example("expect.fail('because')", "because"),
      Example(
        "use(c => c.Assertion.addMethod('even', function () { this.assert(this._obj % 2 === 0, '#{this} is odd') }));"
          + "expect(3).to.be.even()", "3 is odd"),
      Example(
        "use(c => c.Assertion.overwriteProperty('empty', before => function () {"
          + " if (this._obj !== 'void') before.call(this) })); expect('void').to.be.empty"),
    ])
  }

  @Test(arguments: [
    "Function.prototype.apply = () => {}", "Function.prototype.call = () => {}", "Array.prototype.every = () => true",
    "Array.prototype.indexOf = () => 0", "Array.prototype[Symbol.iterator] = function* () {}",
    "String.prototype.indexOf = () => 0", "Object.keys = () => []", "Proxy = function () { return {} }",
    "Promise.prototype.then = () => {}", "Object.prototype.negate = true",
  ])
  func `A test that fails still fails when a script has replaced functions of the language`(code: String) async throws {
    let outcome = try await ScriptBench().run(
      """
      \(code);
      pm.test("equal", () => pm.expect(1).to.equal(2));
      pm.test("eql", () => pm.expect({ a: 1 }).to.eql({ a: 2 }));
      pm.test("include", () => pm.expect([1]).to.include(2));
      pm.test("text", () => pm.expect("a").to.include("b"));
      pm.test("null", () => pm.expect(1).to.be.null);
      """)
    #expect(outcome.verdicts.map(\.name) == ["equal", "eql", "include", "text", "null"])
    #expect(outcome.verdicts.allSatisfy { !$0.passed })
  }

  @Test(arguments: [
    "Function.prototype.call = () => {}", "Array.prototype.every = () => true", "Array.prototype.some = () => true",
    "Array.prototype.map = () => []", "Array.prototype.filter = () => []", "Array.prototype.push = () => 0",
    "Array.prototype[Symbol.iterator] = function* () {}", "RegExp.prototype.test = () => true",
    "Map.prototype.get = () => undefined", "Object.keys = () => []", "Object.prototype.nullable = true",
  ])
  func `A value that fails its schema fails when a script has replaced functions of the language`(
    code: String
  ) async throws {
    let outcome = try await ScriptBench.answered("{\"id\":\"x\"}").run(
      """
      const Ajv = require("ajv");
      \(code);
      const replaced = \(code.split(separator: " = ")[0]);
      const schema = { required: ["name"], properties: { id: { type: "number" } } };
      pm.test("response", () => pm.response.to.have.jsonSchema(schema));
      pm.test("value", () => pm.expect({ id: "x" }).to.have.jsonSchema(schema));
      pm.test("tv4", () => pm.expect(tv4.validate({ id: "x" }, schema)).to.be.true);
      pm.test("tv4 result", () => pm.expect(tv4.validateResult({ id: "x" }, schema).valid).to.be.true);
      pm.test("ajv", () => pm.expect(new Ajv().validate(schema, { id: "x" })).to.be.true);
      pm.test("ajv compiled", () => pm.expect(new Ajv({ allErrors: true }).compile(schema)({ id: "x" })).to.be.true);
      pm.test("still replaced", () => pm.expect(replaced).to.equal(\(code.split(separator: " = ")[0])));
      """)
    let passed = outcome.verdicts.filter(\.passed).map(\.name)
    #expect(outcome.verdicts.count == 7 && passed == ["still replaced"] && outcome.error == nil)
  }

  @Test func `Functions that are replaced before the first assertion is made do not judge it`() async throws {
    // The library is to meet the names only when the script runs.
    let outcome = try await ScriptBench().run(
      """
      Array.prototype.indexOf = () => 0;
      const judge = pm["ex" + "pect"];
      pm.test("one of", () => judge("b")["t" + "o"].be.oneOf(["a"]));
      """)
    #expect(outcome.verdicts.map(\.passed) == [false])
  }

  private func expectNoDifferences(_ examples: [Example]) async throws {
    let differences = try await differences(examples)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }

  /// The examples that end otherwise, all run in one script.
  private func differences(_ examples: [Example]) async throws -> [String] {
    let tests = examples.enumerated().map { "pm.test('\($0.offset)', () => {\n\($0.element.code)\n});" }
    let script = "{ const { expect, assert, use } = require('chai');\n\(tests.joined(separator: "\n")) }"
    let verdicts = try await ScriptBench().run(script).verdicts
    try #require(verdicts.count == examples.count)
    return zip(examples, verdicts).compactMap { example, verdict in
      guard !example.matches(passed: verdict.passed, error: verdict.error, message: verdict.message) else { return nil }
      return "\(example.code): \(verdict.error ?? "passes") \(verdict.message ?? "")"
    }
  }
}
