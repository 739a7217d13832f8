import Basics

/// The variables that a script names in its code: with several requests at a time, a run sends a request only after those
/// that set what it reads. A name that the script computes is not found.
extension Script {
  package var setVariables: Set<String> { variables(in: Self.setters) }

  package var readVariables: Set<String> { variables(in: Self.getters) }

  private static let setters: Set<String> = [
    "set", "setVar", "setEnvVar", "setGlobalEnvVar", "setCollectionVar", "setEnvironmentVariable", "setGlobalVariable",
  ]

  private static let getters: Set<String> = [
    "get", "getVar", "getEnvVar", "getGlobalEnvVar", "getCollectionVar", "getEnvironmentVariable",
    "getGlobalVariable", "has", "hasVar", "hasEnvVar", "hasGlobalEnvVar", "hasCollectionVar",
  ]

  /// The texts that are the first argument of a call of one of the functions.
  private func variables(in functions: Set<String>) -> Set<String> {
    let tokens = ScriptTokenizer.tokens(of: code)
    var found: Set<String> = []
    for (index, token) in tokens.enumerated().dropLast(2) {
      guard token.kind == .word, functions.contains(token.text), tokens[index + 1].isMark("("),
        tokens[index + 2].kind == .string
      else { continue }
      found.insert(tokens[index + 2].text)
    }
    return found
  }
}

extension Workspace {
  /// The secrets that the scripts of a request read by their names, each for one script.
  /// - Parameter file: the path of the request's file in its collection.
  package func secretUses(
    ofScriptsOf definition: RequestDefinition, in file: String, _ context: SendContext
  ) throws(SendRefusal) -> [UserValueUse] {
    let table = context.table(for: definition)
    var uses: [UserValueUse] = []
    for script in context.scripts(of: definition, in: file)?.all ?? [] {
      let names = Script(phase: script.phase, code: script.code).readVariables.sorted()
      let stored = names.compactMap { name in
        table.entries.first { $0.name == name && $0.origin.scriptScope != nil && $0.source?.isValue == true }?.source
      }
      let asked = RequestDefinition(name: "", url: names.map { "{{\($0)}}" }.joined())
      let printed = try secretCommands(for: asked, in: context).map { UserValueSource.command($0.command.command) }
      uses += (stored + printed).map {
        UserValueUse($0, to: UserValueUse.scripts, place: "\(script.file):\(script.line)")
      }
    }
    return uses
  }
}
