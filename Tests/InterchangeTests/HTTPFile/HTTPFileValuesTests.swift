import Testing
import Workspaces

@testable import Interchange

@Suite("Variables of .http files")
struct HTTPFileValuesTests {
  private func value(_ text: String, _ dialect: HTTPDialect = .restClient) -> (text: String, unknown: [String]) {
    HTTPFileValues(dialect: dialect, requests: ["login"], variables: [:]).converted(text)
  }

  @Test(
    "Expressions with an equivalent are converted",
    arguments: [
      ("Bearer {{login.response.body.$.token}}", "Bearer {{login | $.token}}"),
      ("{{ login.response.body.$.items[0].id }}-{{x}}", "{{login | $.items[0].id}}-{{x}}"),
      ("{{login.response.body.*}}", "{{login | $}}"),
      ("{{login.response.headers.X-Id}}", "{{login | header X-Id}}"),
      ("{{login.response.headers['X-Id']}}", "{{login | header X-Id}}"),
      ("{\"a\":{\"b\":\"{{login.response.body.$.c}}\"}}", "{\"a\":{\"b\":\"{{login | $.c}}\"}}"),
      ("{\"a\":{{login.response.body.$.c}}}", "{\"a\":{{login | $.c}}}"),
      ("{{{login.response.body.$.c}}}", "{{{login | $.c}}}"),
      ("{{$random.integer(1,5)}}", "{{$randomInt 1 4}}"), ("{{$randomInt 5 200}}", "{{$randomInt 5 199}}"),
      ("{{$random.uuid}}", "{{$uuid}}"), ("{{$random.alphabetic(5)}}", "{{$randomAlphabetic 5}}"),
      ("{{$processEnv HOME}}", "{{process.env.HOME}}"), ("{{$dotenv KEY}}", "{{process.env.KEY}}"),
      ("{{$env.KEY}}", "{{process.env.KEY}}"),
      ("{{$shared host}}", "{{host}}"), ("{{$guid}}", "{{$guid}}"), ("{{name}}", "{{name}}"),
      ("{{$input Name? $value: a,b}}", "{{?Name?||\"a,b\"}}"), ("{{$password PIN}}", "{{?PIN|hidden}}"),
      ("{{$pick Region $value: eu,us}}", "{{?Region|eu,us}}"),
    ])
  func converted(text: String, wanted: String) {
    let made = value(text)
    #expect(made.text == wanted && made.unknown.isEmpty)
  }

  @Test("In httpYac, the name of a request refers to its response")
  func answers() {
    #expect(value("{{login.token}}", .httpYac).text == "{{login | $.token}}")
    #expect(value("{{other.token}}", .httpYac).text == "{{other.token}}")
    #expect(value("{{login.token}}").text == "{{login.token}}")
  }

  @Test(
    "Expressions without an equivalent are kept and reported",
    arguments: [
      "{{login.response.body.$..token}}", "{{login.response.body.//a}}", "{{login.request.body.$.a}}",
      "{{$random.float(1,5)}}", "{{$processEnv %own}}", "{{a + 1}}", "{{%name}}", "{{= uuid() }}",
    ])
  func unknown(text: String) {
    let made = value(text)
    #expect(made.text == text && made.unknown.count == 1)
  }

  @Test("Braces of JSON are not variables", arguments: ["{\"a\":{\"b\":{}}}", "{{\"a\":1}}", "{{ }}"])
  func braces(text: String) {
    let made = value(text)
    #expect(made.text == text && made.unknown.isEmpty)
  }
}
