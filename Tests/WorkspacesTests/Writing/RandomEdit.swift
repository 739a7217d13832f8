import TestSupport

@testable import Workspaces

/// One random change of a request that a person could make.
enum RandomEdit {
  private static let texts = [
    "x", "two words", "{{v}}", "5", "true", "a: b", "# no comment", "line\nother", "end\n", "  lead", "é😀", "'q'",
    "\"d\"",
    "- dash", "tab\there", "many\n\n\nlines\n\n", "cr\rx", "",
  ]

  /// - Returns: the path in the file of the entry that changes, from the outside inwards.
  @discardableResult
  static func apply(to made: inout RequestDefinition, _ random: inout SeededGenerator) -> [String] {
    let number = Int.random(in: 0..<16, using: &random)
    return number < 8 ? applyFirst(number, to: &made, &random) : applyOther(number, to: &made, &random)
  }

  static func text(_ random: inout SeededGenerator) -> String { texts.randomElement(using: &random) ?? "" }

  static func name(_ random: inout SeededGenerator) -> String {
    ["A", "B c", "X-{{n}}", "5", "é"].randomElement(using: &random) ?? "A"
  }

  static func row(_ random: inout SeededGenerator) -> Row {
    Row(
      name(&random), text(&random), isEnabled: Bool.random(using: &random),
      note: Bool.random(using: &random) ? "n" : "")
  }

  private static func block(of made: RequestDefinition) -> String { made.kind == .graphql ? "graphql" : "http" }

  private static func applyFirst(
    _ number: Int, to made: inout RequestDefinition, _ random: inout SeededGenerator
  ) -> [String] {
    let block = block(of: made)
    switch number {
    case 0:
      made.name = name(&random)
      return ["info", "name"]
    case 1:
      made.url = text(&random)
      return [block, "url"]
    case 2:
      var header = row(&random)
      header.omitsBlank = Int.random(in: 0..<3, using: &random) == 0
      edit(&made.headers, header, &random)
      return [block, "headers"]
    case 3:
      edit(&made.params, Parameter(Bool.random(using: &random) ? .query : .path, row(&random)), &random)
      return [block, "params"]
    case 4:
      made.body =
        made.kind == .graphql
        ? graphQL(text(&random), text(&random), &random) : body(text(&random), row(&random), &random)
      return [block, "body"]
    case 5:
      made.authentication = authentication(text(&random), &random)
      return [block, "auth"]
    case 6:
      edit(&made.variables, row(&random), &random)
      return ["runtime", "variables"]
    default:
      edit(
        &made.assertions, Assertion(name(&random), "eq", text(&random), isEnabled: Bool.random(using: &random)), &random
      )
      return ["runtime", "assertions"]
    }
  }

  private static func applyOther(
    _ number: Int, to made: inout RequestDefinition, _ random: inout SeededGenerator
  ) -> [String] {
    switch number {
    case 8:
      edit(&made.captures, Capture(variable: name(&random), expression: text(&random)), &random)
      return ["runtime", "actions"]
    case 9:
      edit(&made.scripts, Script(phase: "tests", code: text(&random)), &random)
      return ["runtime", "scripts"]
    case 10:
      made.docs = text(&random)
      return ["docs"]
    case 11:
      made.tags = Bool.random(using: &random) ? [] : [name(&random), text(&random)]
      return ["info", "tags"]
    case 12:
      made.sequence = [nil, 1, 2.5, 40].randomElement(using: &random) ?? nil
      return ["info", "seq"]
    case 13:
      made.method = ["PUT", "PURGE", "{{m}}"].randomElement(using: &random) ?? "PUT"
      return [block(of: made), "method"]
    case 14:
      let answer = RequestExample.Answer(status: 201, headers: [row(&random)], type: "text", body: text(&random))
      edit(
        &made.examples,
        RequestExample(name: name(&random), note: "n", url: text(&random), headers: [row(&random)], answer: answer),
        &random)
      return ["examples"]
    default:
      made.settings.timeout = [nil, 0, 1500].randomElement(using: &random) ?? nil
      made.settings.followRedirects = [nil, true, false].randomElement(using: &random) ?? nil
      made.settings.maxRedirects = [nil, 0, 7].randomElement(using: &random) ?? nil
      made.settings.encodeURL = [nil, true, false].randomElement(using: &random) ?? nil
      return ["settings"]
    }
  }

  private static func graphQL(_ query: String, _ variables: String, _ random: inout SeededGenerator) -> BodyDefinition {
    Bool.random(using: &random) ? .none : .graphql(query: query, variables: variables)
  }

  static func edit<Element>(_ list: inout [Element], _ element: Element, _ random: inout SeededGenerator) {
    let index = list.isEmpty ? 0 : Int.random(in: list.indices, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: list.insert(element, at: index)
    case 1 where !list.isEmpty: list.remove(at: index)
    case 2 where !list.isEmpty: list[index] = element
    case 3 where list.count > 1: list.append(list.remove(at: index))
    default: list.append(element)
    }
  }

  private static func body(_ text: String, _ row: Row, _ random: inout SeededGenerator) -> BodyDefinition {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: .none
    case 1: .text(.json, text)
    case 2: .text(.xml, text)
    case 3: .form([row, Row("z", text)])
    case 4: .multipart([FormPart("p", .text(text)), FormPart("f", .files(["a", text]), contentType: "x/y")])
    default: .file([.init(path: text, contentType: "c", isSelected: true)])
    }
  }

  static func authentication(_ text: String, _ random: inout SeededGenerator) -> Authentication {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: .none
    case 1: .inherit
    case 2: Authentication(.bearer, [.init("token", text)])
    default: Authentication(.basic, [.init("username", text), .init("password", "p")])
    }
  }
}
