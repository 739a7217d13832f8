import Basics

/// A name in a script that Apus does not provide.
package struct UnknownScriptName: Hashable, Sendable {
  /// As the script writes it: `pm.vault.get`, or `require("fs")`.
  package var name: String
  /// The reason why it is not provided, or the similar name that is; `nil` if neither is known.
  package var hint: String?
  package var place: ScriptPlace

  /// `users/get.yml:12:5: pm.vault is not provided: secrets of Apus are read as variables`.
  package var description: String {
    let column = place.column.map { ":\($0)" } ?? ""
    return "\(place.file):\(place.line)\(column): \(words)"
  }

  /// The description without the place.
  package var words: String { "\(name) is not provided" + (hint.map { ": \($0)" } ?? "") }
}

/// Finds names in scripts that Apus does not provide, without running them.
///
/// It reads names such as `pm.response.code` and `require("lodash")`. A name whose first part the script declares
/// (`const res = …`) belongs to the script. The engine finds syntax errors.
package struct ScriptCheck {
  private let script: PlacedScript
  private let tokens: [ScriptToken]
  private let hasModule: (String) -> Bool

  /// - Parameter hasModule: returns whether the collection has a module with that name in its `node_modules`.
  package static func unknownNames(
    in script: PlacedScript, hasModule: @escaping (String) -> Bool = { _ in false }
  ) -> [UnknownScriptName] {
    if RequestScripts.refusedPhases.contains(script.phase) {
      let place = ScriptPlace(phase: script.phase, file: script.file, line: script.line)
      return [UnknownScriptName(name: script.phase, hint: "scripts run before and after a whole call", place: place)]
    }
    return ScriptCheck(script: script, tokens: ScriptTokenizer.tokens(of: script.code), hasModule: hasModule).unknown()
  }

  private func unknown() -> [UnknownScriptName] {
    let own = ScriptDeclarations.names(in: tokens, among: ScriptNames.roots.union(["require"]))
    var found: [UnknownScriptName] = []
    let lines = LineIndex(script.code)
    for (index, token) in tokens.enumerated() where token.kind == .word && !own.contains(token.text) {
      guard index == 0 || !(tokens[index - 1].isMark(".") || tokens[index - 1].isMark("?.")) else { continue }
      if token.text == "require" {
        guard let module = tokens.requiredModule(at: index), let hint = missing(module) else { continue }
        found.append(UnknownScriptName(name: "require(\"\(module)\")", hint: hint, place: place(of: token, lines)))
      } else if ScriptNames.roots.contains(token.text) {
        let (parts, end) = chain(at: index)
        // `req.getType?.()` works without the name.
        if end < tokens.count, tokens[end].isMark("?.") { continue }
        guard let fault = ScriptNames.unknownPart(of: parts) else { continue }
        found.append(UnknownScriptName(name: fault.name, hint: fault.hint, place: place(of: token, lines)))
      }
    }
    return found
  }

  private func place(of token: ScriptToken, _ lines: LineIndex) -> ScriptPlace {
    let position = lines.position(of: token.start)
    return ScriptPlace(
      phase: script.phase, file: script.file, line: script.line + position.line - 1,
      column: position.column + script.indent)
  }

  /// The hint about a module that is not provided; `nil` if it is provided.
  private func missing(_ module: String) -> String? {
    let name = module.hasPrefix("node:") ? String(module.dropFirst(5)) : module
    guard !ScriptNames.modules.contains(name), !module.hasPrefix("."), !module.hasPrefix("/"), !hasModule(module) else {
      return nil
    }
    if let refused = ScriptNames.refused.first(where: { $0.name == name }) { return refused.reason }
    return "put it into the node_modules of the collection"
  }

  /// The parts of a name, members after dots and texts in brackets, and the index of the token after it.
  private func chain(at start: Int) -> (parts: [String], end: Int) {
    var parts = [tokens[start].text]
    var index = start + 1
    while index + 1 < tokens.count {
      if tokens[index].isMark(".") || tokens[index].isMark("?."), tokens[index + 1].kind == .word {
        parts.append(tokens[index + 1].text)
        index += 2
      } else if index + 2 < tokens.count, tokens[index].isMark("["), tokens[index + 1].kind == .string,
        tokens[index + 2].isMark("]")
      {
        parts.append(tokens[index + 1].text)
        index += 3
      } else {
        break
      }
    }
    return (parts, index)
  }
}
