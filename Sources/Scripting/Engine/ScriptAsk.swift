package import Basics
package import Workspaces

/// A question of a script: a send, a secret, a module.
package struct ScriptAsk: Hashable, Sendable {
  /// 0 if the script blocks for the answer.
  package var id: Int
  /// `send`, `run`, `cookies`, `secret`, `process`, `module` or `dynamic`.
  package var kind: String
  /// The whole question.
  package var content: JSONValue
}

/// The answer to a question.
package struct ScriptAnswer: Hashable, Sendable {
  package var content: JSONValue
  /// The decoded body of a response.
  package var body: [UInt8]
  /// The size of a body that is too large to be given; reading it fails.
  package var withheldBody: Int?

  package init(_ content: JSONValue, body: [UInt8] = [], withheldBody: Int? = nil) {
    self.content = content
    self.body = body
    self.withheldBody = withheldBody
  }
}

/// A syntax error of a script with its place.
package struct ScriptFault: Hashable, Sendable {
  package var place: ScriptPlace
  package var message: String
}
