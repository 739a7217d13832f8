import Networking
import Testing

@testable import Workspaces

@Suite("Forms of other tools") struct ForeignFormTests {
  private let table = VariableTable([.init("x", "1", origin: .request), .init("HOME", "/h", origin: .process)])

  @Test(
    arguments: [
      ("{{ _['base url'] }}", "{{base url}}"), ("{{_.host}}", "{{host}}"),
      ("{{login.response.body.$.token}}", "{{login | $.token}}"),
      ("{{login.response.body.token}}", "{{login | $.token}}"),
      ("{{login.response.body.*}}", "{{login | $}}"),
      ("{{login.response.headers.Location}}", "{{login | header Location}}"),
      ("{{ x | upper }}", "{{REQUEST | $.place}}"), ("{{f(x)}}", "{{'{{'}}"),
      ("{{\"a\" | b}}", "filters are not supported"),
      ("{% response 'body', 'req_1', 'b64::JC5h::46b' %}", "{{REQUEST | $.place}}"),
      ("{% prompt 'Pin' %}", "{{?Label}}"),
      ("{%uuid%}", "{{$uuid}}"), ("{% hash 'md5', 'hex', 'x' %}", "give its value as a variable"),
    ])
  func `An unknown form is refused, with the equivalent syntax`(text: String, advice: String) throws {
    var definition = RequestDefinition(name: "R", url: "http://h/")
    definition.body = .text(.text, "a \(text) b")
    let refusal = #expect(throws: SendRefusal.self) {
      try PreparedRequest(definition, in: SendContext(variables: table))
    }
    #expect(refusal?.field == .body(row: nil))
    #expect(refusal?.description.contains(advice) == true, "\(refusal?.description ?? "")")
    #expect(!table.resolved(text).unresolved.isEmpty)
  }

  @Test(arguments: [
    "{{$random.integer(1,5)}}", "{{$datetime 'YYYY}}", "{{$datetime YYYY}}", "{{$datetime 'yyyy'}}", "{{$nothing}}",
  ])
  func `A name with a dollar is a dynamic variable or refused`(text: String) {
    #expect(table.resolved(text).unresolved.map(\.reason) == [.unknownDynamic])
  }

  @Test(
    arguments: [
      ("{{'{{'}}x}}", "{{x}}"), ("{{ '{%' }} if %}", "{% if %}"), ("{{'{{'}}{{x}}}}", "{{1}}"),
      ("a{{'it {{x}}'}}b", "ait {{x}}b"),
      ("{{\"a\": 1}}", "{{\"a\": 1}}"), ("{{}}", "{{}}"), ("int a = {{1},{2}};", "int a = {{1},{2}};"),
      ("{% if x %}y{% endif %}", "{% if x %}y{% endif %}"), ("100 {% x", "100 {% x"), ("{{;}}", "{{;}}"),
      ("{{$processEnv HOME}} {{$dotenv HOME}}", "/h /h"),
    ])
  func `Literal braces are sent as text`(text: String, sent: String) throws {
    var definition = RequestDefinition(name: "R", url: "http://h/")
    definition.body = .text(.text, text)
    let prepared = try PreparedRequest(definition, in: SendContext(variables: table))
    guard case .bytes(let bytes) = prepared.request.body else {
      Issue.record("no body")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == sent)
  }

  @Test func `Tags outside of bodies are refused`() {
    var definition = RequestDefinition(name: "R", url: "http://h/")
    definition.headers = [Row("X-A", "{% if x %}y{% endif %}")]
    let refusal = #expect(throws: SendRefusal.self) { try PreparedRequest(definition, in: SendContext()) }
    #expect(refusal?.field == .header(row: 0) && refusal?.place == "header 1, X-A")
    definition.headers = [Row("X-A", "{{'{%'}} if x %}")]
    #expect((try? PreparedRequest(definition, in: SendContext()))?.request.headers["X-A"] == "{% if x %}")
  }

  @Test func `A form in the value of a variable is refused, too`() {
    let table = VariableTable([.init("token", "{% response 'body', 'req_1' %}", origin: .collection)])
    #expect(table.resolved("Bearer {{token}}").unresolved.map(\.name) == ["{% response … %}"])
  }

  @Test func `A test with an unresolved value fails and reports it`() {
    let definition = RequestDefinition(name: "R", assertions: [Assertion("res.status", "neq", "{{nothing}}")])
    let checks = SendContext().checks(of: definition, on: AnswerTextTests.exchange([]))
    #expect(checks.assertions.map(\.passed) == [false])
    #expect(checks.assertions.first?.actual == "variable nothing has no value")
  }
}
