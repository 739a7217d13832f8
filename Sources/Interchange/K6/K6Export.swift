import Basics
import Workspaces

/// Writes a load test script for k6: the requests as values, their assertions as checks with thresholds, their captures
/// as the chain of an iteration.
enum K6Export {
  static func write(_ collection: ImportedCollection) -> ExportedText {
    var notices: [Notice] = []
    var requests: [K6Request] = []
    for place in collection.places {
      let made = K6Request(place, named: name(place.id, among: requests))
      requests.append(made)
      notices += made.notices
    }
    notices += unknownAnswers(requests)
    let unverified = requests.filter(\.isUnverified)
    if let first = unverified.first, unverified.count < requests.count {
      notices.warn(first.name, "k6 then verifies the certificates of no request")
    }
    let variables = collection.root.settings.variables.filter(\.isEnabled)
    let insecure = unverified.isEmpty ? "" : "  insecureSkipTLSVerify: true,\n"
    let text = [
      head(collection.root.name, count: requests.count, variables),
      "export const options = {\n\(insecure)  thresholds: {\n\(thresholds(requests))  },\n};\n",
      "const variables = {\n\(properties(variables))};\n",
      "const requests = [\n\(requests.map(\.text).joined())];\n",
      K6Runtime.text,
    ].joined(separator: "\n")
    return ExportedText(text: text, notices: notices)
  }

  private static func head(_ title: String, count: Int, _ variables: [Row]) -> String {
    var lines = [
      "\(CommentLine.harmless(title)): \(count == 1 ? "1 request" : "\(count) requests") for k6, written by Apus.",
      "k6 run script.js                            sends each once",
      "k6 run --vus 50 --duration 30s script.js    repeats them",
      "k6 run -e DATA=rows.csv script.js           uses the rows of a CSV or JSON file, one per iteration",
    ]
    // These include the secrets, which are not in the script.
    let open = Set(variables.filter(\.value.isEmpty).map(\.name)).sorted()
    if !open.isEmpty {
      let names = CommentLine.harmless(open.joined(separator: ", "))
      lines.append("Without a value; set them with -e NAME=VALUE: \(names)")
    }
    let imports = """
      import http from "k6/http";
      import { check } from "k6";
      import { SharedArray } from "k6/data";
      import encoding from "k6/encoding";
      import exec from "k6/execution";

      """
    return lines.map { "// \($0)\n" }.joined() + "\n" + imports
  }

  /// Each request with assertions must pass all of them; a time limit applies to its slowest response.
  private static func thresholds(_ requests: [K6Request]) -> String {
    requests.flatMap { request in
      let checks = request.checks.isEmpty ? [] : [("checks", "rate==1")]
      let limits = request.limits.map { ("http_req_duration", "max\($0.sign)\($0.value)") }
      return (checks + limits).map { metric, limit in
        "    \(K6Text.quoted("\(metric){name:\(request.name)}")): [\(K6Text.quoted(limit))],\n"
      }
    }.joined()
  }

  static func properties(_ rows: [Row], indent: String = "  ") -> String {
    // The last row of a name wins, as in JavaScript.
    rows.map { "\(indent)\(K6Text.quoted($0.name)): \(K6Text.quoted($0.value)),\n" }.joined()
  }

  /// The tag that identifies a request in thresholds: unique, and without characters of their syntax.
  private static func name(_ id: String, among others: [K6Request]) -> String {
    let base = String(id.map { "{},:\"\\".contains($0) || $0.isNewline ? "_" : $0 })
    var name = base
    var number = 2
    while others.contains(where: { $0.name == name }) {
      name = "\(base) \(number)"
      number += 1
    }
    return name
  }

  private static func unknownAnswers(_ requests: [K6Request]) -> [Notice] {
    let keys = Set(requests.map { K6Text.key($0.name) })
    return requests.flatMap { request in
      request.answersUsed.filter { !keys.contains(K6Text.key($0)) }.map {
        Notice(.warning, request.name, "the request \($0), whose answer it uses, is not in the script")
      }
    }
  }
}

/// Formats texts for a script for k6.
enum K6Text {
  static func quoted(_ text: String) -> String { JavaScriptText.text.quoted(text) }

  /// The key of a request: references name its file, which is named after the request.
  static func key(_ name: String) -> String {
    name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "/" }.joined(separator: "-")
  }

  /// `[["a","1"],["b","2"]]`
  static func pairs(_ pairs: [(String, String)]) -> String {
    "[" + pairs.map { "[\(quoted($0.0)), \(quoted($0.1))]" }.joined(separator: ", ") + "]"
  }

  static func path(_ steps: [CheckExpression.Step]) -> String {
    "["
      + steps.map { step in
        switch step {
        case .name(let name): quoted(name)
        case .index(let index): String(index)
        }
      }.joined(separator: ", ") + "]"
  }
}
