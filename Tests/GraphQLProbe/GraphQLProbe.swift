import Basics
import GraphQL

/// Answers questions about GraphQL, each a line of JSON on standard input and output, so that other implementations can
/// be compared.
///
///     {"do": "schema", "name": "a", "text": "type Query { … }"}      or "introspection": {…}
///     {"do": "definitions", "text": "type Query { … }"}              as for validate
///     {"do": "validate", "schema": "a", "text": "{ … }"}             {"syntax": null, "rules": ["KnownTypeNames"], …}
///     {"do": "complete", "schema": "a", "text": "{ … }", "offset": 2}
///     {"do": "variables", "schema": "a", "text": "query … ", "values": {…}}
///     {"do": "toggle", "schema": "a", "text": "{ … }", "path": ["user", "on User", "name"]}
@main struct GraphQLProbe {
  static func main() {
    var schemas: [String: GraphQLSchema] = [:]
    while let line = readLine() {
      // `print` would buffer the line.
      guard Descriptor.write(answer(line, &schemas).compact + [0x0A], to: 1) else { return }
    }
  }

  private static func answer(_ line: String, _ schemas: inout [String: GraphQLSchema]) -> JSONValue {
    do {
      let question = try JSONValue(parsing: line.utf8)
      let text = question["text"]?.string ?? ""
      if question["do"]?.string == "schema" {
        let schema =
          try question["introspection"].map { try GraphQLSchema(introspection: $0) } ?? GraphQLSchema(text: text)
        schemas[question["name"]?.string ?? ""] = schema
        return ["types": .int(schema.types.count)]
      }
      if question["do"]?.string == "definitions" { return definitions(text) }
      guard let schema = schemas[question["schema"]?.string ?? ""] else { return ["error": "no such schema"] }
      switch question["do"]?.string {
      case "validate": return validate(text, schema)
      case "complete":
        return .array(schema.completions(in: text, at: question["offset"]?.int ?? 0).map(describe))
      case "variables":
        let document = try GraphQLDocument(parsing: text)
        guard let operation = document.operations.first else { return ["error": "no operation"] }
        let issues = schema.check(variables: question["values"] ?? [:], of: operation)
        return [
          "issues": .array(issues.filter(\.isError).map { .string("\($0.path): \($0.message)") }),
          "template": schema.variablesTemplate(of: operation),
        ]
      case "toggle":
        let steps = (question["path"]?.array ?? []).compactMap(\.string).map { word in
          word.hasPrefix("on ") ? SelectionStep.on(String(word.dropFirst(3))) : .field(word)
        }
        let kind = question["kind"]?.string.flatMap(OperationKind.init(rawValue:)) ?? .query
        let toggled = try schema.toggle(steps, of: kind, in: text)
        return ["text": .string(toggled.text)]
      default: return ["error": "no such question"]
      }
    } catch {
      return ["error": .string("\(error)")]
    }
  }

  private static func definitions(_ text: String) -> JSONValue {
    let document: GraphQLDocument
    do { document = try GraphQLDocument(parsing: text) } catch { return ["syntax": .string("\(error)"), "rules": []] }
    let issues = document.definitionIssues(limit: 100_000)
    var rules = Set(issues.map(\.rule.rawValue))
    // A text without a type for queries makes no schema.
    if rules.isEmpty, (try? GraphQLSchema(document)) == nil { rules = [DefinitionRule.types.rawValue] }
    return [
      "syntax": .null, "rules": .array(rules.sorted().map { .string($0) }),
      "messages": .array(issues.prefix(20).map { .string($0.message) }),
    ]
  }

  private static func validate(_ text: String, _ schema: GraphQLSchema) -> JSONValue {
    let issues = schema.issues(in: text, limit: 100_000)
    if let syntax = issues.first, syntax.rule == .syntax {
      return ["syntax": .string(syntax.message), "rules": []]
    }
    return [
      "syntax": .null,
      "rules": .array(Set(issues.map(\.rule.rawValue)).sorted().map { .string($0) }),
      "messages": .array(issues.prefix(20).map { .string("\($0.rule.rawValue): \($0.message)") }),
    ]
  }

  private static func describe(_ completion: Completion) -> JSONValue {
    [
      "label": .string(completion.label), "insertion": .string(completion.insertion),
      "start": .int(completion.range.lowerBound), "end": .int(completion.range.upperBound),
      "cursor": .int(completion.cursor),
    ]
  }
}
