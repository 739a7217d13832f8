import Basics

/// The settings of a collection for its scripts.
package struct ScriptSettings: Hashable, Sendable {
  /// The order of scripts after the answer: `extensions.bruno.scripts.flow` of the collection.
  package enum Flow: String, Hashable, Sendable {
    /// From the request outwards.
    case sandwich
    /// From the collection inwards, as before the request.
    case sequential
  }

  package var rules = ScriptRules.bruno
  package var flow = Flow.sandwich

  package init(rules: ScriptRules = .bruno, flow: Flow = .sandwich) {
    self.rules = rules
    self.flow = flow
  }
}

/// The scripts that run with one request, by phase and in their order.
package struct RequestScripts: Hashable, Sendable {
  package var rules: ScriptRules
  package var before: [PlacedScript] = []
  package var after: [PlacedScript] = []
  package var tests: [PlacedScript] = []

  package var all: [PlacedScript] { before + after + tests }
}

extension SendContext {
  /// The scripts that run with a request; `nil` if there are none.
  /// - Parameter file: the path of the request's file in its collection.
  package func scripts(of definition: RequestDefinition, in file: @autoclosure () -> String) -> RequestScripts? {
    guard !definition.scripts.isEmpty || layers.contains(where: { !$0.settings.scripts.isEmpty }) else { return nil }
    let settings = layers.first?.settings.scripting ?? ScriptSettings()
    let levels: [(scripts: [Script], file: String)] =
      layers.map { layer in
        let folder = FilePaths.relative(layer.path, to: self.folder)
        let isRoot = layer.path == self.folder || folder.isEmpty
        return (layer.settings.scripts, isRoot ? layer.file : "\(folder)/\(layer.file)")
      } + [(definition.scripts, file())]
    func scripts(_ phase: String, isReversed: Bool) -> [PlacedScript] {
      (isReversed ? levels.reversed() : levels).flatMap { level in
        level.scripts.filter { $0.phase == phase && !$0.code.trimmed.isEmpty }.map { $0.placed(in: level.file) }
      }
    }
    let isReversed = settings.flow == .sandwich
    var found = RequestScripts(rules: settings.rules)
    found.before = scripts("before-request", isReversed: false)
    found.after = scripts("after-response", isReversed: isReversed)
    found.tests = scripts("tests", isReversed: isReversed)
    return found.all.isEmpty ? nil : found
  }
}
