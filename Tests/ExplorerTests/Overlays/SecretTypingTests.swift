import Terminal
import Testing
import Workspaces

@testable import Explorer

@Suite("Secrets while they are typed") struct SecretTypingTests {
  @Test("A password is masked while it is typed, and ^V shows it")
  func authentication() {
    var definition = Samples.getUser
    definition.authentication = Authentication(.basic, [.init("username", "ada"), .init("password", "")])
    var journey = Journey.request(definition)
    journey.go("4 down down enter ‹hunter2›")
    #expect(!journey.text.contains("hunter2") && journey.text.contains("*******"))
    #expect(journey.footerKeys.contains("^V show"))
    #expect(journey.draft.authentication["password"] == "hunter2")
    journey.keys("ctrl-v")
    #expect(journey.text.contains("hunter2") && journey.footerKeys.contains("^V hide"))
  }

  @Test("A variable in a secret stays readable, and the caret stays in place")
  func variable() {
    var field = TextField("ab{{token}}é")
    field.moveCaret(to: 2)
    #expect(field.masked().text == "**{{token}}*" && field.masked().caret == 2)
    field.moveCaret(to: "ab{{token}}é".utf8.count)
    #expect(field.masked().caret == "**{{token}}*".utf8.count)
    #expect(TextField("a{{b").masked().text == "*{{b" && TextField("a{{b}}").hidden.text == "******")
  }

  @Test("The value of a secret variable is masked while it is typed in the environment editor")
  func environment() {
    var journey = Journey()
    let secret = Environment.Variable(Row("key", "old"), isSecret: true)
    journey.apply(.environment(.loaded([Environment(name: "local", variables: [secret])])))
    journey.go("E right enter ctrl-u ‹sesame›")
    #expect(!journey.text.contains("sesame") && journey.text.contains("******"))
    journey.keys("ctrl-v")
    #expect(journey.text.contains("sesame") && journey.text.contains("^V hide"))
  }

  @Test("A secret in a prompt or a form is shown by ^V")
  func prompt() {
    var form = AnswerForm("Before sending", [PromptQuestion("api token")])
    _ = form.press(.character("x"))
    #expect(form.keys.contains { $0.key == "^V" && $0.label == "show" } && !form.isRevealed)
    _ = form.press(.control("v"))
    #expect(form.isRevealed && form.answers["api token"] == "x")
    var prompt = Prompt("Value", .files(.collection), verb: "set")
    #expect(!prompt.keys.contains { $0.key == "^V" })
    prompt.isHidden = true
    #expect(prompt.keys.contains { $0.key == "^V" && $0.label == "show" })
  }
}
