import Foundation
import Sessions
import TestSupport
import Testing
import Workspaces

@testable import apus

@Suite struct ReportTests {
  static let summary = RunSummary(
    title: "Sample <&>",
    results: [
      RunResult(
        iteration: 1, id: "users/get", name: "Get", method: "GET", url: "http://h/?a=1&b=\"2\"", status: 200,
        duration: .milliseconds(12), size: 412,
        assertions: [AssertionResult(expression: "res.status eq 200", passed: true)]),
      RunResult(
        iteration: 2, id: "users/get", name: "Get", method: "GET", url: "http://h/", status: 500,
        duration: .milliseconds(3.5), size: 0,
        assertions: [AssertionResult(expression: "res.body.a eq <b>", passed: false, actual: "]]>\u{1b}\n# x")]),
      RunResult(
        iteration: 1, id: "down", name: "Down", method: "POST", url: "http://h:9/", assertions: [],
        trouble: .transfer("could not connect \"there\"")),
    ],
    skipped: 1, duration: .milliseconds(1234))

  @Test("JUnit has a suite per request and a case per assertion, and is well-formed")
  func junit() throws {
    let text = JUnitReport.text(Self.summary)
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="Sample &lt;&amp;&gt;" tests="3" failures="2" time="1.234">
          <testsuite name="users/get" tests="1" failures="0" time="0.012">
            <testcase name="res.status eq 200" classname="users/get" time="0.012"/>
          </testsuite>
          <testsuite name="users/get #2" tests="1" failures="1" time="0.004">
            <testcase name="res.body.a eq &lt;b&gt;" classname="users/get #2" time="0.004">
              <failure message="got ]]&gt;\u{fffd}&#10;# x"/>
            </testcase>
          </testsuite>
          <testsuite name="down" tests="1" failures="1" time="0.000">
            <testcase name="POST http://h:9/" classname="down" time="0.000">
              <failure message="could not connect &quot;there&quot;"/>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test("TAP has one line per request, with the reasons of failures")
  func tap() {
    #expect(
      TAPReport.text(Self.summary) == """
        TAP version 13
        1..3
        ok 1 - users/get
        not ok 2 - users/get (2)
          ---
          assertions:
            - expression: "res.body.a eq <b>"
              actual: "]]>\\u001b\\n# x"
          ...
        not ok 3 - down
          ---
          message: "could not connect \\"there\\""
          ...

        """)
  }

  @Test("JSON has totals and every result")
  func json() throws {
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(JSONReport.text(Self.summary).utf8))
    #expect(json["summary"]["requests"].int == 3)
    #expect(json["summary"]["failed"].int == 2)
    #expect(json["summary"]["skipped"].int == 1)
    #expect(json["summary"]["failedAssertions"].int == 1)
    #expect(json["results"][1]["assertions"][0]["actual"].string == "]]>\u{1b}\n# x")
    #expect(json["results"][2]["error"].string == "could not connect \"there\"")
  }

  @Test("HTML lists every request and escapes all markup")
  func html() {
    let text = HTMLReport.text(Self.summary)
    #expect(text.contains("<title>Sample &lt;&amp;&gt;</title>"))
    #expect(text.contains("users/get #2"))
    #expect(!text.contains("<b>\u{1b}") && !text.contains("\u{1b}"))
    #expect(text.contains("res.body.a eq &lt;b&gt;"))
  }

  @Test("The tests of scripts are cases under their names in every report")
  func scripts() throws {
    var result = RunResult(iteration: 1, id: "a", name: "A", method: "GET", url: "http://h/", status: 200)
    var failed = ScriptVerdict("has <id>", passed: false)
    (failed.error, failed.message) = ("AssertionError", "expected 7 to equal 8")
    failed.place = ScriptPlace(phase: "tests", file: "a.yml", line: 12)
    var broken = ScriptVerdict("breaks", passed: false)
    (broken.error, broken.message) = ("TypeError", "x is undefined")
    var skipped = ScriptVerdict("later", passed: false)
    skipped.isSkipped = true
    result.verdicts = [ScriptVerdict("is 200", passed: true), failed, broken, skipped]
    result.console = [ConsoleLine(level: "log", text: "hi")]
    let summary = RunSummary(title: "S", results: [result], skipped: 0, duration: .milliseconds(5))
    #expect(!result.passed && result.failure == "assertion")
    #expect(summary.statistics.assertions == 3 && summary.statistics.failedAssertions == 2)
    let junit = JUnitReport.text(summary)
    #expect(junit.contains("<testsuite name=\"a\" tests=\"4\" failures=\"2\" skipped=\"1\" time="), "\(junit)")
    #expect(junit.contains("<testcase name=\"is 200\" classname=\"a\" time=\"0.000\"/>"))
    #expect(junit.contains("<failure message=\"expected 7 to equal 8\"/>"))
    #expect(junit.contains("<failure message=\"TypeError: x is undefined\"/>"))
    #expect(
      TAPReport.text(summary) == """
        TAP version 13
        1..5
        ok 1 - a
        ok 2 - a: is 200
        not ok 3 - a: has <id>
          ---
          message: "expected 7 to equal 8"
          ...
        not ok 4 - a: breaks
          ---
          message: "TypeError: x is undefined"
          ...
        ok 5 - a: later # SKIP

        """)
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(JSONReport.text(summary).utf8))["results"][0]
    #expect(json["tests"][1]["name"].string == "has <id>" && json["tests"][1]["message"].string != nil)
    #expect(json["tests"][1]["place"].string == "tests of a.yml:12" && json["console"][0]["text"].string == "hi")
    #expect(HTMLReport.text(summary).contains("✗ has &lt;id&gt;, expected 7 to equal 8"))
    #expect(GitHubReport.text(summary).contains("has <id>: expected 7 to equal 8%0Abreaks: TypeError: x is undefined"))
  }

  @Test("GitHub annotations have file and request on one line each, whatever they contain")
  func github() {
    var summary = Self.summary
    summary.results[1].path = "/w/users/a,b:c.yml"
    summary.results[1].assertions[0].actual = "100%\r\n::set-output name=x::y\u{1b}"
    #expect(
      GitHubReport.text(summary, in: "/w") == """
        ::error file=users/a%2Cb%3Ac.yml,title=users/get #2::res.body.a eq <b>: got 100%25%0D%0A::set-output name=x::y␛
        ::error title=down::could not connect "there"
        ::error title=Sample <&>::3 requests, 2 failed; 2 assertions, 1 failed

        """)
  }

  @Test("The totals are one line of JSON, with null without answers")
  func line() throws {
    let json = try JSONDecoder().decode(JSONValue.self, from: Data(JSONReport.line(Self.summary).utf8))
    #expect(json["requests"].int == 3 && json["failed"].int == 2 && json["errors"]["other"].int == 1)
    #expect(json["errors"]["assertion"].int == 1 && json["assertions"]["failed"].int == 1)
    #expect(json["latency"]["max"].double == 12 && json["latency"]["mean"].double == 7.75)
    #expect(!JSONReport.line(Self.summary).contains("\n"))
    let none = JSONReport.line(RunSummary(title: "", results: [], skipped: 2, duration: .zero))
    #expect(none.contains("\"p99\":null") && none.contains("\"rate\":0.000"))
  }

  @Test("Counted but unlisted results are mentioned")
  func unlisted() throws {
    var figures = RunStatistics(Self.summary.results)
    for index in 3..<10 { figures.add(Self.summary.results[0], at: index) }
    let summary = RunSummary(
      title: "Long", results: Self.summary.results, statistics: figures, skipped: 0, duration: .seconds(1))
    #expect(TAPReport.text(summary).hasSuffix("# 7 more are counted but not listed\n"))
    #expect(HTMLReport.text(summary).contains("7 more are counted but not listed"))
    #expect(JSONReport.text(summary).contains("\"unlisted\": 7"))
  }

  @Test("Several reports are given separated by commas; an unknown one is rejected")
  func parsing() throws {
    #expect(
      try Report.parse("junit=a.xml,tap") == [Report(format: .junit, path: "a.xml"), Report(format: .tap, path: nil)])
    #expect(throws: Failure.self) { try Report.parse("pdf=x") }
  }
}
