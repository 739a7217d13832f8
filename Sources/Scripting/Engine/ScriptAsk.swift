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

/// A syntax error of a script with its place.
package struct ScriptFault: Hashable, Sendable {
  package var place: ScriptPlace
  package var message: String

  package init(place: ScriptPlace, message: String) {
    self.place = place
    self.message = message
  }
}
