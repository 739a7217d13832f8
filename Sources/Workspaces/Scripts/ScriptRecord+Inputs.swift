package import Basics
import HTTPModel

/// The answer to a question of a script, as a replay gives it again.
package struct ScriptReply: Sendable {
  /// 0 if the script blocked for the answer.
  package var id: Int
  /// The kind of the question, such as `send`.
  package var ask: String
  /// The name in the question.
  package var name: String
  package var json: JSONValue
  /// The body of a response.
  package var body: [UInt8]

  package init(to question: JSONValue, _ json: JSONValue, body: [UInt8] = []) {
    id = question["id"]?.int ?? 0
    ask = question["ask"]?.string ?? ""
    name = question["name"]?.string ?? ""
    self.json = json
    self.body = body
  }

  /// Why the history does not keep it; `nil` if it does.
  fileprivate var obstacle: String? {
    let isValue = json["value"] != nil
    return switch ask {
    case "secret" where isValue: "they read the secret \(name)"
    case "process" where isValue: "they read the process variable \(name)"
    default: body.isEmpty || String(validating: body, as: UTF8.self) != nil ? nil : "they read a body that is not text"
    }
  }

  /// A module is in the collection, so its digest is enough.
  fileprivate var form: JSONValue {
    var answer = json
    if let code = json["code"]?.string {
      answer["code"] = nil
      answer["sha256"] = .string(Digest.hexadecimal(Array(code.utf8)))
    }
    return .object([
      "id": .int(id), "ask": .string(ask), "name": .filled(name), "answer": answer,
      "body": .filled(String(decoding: body, as: UTF8.self)),
    ])
  }
}

extension ScriptRecord {
  /// In bytes of JSON, for all jobs of one exchange. Larger inputs are not kept, so that the history stays small.
  package static let largestInputs = 64 << 10

  /// The jobs of one exchange for the history: with `inputs` for a replay, or `notReplayable` with the reason.
  package static func json(of records: [ScriptRecord]) -> JSONValue {
    var left = largestInputs
    return .array(
      records.map { record in
        var json = record.json
        if let obstacle = record.obstacle {
          (json["request"], json["values"]) = (nil, nil)
          json["notReplayable"] = .string(obstacle)
          return json
        }
        let inputs = record.inputs
        let parts = [inputs, record.outcome.readings, json["request"] ?? .null, json["values"] ?? .null]
        let size = parts.reduce(0) { $0 + $1.compact.count }
        guard size <= left else {
          (json["readings"], json["request"], json["values"]) = (nil, nil, nil)
          json["notReplayable"] = .string("their inputs are larger than \(largestInputs >> 10) KB")
          return json
        }
        left -= size
        json["inputs"] = inputs
        return json
      })
  }

  private var obstacle: String? {
    // The library reports readings at the end of a job.
    if outcome.readings == .object([]) { return "a limit ended them" }
    return answers.lazy.compactMap(\.obstacle).first
  }

  private var inputs: JSONValue {
    let scopes = ScriptScope.allCases.compactMap { scope in
      job.scopes[scope].map { values in
        JSONValue.Member(scope.rawValue, .object(values.map { JSONValue.Member($0.name, $0.value) }))
      }
    }
    let secrets = ScriptScope.allCases.compactMap { scope in
      job.secrets[scope].map { JSONValue.Member(scope.rawValue, .array($0.map { .string($0) })) }
    }
    let body = JSONValue.object(["size": .int(job.body.count), "sha256": .string(Digest.hexadecimal(job.body))])
    return .object([
      "request": job.request, "response": job.response, "body": job.body.isEmpty ? nil : body,
      "scopes": .object(scopes), "secrets": secrets.isEmpty ? nil : .object(secrets), "info": job.info,
      "names": job.names == .object([]) ? nil : job.names, "answers": .filled(answers.map(\.form)),
    ])
  }
}
