import Networking
import TestSupport
import Testing

@testable import Workspaces

@Suite("Prompts") struct PromptQuestionTests {
  @Test(
    "A prompt has a label, choices, a default, and may be hidden",
    arguments: [
      ("?Order", PromptQuestion("Order")), ("? Order id ", PromptQuestion("Order id")), ("?", PromptQuestion("")),
      ("?Region|eu,us|eu", PromptQuestion("Region", choices: ["eu", "us"], usual: "eu")),
      ("? Region | eu , us | us ", PromptQuestion("Region", choices: ["eu", "us"], usual: "us")),
      ("?Region|eu,us|de", PromptQuestion("Region", choices: ["eu", "us"])),
      ("?Order||42", PromptQuestion("Order", usual: "42")), ("?PIN|hidden", PromptQuestion("PIN", isHidden: true)),
      ("?PIN||1234|hidden", PromptQuestion("PIN", usual: "1234", isHidden: true)),
      ("?Mode|shown,hidden|shown", PromptQuestion("Mode", choices: ["shown", "hidden"], usual: "shown")),
      ("?Mode|\"hidden\"", PromptQuestion("Mode", choices: ["hidden"])),
      (
        "?Name|\"Doe, Jane\",\"a \"\"b\"\" | c\", 5\" pipe",
        PromptQuestion("Name", choices: ["Doe, Jane", "a \"b\" | c", "5\" pipe"])
      ),
      ("?\"a|b\"|x", PromptQuestion("a|b", choices: ["x"])), ("?A|x,,x, ,y", PromptQuestion("A", choices: ["x", "y"])),
      ("?A|\"\",x|\"\"", PromptQuestion("A", choices: ["", "x"], usual: "")),
    ])
  func parts(name: String, question: PromptQuestion) {
    #expect(PromptQuestion(named: name) == question)
    #expect(VariableTable().resolved("a{{\(name)}}b").unresolved.map(\.reason) == [.prompt])
  }

  @Test("A name without a question mark is not a prompt, and a prompt is not a reference to an answer")
  func others() {
    #expect(PromptQuestion(named: "Order") == nil && PromptQuestion(named: "") == nil)
    #expect(ResponseReference("?Price|$a,$b") == nil && ResponseReference("?Code|status") == nil)
    #expect(ResponseReference("Price|$.a") != nil)
  }

  @Test("Random texts are parsed without a crash, and a written prompt is read back unchanged")
  func random() {
    var random = SeededGenerator(seed: 11)
    let characters = Array("ab,|\" h")
    for _ in 0..<5000 {
      func word() -> String {
        String((0..<Int.random(in: 0...5, using: &random)).map { _ in characters.randomElement(using: &random) ?? "a" })
      }
      _ = PromptQuestion(named: "?" + (0..<4).map { _ in word() }.joined())
      func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
      var seen: Set<String> = []
      let choices = (0..<Int.random(in: 0...3, using: &random)).map { _ in word() }.filter { seen.insert($0).inserted }
      let question = PromptQuestion(
        word(), choices: choices, usual: choices.last ?? word(), isHidden: Bool.random(using: &random))
      let parts = [quoted(question.label), choices.map(quoted).joined(separator: ","), quoted(question.usual ?? "")]
      let text = "?" + (parts + (question.isHidden ? ["hidden"] : [])).joined(separator: "|")
      #expect(PromptQuestion(named: text) == question, "\(text)")
    }
  }

  @Test("An answer applies to every prompt with its label; one that is not among the choices is refused")
  func answers() {
    var context = SendContext()
    context.answer(["Region": "us", "Order": "{{other}}"])
    let table = context.variables
    #expect(table.resolved("{{?Region}}/{{? Region |eu,us|eu}}/{{?Order|hidden}}").text == "us/us/{{other}}")
    #expect(table.resolved("{{?Order}}").hasSecrets == false && table.resolved("{{?Order|hidden}}").hasSecrets)
    let wrong = table.resolved("{{?Region|eu,de}}").unresolved
    #expect(wrong.map(\.description) == ["{{?Region}} takes one of its choices (eu, de)"])
  }

  @Test("Each label is asked once, with the details of all its prompts")
  func once() {
    let definition = RequestDefinition(
      name: "x", url: "http://h/{{?Region}}/{{?PIN}}", headers: [Row("A", "{{?Region|eu,us|us}}{{?PIN|hidden}}")])
    let questions = SendContext().prompts(in: definition)
    #expect(
      questions == [
        PromptQuestion("Region", choices: ["eu", "us"], usual: "us"), PromptQuestion("PIN", isHidden: true),
      ])
    let words = SendContext().missing(in: definition).map(\.variable.description)
    #expect(words.first == "{{?Region}} is asked for when sending; give --answer 'Region=…'")
    #expect(words.contains("{{?Region}} is asked for when sending; give --answer 'Region=us' (eu, us)"))
    let onScreen = SendContext().missing(in: definition).map(\.variable.problem)
    #expect(Set(onScreen) == ["{{?Region}} is asked for when sending", "{{?PIN}} is asked for when sending"])
  }

  @Test("Choices may come from a variable, but not from a secret or an answer")
  func fromVariables() {
    let table = VariableTable([
      .init("regions", "eu,us", origin: .collection), .init("token", "s3cret", isSecret: true, origin: .collection),
      .init("named", "a,b", origin: .runtime),
    ])
    let context = SendContext(variables: table)
    #expect(
      context.prompts(in: RequestDefinition(name: "x", url: "{{?Region|{{regions}}}}"))
        == [PromptQuestion("Region", choices: ["eu", "us"])])
    #expect(context.prompts(in: RequestDefinition(name: "x", url: "{{?R|{{token}}}}{{?R|{{named}}}}")).isEmpty)
    #expect(!"\(context.missing(in: RequestDefinition(name: "x", url: "{{?R|{{token}}}}")))".contains("s3cret"))
  }

  @Test("A hidden answer is masked wherever it goes, and no secret is remembered")
  func secret() throws {
    var context = SendContext()
    context.answer(["Word": "hunter2-x"])
    let definition = RequestDefinition(
      name: "x", url: "http://h/{{?Word}}", headers: [Row("A", "{{?Word|hidden}}")], authentication: .none)
    let prepared = try PreparedRequest(definition, in: context)
    #expect(prepared.redaction.masked(text: "http://h/hunter2-x") == "http://h/••••")
    // Even if only a test contains it.
    var tested = RequestDefinition(name: "x", url: "http://h/{{?Word}}", authentication: .none)
    tested.assertions = [Assertion("res.body", "contains", "{{?Word|hidden}}")]
    let masked = try PreparedRequest(tested, in: context).redaction.masked(text: "is hunter2-x")
    #expect(masked == "is ••••")
    #expect(!PromptQuestion("Word", isHidden: true).remembers("a") && !PromptQuestion("api key").remembers("a"))
    #expect(!PromptQuestion("Word").remembers("ghp_0123456789abcdefghij") && PromptQuestion("Word").remembers("eu"))
    #expect(!PromptQuestion("Word").remembers(String(repeating: "x", count: 1001)))
  }
}
